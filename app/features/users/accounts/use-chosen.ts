/** Which accounts are chosen, over all pages; with Shift all between the last one and this one. */
import { useCallback, useMemo, useRef, useState } from "react";
import { maxUsersOfAct } from "#lib/user-admin.ts";
import type { UserRow } from "#lib/user-admin.ts";

export type Chosen = {
  rows: readonly UserRow[];
  has: (uid: string) => boolean;
  isFull: boolean;
  choose: (row: UserRow, isChosen: boolean, withShift: boolean) => void;
  choosePage: (isChosen: boolean) => void;
  clear: () => void;
};

export function useChosen(page: readonly UserRow[]): Chosen {
  const [map, setMap] = useState<ReadonlyMap<string, UserRow>>(new Map());
  const last = useRef<string>(undefined);

  const put = useCallback((rows: readonly UserRow[], isChosen: boolean) => {
    setMap((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (!isChosen) next.delete(row.uid);
        else if (next.size < maxUsersOfAct) next.set(row.uid, row);
      }
      return next;
    });
  }, []);

  const choose = useCallback(
    (row: UserRow, isChosen: boolean, withShift: boolean) => {
      const from = page.findIndex(({ uid }) => uid === last.current);
      const to = page.findIndex(({ uid }) => uid === row.uid);
      last.current = row.uid;
      const isRange = withShift && from !== -1 && to !== -1;
      put(isRange ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isChosen);
    },
    [page, put],
  );

  return useMemo(() => {
    const here = new Map(page.map((row) => [row.uid, row]));
    return {
      // What the list says now counts, not what it said when they were chosen.
      rows: [...map.values()].map((row) => here.get(row.uid) ?? row),
      has: (uid) => map.has(uid),
      isFull: map.size >= maxUsersOfAct,
      choose,
      choosePage: (isChosen) => put(page, isChosen),
      clear: () => setMap(new Map()),
    };
  }, [map, page, choose, put]);
}
