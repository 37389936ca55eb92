/** The documents of a collection as pages list them. A change costs what it changes: all others are kept as they were. */

/** A StoredDocument of lib/server-backend.ts, as far as it is needed here. */
export type Stored = {
  path: string;
  id: string;
  data: unknown;
  /** RFC 3339, UTC. */
  createTime: string;
  updateTime: string;
};

export type PublicList<Shown> = {
  /** In place of the one that has its id. */
  set(document: Stored): void;
  delete(id: string): void;
  /** The same list, of the same entries, until something changes. */
  all(): Shown[];
};

export function createPublicList<Entry extends { id: string }, Shown>(rules: {
  /** Null for what must not be seen. */
  entryOf: (document: Stored) => Entry | null;
  order: (a: Entry, b: Entry) => number;
  /** @param entries in order */
  shownOf: (entries: Entry[]) => Shown[];
}): PublicList<Shown> {
  const { entryOf, order, shownOf } = rules;
  const changed = new Map<string, Stored | null>();
  let entries: Entry[] = [];
  let shown: Shown[] = [];

  return {
    set: (document) => void changed.set(document.id, document),
    delete: (id) => void changed.set(id, null),
    all() {
      if (changed.size === 0) return shown;
      const kept = entries.filter(({ id }) => !changed.has(id));
      const come = [...changed.values()].flatMap((document) => {
        const entry = document && entryOf(document);
        return entry === null ? [] : [entry];
      });
      // Those kept are in order, which the sort sees in one look at each.
      entries = [...kept, ...come].toSorted(order);
      shown = shownOf(entries);
      changed.clear();
      return shown;
    },
  };
}
