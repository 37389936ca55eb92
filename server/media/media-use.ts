/** Which documents show which public files: what is published or hidden, drafts, schedules, versions, the trash. */
import { otherSide } from "#lib/content/content-media.ts";
import { kindsWithFiles, titleOf } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { filesNamedIn } from "#lib/content/named-files.ts";
import { versionsPath } from "#lib/content/version.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { documentsIn } from "#lib/in-pages.ts";
import type { MediaUse } from "#lib/media-item.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

type UseBackend = Pick<ServerBackend, "findDocuments">;

/** By the name of the stored file. */
export type MediaUses = ReadonlyMap<string, readonly MediaUse[]>;

/** Of one file: whoever deletes wants to know that there are any. */
const maxUses = 20;

/** For many questions after each other: what was true at some time in the last `keptMs` milliseconds. */
export function createRecentMediaUses(deps: {
  backend: UseBackend;
  keptMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
}): () => Promise<MediaUses> {
  const { backend, keptMs, now } = deps;
  let kept: { uses: Promise<MediaUses>; at: number } | undefined;
  return () => {
    const age = kept === undefined ? Infinity : now() - kept.at;
    if (kept === undefined || age > keptMs || age < 0) {
      const uses = readMediaUses(backend);
      kept = { uses, at: now() };
      // The next one asks anew.
      uses.catch(() => (kept = undefined));
    }
    return kept.uses;
  };
}

/** Reads all content that may name files. @throws BackendError */
export async function readMediaUses(backend: UseBackend): Promise<MediaUses> {
  const uses = new Map<string, MediaUse[]>();
  const add = (fields: PlainFields, use: MediaUse) => {
    for (const name of publicNamesIn(fields)) {
      const known = uses.get(name) ?? [];
      const isKnown = known.some(
        ({ kind, id, where }) => kind === use.kind && id === use.id && where === use.where,
      );
      if (!isKnown && known.length < maxUses) uses.set(name, [...known, use]);
    }
  };
  const titles = new Map<string, string>();
  const ids = new Map<ContentKind, Set<string>>(kindsWithFiles.map((kind) => [kind, new Set()]));

  for (const kind of kindsWithFiles) {
    // oxlint-disable-next-line no-await-in-loop -- a few collections, one after the other
    for await (const { id, data } of documentsIn(backend, { collection: kind })) {
      const title = titleOf(kind, id, data) || id;
      titles.set(`${kind}/${id}`, title);
      ids.get(kind)?.add(id);
      add(data, { kind, id, title, where: "published" });
    }
  }
  const beside = [
    ["drafts", "draft"],
    ["schedules", "scheduled"],
    ["trash", "trash"],
  ] as const;
  for (const [collection, where] of beside) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    for await (const { data } of documentsIn(backend, { collection })) {
      const found = keyOf(data);
      if (found === undefined) continue;
      const { kind, id } = found;
      ids.get(kind)?.add(id);
      const fields = isFields(data["fields"]) ? data["fields"] : data;
      const named = typeof data["title"] === "string" ? data["title"] : "";
      const title = titles.get(`${kind}/${id}`) ?? (titleOf(kind, id, fields) || named || id);
      titles.set(`${kind}/${id}`, title);
      // All of it: words of a draft that lost a race name files, too.
      add(data, { kind, id, title, where });
    }
  }
  for (const [kind, known] of ids) {
    for (const id of known) {
      const title = titles.get(`${kind}/${id}`) ?? id;
      // oxlint-disable-next-line no-await-in-loop -- as many at once would be as many reads in memory
      for await (const { data } of documentsIn(backend, { collection: versionsPath(kind, id) })) {
        if (isFields(data["fields"])) add(data["fields"], { kind, id, title, where: "version" });
      }
    }
  }
  return uses;
}

function keyOf(data: PlainFields): { kind: ContentKind; id: string } | undefined {
  const kind = kindsWithFiles.find((one) => one === data["kind"]);
  const { docId } = data;
  return kind === undefined || typeof docId !== "string" ? undefined : { kind, id: docId };
}

/** A draft's picture has the same name on the public side, where it may be already. */
function publicNamesIn(fields: PlainFields): string[] {
  return [...filesNamedIn(fields)].map((name) =>
    name.startsWith("drafts/") ? otherSide(name) : name,
  );
}

function isFields(value: PlainFields[string] | undefined): value is PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
