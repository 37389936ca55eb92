/** What pages get of the stored documents of the public collections. A change costs what it changes. */
import { contentKinds } from "#lib/content/kinds.ts";
import type { Stored } from "#lib/documents/public-list.ts";
import { redirectKey } from "#lib/documents/redirects.ts";
import {
  isSample,
  publicLists,
  toPublicGitHub,
  toPublicLeetCode,
  toPublicNavigation,
  toPublicProfile,
  toPublicRedirects,
  toPublicResume,
  toPublicSections,
  toPublicSeo,
  toPublicSettings,
} from "#lib/documents/to-public.ts";
import type { ReportMisfit } from "#lib/documents/to-public.ts";
import type { PublicData, SampleShare } from "#lib/public-data.ts";
import type { Log } from "../log.ts";

/** Read whole. */
export const publicCollections = [...contentKinds, "snapshots"] as const;
type Collection = (typeof publicCollections)[number];

export type PublicDocuments = {
  /** In place of the one at its path. */
  set(document: Stored): void;
  delete(path: string): void;
  data(version: number): PublicData;
};

export function createPublicDocuments(log: Log): PublicDocuments {
  const report: ReportMisfit = (path, faults) =>
    log.warn({ path, faults }, "what does not fit its schema is not shown");
  const lists = {
    projects: publicLists.projects(report),
    certificates: publicLists.certificates(report),
    foodPosts: publicLists.foodPosts(report),
    foodWishlist: publicLists.foodWishlist(report),
    problems: publicLists.problems(report),
  };
  /** By path: of those each has a form of its own. */
  const single = new Map<string, Stored>();
  let singleData: SingleData | undefined;
  /** Paths of starter content that visitors could take for the owner's. */
  const samples = new Set<string>();

  function listOf(path: string) {
    const collection = collectionOf(path);
    return collection === "site" || collection === "snapshots" || collection === undefined
      ? undefined
      : lists[collection];
  }

  function sampleShare(): SampleShare {
    if (samples.size === 0) return false;
    return !single.has("site/resume") || samples.has("site/resume") ? "all" : "some";
  }

  return {
    set(document) {
      const { path } = document;
      if (isSample(document) && !frameOnly.has(path)) samples.add(path);
      else samples.delete(path);
      const list = listOf(path);
      if (list !== undefined) return list.set(document);
      single.set(path, document);
      singleData = undefined;
    },
    delete(path) {
      samples.delete(path);
      const list = listOf(path);
      if (list !== undefined) return list.delete(path.slice(path.indexOf("/") + 1));
      single.delete(path);
      singleData = undefined;
    },
    data(version) {
      singleData ??= readSingle(single, report);
      const { redirects, ...others } = singleData;
      const [projects, foodPosts] = [lists.projects.all(), lists.foodPosts.all()];
      const pages = new Set(
        [
          ...projects.map(({ slug }) => `/project/${slug}`),
          ...foodPosts.map(({ slug }) => `/foodblog/${slug}`),
        ].map(redirectKey),
      );
      return {
        version,
        failed: false,
        projects,
        certificates: lists.certificates.all(),
        problems: lists.problems.all(),
        foodPosts,
        foodWishlist: lists.foodWishlist.all(),
        ...others,
        // Where there is a page none leads away, also not one that another redirect leads to.
        redirects: redirects.filter(({ from }) => !pages.has(redirectKey(from))),
        sample: sampleShare(),
      };
    },
  };
}

/** The public collection that a document stands in directly; drafts and versions below a document are not public. */
export function collectionOf(path: string): Collection | undefined {
  const [collection, , ...below] = path.split("/");
  if (below.length > 0) return undefined;
  return publicCollections.find((name) => name === collection);
}

/** Settings and sections are no content: nobody is misled by their starter values. */
const frameOnly = new Set([
  "site/settings",
  "site/sections",
  "site/navigation",
  "site/seo",
  "site/redirects",
]);

type SingleData = ReturnType<typeof readSingle>;

function readSingle(documents: ReadonlyMap<string, Stored>, report: ReportMisfit) {
  const at = (path: string) => documents.get(path) ?? null;
  const analytics = at("site/analytics")?.data as { webVitals?: unknown } | undefined;
  return {
    github: toPublicGitHub(at("snapshots/github"), report),
    leetcode: toPublicLeetCode(at("snapshots/leetcode"), report),
    resume: toPublicResume(at("site/resume"), report),
    profile: toPublicProfile(at("site/profile"), report),
    settings: toPublicSettings(at("site/settings"), report),
    sections: toPublicSections(at("site/sections"), report),
    navigation: toPublicNavigation(at("site/navigation"), report),
    seo: toPublicSeo(at("site/seo"), report),
    redirects: toPublicRedirects(at("site/redirects"), report),
    ...(analytics?.webVitals === true && { webVitals: true as const }),
  };
}
