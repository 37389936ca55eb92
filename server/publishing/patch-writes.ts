/** Writes that change some fields of a document, of its draft and of what waits for its time, and nothing else of them. */
import { versionsPath } from "#lib/content/version.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { StoredDocument, Write } from "#lib/server-backend.ts";
import { draftPatch, maskOf, withoutGone } from "./content-store.ts";
import type { Patch, StoredDraft } from "./content-store.ts";
import type { Item, Publishing } from "./site-facts.ts";

/** What an act makes of a text; empty where there is nothing to do. */
export type PatchOf = (fields: PlainFields) => Patch;

export function documentWrites(
  { path, data, updateTime }: StoredDocument,
  patchOf: PatchOf,
): Write[] {
  const patch = patchOf(data);
  if (!isAny(patch)) return [];
  const mask = Object.keys(patch).map((name) => [name]);
  return [{ update: path, data: withoutGone(patch), mask, when: { updateTime } }];
}

/** Of the draft, and of what is scheduled, so that publishing those does not undo it. */
export async function draftWrites(
  { store, versions }: Pick<Publishing, "store" | "versions">,
  { kind, id }: Item,
  patchOf: PatchOf,
): Promise<{ draft: StoredDraft | null; writes: Write[] }> {
  const [draft, schedule] = await Promise.all([store.draft(kind, id), store.schedule(kind, id)]);
  const writes: Write[] = [];
  const patch = patchOf(draft?.fields ?? {});
  const isDrafted = draft !== null && isAny(patch);
  if (isDrafted) writes.push(draftPatch(draft, patch));
  const waiting = schedule && (await versions.get(kind, id, schedule.versionId));
  if (schedule !== null && waiting !== null) {
    const fields = patchOf(waiting);
    const update = `${versionsPath(kind, id)}/${schedule.versionId}`;
    if (isAny(fields)) {
      const data = { fields: withoutGone(fields) };
      writes.push({ update, data, mask: maskOf(fields), when: { exists: true } });
    }
    // What waits is still what the draft says.
    const isSame = isDrafted && draft.rev === schedule.rev;
    const rev = isSame ? draft.rev + 1 : schedule.rev;
    const when = { updateTime: schedule.updateTime };
    writes.push({ update: schedule.path, data: { rev }, when });
  }
  return { draft, writes };
}

function isAny(patch: Patch): boolean {
  return Object.keys(patch).length > 0;
}
