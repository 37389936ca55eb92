/** Records without a server: what is written is there at once. For what is shown of them, not for how they travel. */
import type { Change, Records } from "#app/live/records/records.ts";
import type { Item } from "#lib/records/register.ts";

export type MemoryRecords = Records & {
  /** As another device writes. */
  elsewhere(changes: readonly Change[]): void;
};

export function createMemoryRecords(): MemoryRecords {
  const kinds = new Map<string, Map<string, Item>>();
  const listeners = new Set<(changed: ReadonlySet<string>) => void>();
  let t = 1_000_000;
  const all = (kind: string) => kinds.get(kind) ?? kinds.set(kind, new Map()).get(kind)!;
  const write = (changes: readonly Change[]) => {
    for (const { kind, id, register, value } of changes) {
      const old = all(kind).get(id);
      t += 1;
      const written = { value, t, p: old?.registers[register]?.t ?? 0 };
      all(kind).set(id, { at: t, registers: { ...old?.registers, [register]: written } });
    }
  };
  return {
    status: () => "ready",
    isCurrent: () => true,
    item: (kind, id) => all(kind).get(id),
    all,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async change(changes) {
      write(changes);
    },
    async purge(items) {
      return items.filter(({ kind, id }) => all(kind).delete(id)).length;
    },
    // All of it is in memory.
    hold: async () => () => undefined,
    async *each(kind) {
      for (const [id, item] of all(kind)) yield { id, item };
    },
    progress: () => undefined,
    sync: () => "saved",
    refused: () => [],
    close() {},
    elsewhere(changes) {
      write(changes);
      const keys = new Set(changes.map(({ kind, id }) => `${kind}/${id}`));
      for (const listener of listeners) listener(keys);
    },
  };
}
