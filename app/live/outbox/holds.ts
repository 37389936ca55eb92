/** Keys of an outbox that wait for quiet: what is typed is sent when nothing more comes, or has come for long enough. */
import type { Which } from "./outbox.ts";
import type { OutboxParts } from "./outbox-parts.ts";

type Hold = { first: number; end: () => void };

export type Holds = {
  has(which: Required<Which>): boolean;
  /** Anew from now on, but no longer than `mostMs` from the first time. */
  hold(which: Required<Which>, patience: { quietMs: number; mostMs: number }): void;
  release(which: Which): void;
};

/** @param onQuiet one of them need not wait any more */
export function createHolds(
  { after, clock }: Pick<OutboxParts, "after" | "clock">,
  onQuiet: () => void,
): Holds {
  const holds = new Map<string, Hold & { which: Required<Which> }>();
  const nameOf = ({ tool, key }: Required<Which>) => `${tool} ${key}`;
  return {
    has: (which) => holds.has(nameOf(which)),
    hold(which, { quietMs, mostMs }) {
      const name = nameOf(which);
      const before = holds.get(name);
      before?.end();
      const now = clock();
      const first = before?.first ?? now;
      const end = after(Math.max(0, Math.min(quietMs, first + mostMs - now)), () => {
        holds.delete(name);
        onQuiet();
      });
      holds.set(name, { which, first, end });
    },
    release(which) {
      for (const [name, { which: held, end }] of holds) {
        if (!isOf(which)(held)) continue;
        end();
        holds.delete(name);
      }
    },
  };
}

export function isOf({ tool, key }: Which): (entry: { tool: string; key: string }) => boolean {
  return (entry) =>
    (tool === undefined || entry.tool === tool) && (key === undefined || entry.key === key);
}
