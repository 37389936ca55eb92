import { useRef, useState } from "react";

export type Choice = {
  has(id: string): boolean;
  /** @param isRange all from the one before, too */
  toggle(id: string, isRange: boolean): void;
  all(): void;
  none(): void;
};

/** Which lines are chosen. @param ids of all of them, in their order */
export function useChoice(ids: readonly string[]): Choice {
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  return {
    has: (id) => wanted.has(id),
    toggle(id, isRange) {
      const from = isRange && last.current !== undefined ? ids.indexOf(last.current) : -1;
      const at = ids.indexOf(id);
      const some = from === -1 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1);
      last.current = id;
      const next = new Set(wanted);
      for (const one of some) {
        if (wanted.has(id)) next.delete(one);
        else next.add(one);
      }
      setWanted(next);
    },
    all: () => setWanted(new Set(ids)),
    none: () => setWanted(new Set()),
  };
}
