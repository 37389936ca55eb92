/** Which rules of a file no test has seen to grant, and which to refuse. */
import type { RulesObserver } from "../observer.ts";

export function observeRules(): RulesObserver & { unseen(): string[]; count(): number } {
  const open = new Map<string, Set<boolean>>();
  const nameOf = ({ place, name }: { place: string; name: string }) => `${place} ${name}`;
  return {
    found: (rule) => void open.set(nameOf(rule), new Set(rule.outcomes)),
    evaluated: (rule, holds) => void open.get(nameOf(rule))?.delete(holds),
    unseen: () =>
      [...open].flatMap(([rule, outcomes]) =>
        [...outcomes].map((holds) => `${rule} was never ${holds}`),
      ),
    count: () => open.size,
  };
}
