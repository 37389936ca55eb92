/**
 * Where the Tab key comes into the board: one card, or the head of a column. Whoever draws one hears only of its own
 * coming and going.
 */
import { createContext, useCallback, useContext, useSyncExternalStore } from "react";

export type Stop = {
  column: string;
  /** Undefined: the head of the column. */
  card: string | undefined;
  /** Beside the head, the card that the Tab key goes on to. */
  first?: string | undefined;
};

export type BoardStop = {
  get: () => Stop | undefined;
  set: (stop: Stop | undefined) => void;
  /** @param key `card ID` or `column ID` */
  subscribe: (key: string, listener: () => void) => () => void;
};

export function createBoardStop(): BoardStop {
  const listeners = new Map<string, Set<() => void>>();
  let current: Stop | undefined;
  return {
    get: () => current,
    set(next) {
      const before = current;
      const isSame =
        before?.column === next?.column &&
        before?.card === next?.card &&
        before?.first === next?.first;
      if (isSame) return;
      current = next;
      const keys = new Set([before, next].flatMap(keysOf));
      for (const key of keys) for (const listener of listeners.get(key) ?? []) listener();
    },
    subscribe(key, listener) {
      const all = listeners.get(key) ?? new Set();
      listeners.set(key, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(key);
      };
    },
  };
}

function keysOf(stop: Stop | undefined): string[] {
  if (!stop) return [];
  return [`column ${stop.column}`, `card ${stop.card ?? stop.first ?? ""}`];
}

const StopPlace = createContext<BoardStop | undefined>(undefined);
export const StopProvider = StopPlace.Provider;

function useStop<Value>(key: string, read: (stop: Stop | undefined) => Value): Value {
  const stop = useContext(StopPlace);
  const listen = useCallback(
    (changed: () => void) => stop?.subscribe(key, changed) ?? (() => undefined),
    [stop, key],
  );
  return useSyncExternalStore(listen, () => read(stop?.get()));
}

export const useIsStop = (card: string): boolean =>
  useStop(`card ${card}`, (stop) => (stop?.card ?? stop?.first) === card);

/** Its card that stays in the page; empty: the head is it; undefined: it is in another column. */
export const useStopIn = (column: string): string | undefined =>
  useStop(`column ${column}`, (stop) => (stop?.column === column ? (stop.card ?? "") : undefined));
