/**
 * What anyone may see, in memory: each public collection is read once, whole, when first needed, and kept fresh by
 * commit events. A failed read is logged with the text of specification §8, leaves the lists empty and is tried again
 * with the next request.
 */
import { fromFirestoreFields } from "#lib/firestore-value.ts";
import type { CommitEvent, PublicData, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import type { FirestoreClient } from "./firestore-client.ts";
import { collectionOf, createPublicDocuments, publicCollections } from "./public-documents.ts";
import type { PublicDocuments } from "./public-documents.ts";

export type PublicContent = Pick<ServerBackend, "publicData" | "publicVersion"> & {
  onCommit(event: CommitEvent): void;
  /** Everything is read again when it is next needed. */
  invalidate(): void;
};

export function createPublicContent(client: FirestoreClient, log: Log): PublicContent {
  let version = 0;
  let documents: PublicDocuments | undefined;
  let data: PublicData | undefined;
  let loading: Promise<PublicData> | undefined;
  let missedWhileLoading: CommitEvent[] = [];

  async function load(): Promise<PublicData> {
    missedWhileLoading = [];
    try {
      const lists = await Promise.all(publicCollections.map((name) => client.listDocuments(name)));
      const loaded = createPublicDocuments(log);
      for (const document of lists.flat()) loaded.set(document);
      // A commit that came in meanwhile may be in what was read or not: applying it again gives the same.
      for (const event of missedWhileLoading) apply(loaded, event);
      documents = loaded;
      data = loaded.data(version);
      return data;
    } catch (error) {
      log.error({ err: error }, "Failed to fetch public data");
      return { ...createPublicDocuments(log).data(version), failed: true };
    } finally {
      loading = undefined;
    }
  }

  return {
    publicVersion: () => version,
    async publicData() {
      if (documents === undefined) return (loading ??= load());
      return (data ??= documents.data(version));
    },
    invalidate() {
      version += 1;
      documents = undefined;
      data = undefined;
    },
    onCommit(event) {
      if (!event.changes.some((change) => isPublicDocument(change.path))) return;
      version += 1;
      data = undefined;
      if (loading !== undefined) missedWhileLoading.push(event);
      else if (documents !== undefined) apply(documents, event);
    },
  };
}

function apply(documents: PublicDocuments, event: CommitEvent): void {
  for (const { path, fields, createTime, updateTime } of event.changes) {
    if (!isPublicDocument(path)) continue;
    if (fields === null || createTime === null || updateTime === null) {
      documents.delete(path);
    } else {
      const id = path.slice(path.indexOf("/") + 1);
      documents.set({ path, id, data: fromFirestoreFields(fields), createTime, updateTime });
    }
  }
}

/** Whether pages may show something of it. */
export function isPublicDocument(path: string): boolean {
  return collectionOf(path) !== undefined;
}
