/** Which of a list are chosen; with Shift all between the last one and this one. */
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

export type Selection = {
  /** In the order in which they are shown; of those that are not shown none counts. */
  ids: readonly string[];
  has: (id: string) => boolean;
  /** Stays the same; for rows, of which only those that changed are drawn anew. */
  choice: Choice;
  choose: (id: string, isChosen: boolean, withShift: boolean) => void;
  chooseAll: (isChosen: boolean) => void;
  clear: () => void;
};

/** The server takes so many in one act. */
export const maxChosen = 200;

export type Choice = ReturnType<typeof createChoice>;

/** What is chosen, for whoever listens. */
export function createChoice() {
  let chosen: ReadonlySet<string> = new Set();
  const listeners = new Set<() => void>();
  const become = (next: ReadonlySet<string>) => {
    chosen = next;
    for (const listener of listeners) listener();
  };
  return {
    all: () => chosen,
    /**
     * What does not fit any more is left out. What a filter hides does not count: it goes first.
     * @param shown ids
     */
    put: (ids: readonly string[], isChosen: boolean, shown: readonly string[]): void => {
      const next = new Set(chosen);
      for (const id of ids) {
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      const inSight = new Set(shown);
      const first = [...next].filter((id) => inSight.has(id));
      const hidden = [...next].filter((id) => !inSight.has(id));
      become(new Set([...first, ...hidden].slice(0, maxChosen)));
    },
    clear: () => become(new Set()),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export function useIsChosen(choice: Choice, id: string): boolean {
  const isChosen = () => choice.all().has(id);
  return useSyncExternalStore(choice.subscribe, isChosen, isChosen);
}

/**
 * @param shown ids, in their order
 * @param kept outlives the list; without it what is chosen goes with the list
 */
export function useSelection(shown: readonly string[], kept?: Choice): Selection {
  const [own] = useState(createChoice);
  const choice = kept ?? own;
  const chosen = useSyncExternalStore(choice.subscribe, choice.all, choice.all);
  const last = useRef<string>(undefined);
  const now = useRef(shown);
  useLayoutEffect(() => {
    now.current = shown;
  });

  const { put } = choice;
  const choose = useCallback(
    (id: string, isChosen: boolean, withShift: boolean) => {
      const all = now.current;
      const from = last.current === undefined ? -1 : all.indexOf(last.current);
      const to = all.indexOf(id);
      last.current = id;
      const isRange = withShift && from !== -1 && to !== -1;
      put(isRange ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [id], isChosen, all);
    },
    [put],
  );
  const chooseAll = useCallback(
    (isChosen: boolean) => put(now.current, isChosen, now.current),
    [put],
  );
  return useMemo(
    () => ({
      ids: shown.filter((id) => chosen.has(id)),
      has: (id) => chosen.has(id),
      choice,
      choose,
      chooseAll,
      clear: choice.clear,
    }),
    [shown, chosen, choice, choose, chooseAll],
  );
}
