/** What pages get of the content. */
import type { PublicCertificate } from "./documents/certificate.ts";
import type { PublicFoodPost } from "./documents/food-post.ts";
import type { PublicFoodWish } from "./documents/food-wish.ts";
import type { GitHubSnapshot } from "./documents/github-snapshot.ts";
import type { LeetCodeSnapshot } from "./documents/leetcode-snapshot.ts";
import type { SiteNavigation } from "./documents/navigation.ts";
import type { PublicProblem } from "./documents/problem.ts";
import type { PublicProject } from "./documents/project.ts";
import type { Redirect } from "./documents/redirects.ts";
import type { ResumeDocument } from "./documents/resume.ts";
import type { SiteSeo } from "./documents/seo.ts";
import type { SiteProfile, SiteSections, SiteSettings } from "./documents/site.ts";

/** What anyone may see. Everything in it went through `toPublic()`. */
export type PublicData = {
  /** Changes whenever any of the content below changes. */
  version: number;
  /** It could not be read: everything is empty, or as it was when `isLastKnown`. */
  failed: boolean;
  /** With `failed`: it is what was read the last time. */
  isLastKnown?: true;
  projects: PublicProject[];
  /** Newest issueDate first. */
  certificates: PublicCertificate[];
  problems: PublicProblem[];
  /** The last visit first. */
  foodPosts: PublicFoodPost[];
  /** What is still to come first. */
  foodWishlist: PublicFoodWish[];
  /** Null while they were never read. */
  github: GitHubSnapshot | null;
  leetcode: LeetCodeSnapshot | null;
  resume: ResumeDocument | null;
  profile: SiteProfile | null;
  settings: SiteSettings;
  sections: SiteSections;
  /** Null: every page in the usual order. */
  navigation: SiteNavigation | null;
  seo: SiteSeo | null;
  /** Where addresses without a page lead. */
  redirects: Redirect[];
  sample: SampleShare;
  /** Whether pages tell how fast they were. */
  webVitals?: true;
};

/** How much of the content is still the starter's: all of it, some beside a resume of the owner's, or none. */
export type SampleShare = "all" | "some" | false;
