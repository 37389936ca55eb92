/** Tools of an outbox whose last try had no answer: each waits longer for its next one. */
import type { OutboxParts } from "./outbox-parts.ts";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

export type Waits = {
  has(tool: string): boolean;
  /** Its last try had no answer. */
  isUnheard(tool: string): boolean;
  begin(tool: string): void;
  heard(tool: string): void;
  /** Nobody waits any more before the next try. */
  end(): void;
};

/** @param onOver a tool may try again */
export function createWaits(
  { after, random }: Pick<OutboxParts, "after" | "random">,
  onOver: (tool: string) => void,
): Waits {
  const tries = new Map<string, number>();
  const ends = new Map<string, () => void>();
  return {
    has: (tool) => ends.has(tool),
    isUnheard: (tool) => tries.has(tool),
    begin(tool) {
      const times = tries.get(tool) ?? 0;
      tries.set(tool, times + 1);
      const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** times);
      ends.get(tool)?.();
      const end = after(longest * (0.5 + random() / 2), () => {
        ends.delete(tool);
        onOver(tool);
      });
      ends.set(tool, end);
    },
    heard: (tool) => void tries.delete(tool),
    end() {
      for (const end of ends.values()) end();
      ends.clear();
    },
  };
}
