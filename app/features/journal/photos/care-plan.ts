/** Which files of a journal go for good. */
import type { Records } from "#app/live/records/records.ts";
import { mediaOf } from "#lib/journal/journal-items.ts";

/** So long the trash keeps a photo. */
const trashMs = 30 * 86_400_000;

export type CarePlan = {
  /** Deleted 30 days ago or earlier. */
  old: string[];
  /** Ids of all that is there, in the trash too. */
  known: string[];
};

/** @param now milliseconds since 1970 */
export function carePlan(records: Pick<Records, "all">, now: number): CarePlan {
  const all = [...records.all("media")];
  const old = all.filter(([id, item]) => {
    const goneAt = (item.registers["gone"]?.t ?? 0) / 1000;
    return mediaOf(id, item)?.isGone === true && now - goneAt > trashMs;
  });
  return { old: old.map(([id]) => id), known: all.map(([id]) => id) };
}
