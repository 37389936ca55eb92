/** The site's own public files, a page at a time, with where each is used; and the end of those that are not. */
import { fileAddress } from "#lib/file-address.ts";
import { imageAddress } from "#lib/image-address.ts";
import type { MediaDeleted, MediaItem, MediaPage, MediaUse } from "#lib/media-item.ts";
import type { ObjectInfo, ServerBackend } from "#lib/server-backend.ts";
import { isPicture } from "../images/image-variants.ts";
import { createRecentMediaUses, readMediaUses } from "./media-use.ts";
import type { MediaUses } from "./media-use.ts";

type LibraryBackend = Pick<
  ServerBackend,
  "listObjects" | "getObject" | "deleteObject" | "storageUsage" | "findDocuments"
>;

export type MediaLibrary = {
  /** By name. `isUnused`: only what no document names. @throws BackendError */
  list(page: {
    after?: string | undefined;
    limit: number;
    isUnused?: boolean | undefined;
  }): Promise<MediaPage>;
  /** Deletes what no document names. @throws BackendError */
  delete(names: readonly string[]): Promise<MediaDeleted>;
};

const prefix = "public/";
/** Pictures of accounts are no content of the site. */
const notContent = "public/avatars/";
/** A picker asks page after page; what it asks about was the same a moment ago. */
const usesKeptMs = 10_000;
const maxPagesLookedThrough = 20;

export function createMediaLibrary(deps: {
  backend: LibraryBackend;
  /** Milliseconds since 1970. */
  now: () => number;
}): MediaLibrary {
  const { backend, now } = deps;
  const usesOf = createRecentMediaUses({ backend, keptMs: usesKeptMs, now });

  async function itemOf(name: string, uses: MediaUses): Promise<MediaItem | undefined> {
    const info = await backend.getObject(name);
    return info === null ? undefined : toItem(info, uses.get(name) ?? []);
  }

  return {
    async list({ after, limit, isUnused = false }) {
      const [uses, usage] = await Promise.all([usesOf(), backend.storageUsage("")]);
      const items: MediaItem[] = [];
      let token = after;
      for (let page = 0; page < maxPagesLookedThrough; page++) {
        const room = limit - items.length;
        // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
        const found = await backend.listObjects(prefix, { token, size: room });
        const names = found.names.filter(
          (name) => !name.startsWith(notContent) && !(isUnused && uses.has(name)),
        );
        // oxlint-disable-next-line no-await-in-loop -- see above
        const read = await Promise.all(names.map((name) => itemOf(name, uses)));
        items.push(...read.filter((item) => item !== undefined));
        token = found.next;
        if (token === undefined || items.length >= limit) break;
      }
      const { usedBytes, limitBytes } = usage;
      return { items, next: token ?? null, usage: { usedBytes, limitBytes } };
    },
    async delete(names) {
      const uses = await readMediaUses(backend);
      const outcome: MediaDeleted = {};
      for (const name of new Set(names)) {
        const used = uses.get(name);
        if (!name.startsWith(prefix) || name.startsWith(notContent)) {
          outcome[name] = "This is no file of the site's content.";
        } else if (used !== undefined && used.length > 0) outcome[name] = whyNot(used);
        else {
          // oxlint-disable-next-line no-await-in-loop -- few, and each is a write
          const isGone = await backend.deleteObject(name);
          outcome[name] = isGone || "It was gone already.";
        }
      }
      return outcome;
    },
  };
}

function whyNot([first, ...others]: readonly MediaUse[]): string {
  if (first === undefined) return "It is used.";
  const places = {
    published: "",
    draft: " (draft)",
    scheduled: " (scheduled)",
    version: " (an earlier version)",
    trash: " (in the trash)",
  };
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return `“${first.title}”${places[first.where]} uses it${more}.`;
}

function toItem(info: ObjectInfo, usedIn: readonly MediaUse[]): MediaItem | undefined {
  const { name, md5Hash, customMetadata, sizeBytes, contentType, updated } = info;
  const picture = isPicture(info) ? imageAddress({ name, md5Hash }, 1280, "webp") : undefined;
  const src = picture ?? fileAddress(name);
  if (src === undefined) return undefined;
  const isMeasured = customMetadata["thumbhashOf"] === md5Hash;
  const sizeOf = (field: string) => {
    const size = Number(isMeasured ? customMetadata[field] : undefined);
    return Number.isSafeInteger(size) && size > 0 ? size : null;
  };
  return {
    name,
    src,
    url: (picture && imageAddress({ name, md5Hash }, 320, "webp")) ?? src,
    bytes: sizeBytes,
    contentType: contentType ?? "",
    width: sizeOf("width"),
    height: sizeOf("height"),
    thumbhash: isMeasured ? (customMetadata["thumbhash"] ?? null) : null,
    updated,
    usedIn: [...usedIn],
  };
}
