/** What a player chooses before a run. */
import { ticksPerSecond } from "../../kit/engine.ts";

export const modes = ["marathon", "lines", "minutes", "zen", "daily"] as const;
export type Mode = (typeof modes)[number];

/** How keys are felt, in ticks. */
export type Handling = {
  /** From a press until a held key goes on. */
  das: number;
  /** From one step of a held key to the next one; 0: to the wall at once. */
  arr: number;
  /** How many times as fast a piece falls that is pushed down; 0: to the ground at once. */
  soft: number;
};

export type Rules = { mode: Mode } & Handling;

export const usualHandling: Handling = { das: 10, arr: 2, soft: 20 };

const ranges: Record<keyof Handling, readonly [from: number, to: number]> = {
  das: [1, 20],
  arr: [0, 10],
  soft: [0, 60],
};

/** Of a marathon. */
export const marathonLines = 150;
/** Of "40 lines". */
export const sprintLines = 40;
/** Of "2 minutes", and of each day's own. */
export const minutesTicks = 120 * ticksPerSecond;

/** Undefined: that is none of them. */
export function parseRules(value: unknown): Rules | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { mode, das, arr, soft, ...others } = value as Record<string, unknown>;
  const known = modes.find((one) => one === mode);
  if (known === undefined || Object.keys(others).length > 0) return undefined;
  if (!isIn("das", das) || !isIn("arr", arr) || !isIn("soft", soft)) return undefined;
  return { mode: known, das, arr, soft };
}

function isIn(name: keyof Handling, value: unknown): value is number {
  const [from, to] = ranges[name];
  return typeof value === "number" && Number.isInteger(value) && value >= from && value <= to;
}
