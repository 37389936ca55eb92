import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Row } from "./index/rows.ts";

export type Chosen = {
  /** In the order in which they are shown. */
  ids: readonly string[];
  all: ReadonlySet<string>;
  has: (id: string) => boolean;
  choose: (id: string, isChosen: boolean, withShift: boolean) => void;
  chooseAll: () => void;
  clear: () => void;
};

/** Tasks that are chosen for an act on many; with Shift all between the last one and this one. */
export function useChosen(rows: readonly Row[]): Chosen {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(
    () => rows.filter(({ kind }) => kind === "task").map(({ id }) => id),
    [rows],
  );
  const last = useRef<string>(undefined);
  const now = useRef(shown);
  useLayoutEffect(() => {
    now.current = shown;
  });
  const choose = useCallback((id: string, isChosen: boolean, withShift: boolean) => {
    const all = now.current;
    const from = last.current === undefined ? -1 : all.indexOf(last.current);
    const to = all.indexOf(id);
    last.current = id;
    const ids =
      withShift && from !== -1 && to !== -1
        ? all.slice(Math.min(from, to), Math.max(from, to) + 1)
        : [id];
    setChosen((before) => {
      const next = new Set(before);
      for (const one of ids) {
        if (isChosen) next.add(one);
        else next.delete(one);
      }
      return next;
    });
  }, []);
  const chooseAll = useCallback(() => setChosen(new Set(now.current)), []);
  const clear = useCallback(() => setChosen(new Set()), []);
  return useMemo(() => {
    // What is not shown any more is not acted on.
    const ids = chosen.size === 0 ? [] : shown.filter((id) => chosen.has(id));
    const all = new Set(ids);
    return { ids, all, has: (id) => all.has(id), choose, chooseAll, clear };
  }, [shown, chosen, choose, chooseAll, clear]);
}
