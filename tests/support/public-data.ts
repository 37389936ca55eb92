/** What anyone may see of documents that are given as they are stored, through the same door as on the server. */
import {
  toPublicCertificates,
  toPublicFoodPosts,
  toPublicFoodWishlist,
  toPublicGitHub,
  toPublicNavigation,
  toPublicProfile,
  toPublicProjects,
  toPublicRedirects,
  toPublicResume,
  toPublicSections,
  toPublicSeo,
  toPublicSettings,
} from "#lib/documents/to-public.ts";
import type { PublicData } from "#lib/server-backend.ts";

type Documents = Record<string, object>;

const createTime = "2026-01-02T03:04:05.678901Z";
export const updateTime = "2026-02-03T04:05:06.789012Z";

/** @throws Error for a document that does not fit its schema. */
export function publicDataOf(content: {
  projects?: Documents;
  certificates?: Documents;
  foodPosts?: Documents;
  foodWishlist?: Documents;
  github?: object;
  resume?: object;
  profile?: object;
  settings?: object;
  sections?: object;
  navigation?: object;
  seo?: object;
  redirects?: object;
}): PublicData {
  const one = (path: string, data: object) => {
    const id = path.slice(path.indexOf("/") + 1);
    return { path, id, data, createTime, updateTime };
  };
  const all = (collection: string, documents: Documents = {}) =>
    Object.entries(documents).map(([id, data]) => one(`${collection}/${id}`, data));
  const site = (id: string, data: object | undefined) =>
    data === undefined ? null : one(`site/${id}`, data);
  const report = (path: string, faults: unknown) => {
    throw new Error(`${path} does not fit: ${JSON.stringify(faults)}`);
  };
  const { resume } = content;
  return {
    version: 1,
    failed: false,
    projects: toPublicProjects(all("projects", content.projects), report),
    certificates: toPublicCertificates(all("certificates", content.certificates), report),
    problems: [],
    foodPosts: toPublicFoodPosts(all("foodPosts", content.foodPosts), report),
    foodWishlist: toPublicFoodWishlist(all("foodWishlist", content.foodWishlist), report),
    github: toPublicGitHub(
      content.github === undefined ? null : one("snapshots/github", content.github),
      report,
    ),
    leetcode: null,
    resume: toPublicResume(site("resume", resume && { document: resume }), report),
    profile: toPublicProfile(site("profile", content.profile), report),
    settings: toPublicSettings(site("settings", content.settings), report),
    sections: toPublicSections(site("sections", content.sections), report),
    navigation: toPublicNavigation(site("navigation", content.navigation), report),
    seo: toPublicSeo(site("seo", content.seo), report),
    redirects: toPublicRedirects(site("redirects", content.redirects), report),
    sample: false,
  };
}
