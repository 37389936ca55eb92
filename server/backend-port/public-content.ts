/**
 * What anyone may see, in memory: each public collection is read once, whole, when first needed, and kept fresh by
 * commit events. A failed read is logged with the text of specification §8, leaves the lists empty and is tried again
 * with the next request.
 */
import { redirectKey } from "#lib/documents/redirects.ts";
import {
  isSample,
  toPublicFoodPosts,
  toPublicFoodWishlist,
  toPublicGitHub,
  toPublicLeetCode,
  toPublicCertificates,
  toPublicNavigation,
  toPublicProblems,
  toPublicProfile,
  toPublicProjects,
  toPublicRedirects,
  toPublicResume,
  toPublicSections,
  toPublicSeo,
  toPublicSettings,
} from "#lib/documents/to-public.ts";
import type { ReportMisfit, Stored } from "#lib/documents/to-public.ts";
import { fromFirestoreFields } from "#lib/firestore-value.ts";
import type { CommitEvent, PublicData, SampleShare, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import type { FirestoreClient } from "./firestore-client.ts";

const publicCollections = [
  "projects",
  "certificates",
  "problems",
  "foodPosts",
  "foodWishlist",
  "snapshots",
  "site",
] as const;
type Collection = (typeof publicCollections)[number];
type Documents = Record<Collection, Map<string, Stored>>;

export type PublicContent = Pick<ServerBackend, "publicData" | "publicVersion"> & {
  onCommit(event: CommitEvent): void;
  /** Everything is read again when it is next needed. */
  invalidate(): void;
};

export function createPublicContent(client: FirestoreClient, log: Log): PublicContent {
  let version = 0;
  let documents: Documents | undefined;
  let data: PublicData | undefined;
  let loading: Promise<PublicData> | undefined;
  let missedWhileLoading: CommitEvent[] = [];

  async function load(): Promise<PublicData> {
    missedWhileLoading = [];
    try {
      const lists = await Promise.all(publicCollections.map((name) => client.listDocuments(name)));
      const loaded = emptyDocuments();
      publicCollections.forEach((name, index) => {
        for (const document of lists[index] ?? []) loaded[name].set(document.id, document);
      });
      // A commit that came in meanwhile may be in what was read or not: applying it again gives the same.
      for (const event of missedWhileLoading) apply(loaded, event);
      documents = loaded;
      data = toPublicData(loaded, version, log);
      return data;
    } catch (error) {
      log.error({ err: error }, "Failed to fetch public data");
      return { ...toPublicData(emptyDocuments(), version, log), failed: true };
    } finally {
      loading = undefined;
    }
  }

  return {
    publicVersion: () => version,
    async publicData() {
      if (documents === undefined) return (loading ??= load());
      return (data ??= toPublicData(documents, version, log));
    },
    invalidate() {
      version += 1;
      documents = undefined;
      data = undefined;
    },
    onCommit(event) {
      if (!event.changes.some((change) => collectionOf(change.path) !== undefined)) return;
      version += 1;
      data = undefined;
      if (loading !== undefined) missedWhileLoading.push(event);
      else if (documents !== undefined) apply(documents, event);
    },
  };
}

function emptyDocuments(): Documents {
  return {
    projects: new Map(),
    certificates: new Map(),
    problems: new Map(),
    foodPosts: new Map(),
    foodWishlist: new Map(),
    snapshots: new Map(),
    site: new Map(),
  };
}

function apply(documents: Documents, event: CommitEvent): void {
  for (const { path, fields, createTime, updateTime } of event.changes) {
    const collection = collectionOf(path);
    if (collection === undefined) continue;
    const id = path.slice(collection.length + 1);
    if (fields === null || createTime === null || updateTime === null) {
      documents[collection].delete(id);
    } else {
      const data = fromFirestoreFields(fields);
      documents[collection].set(id, { path, id, data, createTime, updateTime });
    }
  }
}

/** Whether pages may show something of it. */
export function isPublicDocument(path: string): boolean {
  return collectionOf(path) !== undefined;
}

/** The public collection that a document stands in directly; drafts and versions below a document are not public. */
function collectionOf(path: string): Collection | undefined {
  const [collection, , ...below] = path.split("/");
  if (below.length > 0) return undefined;
  return publicCollections.find((name) => name === collection);
}

function toPublicData(documents: Documents, version: number, log: Log): PublicData {
  const report: ReportMisfit = (path, faults) =>
    log.warn({ path, faults }, "what does not fit its schema is not shown");
  const all = (name: Collection) => [...documents[name].values()];
  const site = (id: string) => documents.site.get(id) ?? null;
  const projects = toPublicProjects(all("projects"), report);
  const pages = new Set(projects.map(({ slug }) => redirectKey(`/project/${slug}`)));
  return {
    version,
    failed: false,
    projects,
    certificates: toPublicCertificates(all("certificates"), report),
    problems: toPublicProblems(all("problems"), report),
    foodPosts: toPublicFoodPosts(all("foodPosts"), report),
    foodWishlist: toPublicFoodWishlist(all("foodWishlist"), report),
    github: toPublicGitHub(documents.snapshots.get("github") ?? null, report),
    leetcode: toPublicLeetCode(documents.snapshots.get("leetcode") ?? null, report),
    resume: toPublicResume(site("resume"), report),
    profile: toPublicProfile(site("profile"), report),
    settings: toPublicSettings(site("settings"), report),
    sections: toPublicSections(site("sections"), report),
    navigation: toPublicNavigation(site("navigation"), report),
    seo: toPublicSeo(site("seo"), report),
    // Where there is a page none leads away, also not one that another redirect leads to.
    redirects: toPublicRedirects(site("redirects"), report).filter(
      ({ from }) => !pages.has(redirectKey(from)),
    ),
    sample: sampleShare(documents),
    ...((site("analytics")?.data as { webVitals?: unknown } | undefined)?.webVitals === true && {
      webVitals: true as const,
    }),
  };
}

const frameOnly = new Set([
  "site/settings",
  "site/sections",
  "site/navigation",
  "site/seo",
  "site/redirects",
]);

/** Settings and sections are no content: nobody is misled by their starter values. */
function sampleShare(documents: Documents): SampleShare {
  const resume = documents.site.get("resume");
  const content = publicCollections
    .flatMap((name) => [...documents[name].values()])
    .filter(({ path }) => !frameOnly.has(path));
  if (!content.some(isSample)) return false;
  return resume === undefined || isSample(resume) ? "all" : "some";
}
