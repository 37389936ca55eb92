/** What an import writes: only what is not there, and what was deleted once comes back. */
import type { Change, Records } from "#app/live/records/records.ts";
import { isGone } from "#lib/records/register.ts";
import type { Shape } from "#lib/records/register.ts";

export type ImportState = "fresh" | "gone" | "there";

export type Missing = {
  changes: Change[];
  /** By `KIND/ID`, of all that would be imported. */
  states: ReadonlyMap<string, ImportState>;
};

export function missingChanges(
  records: Pick<Records, "item">,
  shape: Shape,
  changes: readonly Change[],
): Missing {
  const states = new Map<string, ImportState>();
  const missing: Change[] = [];
  for (const { isNew, ...change } of changes) {
    const { kind, id } = change;
    const key = `${kind}/${id}`;
    let state = states.get(key);
    if (state === undefined) {
      const item = records.item(kind, id);
      state = !item ? "fresh" : isGone(shape, kind, item) ? "gone" : "there";
      states.set(key, state);
      if (state === "gone") missing.push({ kind, id, register: "gone", value: { v: false } });
    }
    if (state === "fresh") missing.push({ ...change, ...(isNew && { isNew }) });
    else if (state === "gone") missing.push(change);
  }
  return { changes: missing, states };
}

/** How many of a kind there are in such states. */
export function countStates(
  { states }: Pick<Missing, "states">,
  kind: string,
  ...wanted: readonly ImportState[]
): number {
  let count = 0;
  for (const [key, state] of states) {
    if (key.startsWith(`${kind}/`) && wanted.includes(state)) count += 1;
  }
  return count;
}
