/** Which rules of a file no test has seen to grant, and which to refuse. */
import type { RulesObserver } from "../observer.ts";

export function observeRules(): RulesObserver & { unseen(): string[]; count(): number } {
  const open = new Map<string, Set<boolean>>();
  return {
    found: (place, outcomes) => void open.set(place, new Set(outcomes)),
    evaluated: (place, holds) => void open.get(place)?.delete(holds),
    unseen: () =>
      [...open].flatMap(([place, outcomes]) =>
        [...outcomes].map((holds) => `${place} was never ${holds}`),
      ),
    count: () => open.size,
  };
}
