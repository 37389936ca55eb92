/** What a player may choose, and which board a run counts on. */

/** All but the daily one, which has neither speed nor size. */
export const modes = ["classic", "wrap"] as const;
export const speeds = ["slow", "normal", "fast"] as const;
export const sizes = ["small", "medium", "large"] as const;

/** At the edge a snake dies, or comes in again on the other side. */
type Mode = (typeof modes)[number];
export type Speed = (typeof speeds)[number];
type Size = (typeof sizes)[number];

type FreeRules = { mode: Mode; speed: Speed; size: Size };
export type Rules = FreeRules | { mode: "daily" };

const dailyRules: FreeRules = { mode: "classic", speed: "normal", size: "medium" };

/** Cells, in both directions. */
const cellsOf: Record<Size, number> = { small: 10, medium: 16, large: 20 };

/** What is the same during a whole run. */
export type Field = { width: number; height: number; wraps: boolean; speed: Speed };

export function fieldOf(rules: Rules): Field {
  const { mode, speed, size } = rules.mode === "daily" ? dailyRules : rules;
  return { width: cellsOf[size], height: cellsOf[size], wraps: mode === "wrap", speed };
}

/** The medium size is the one that has no name. */
export function boardOf(rules: Rules): { name: string; order: "highest" } {
  if (rules.mode === "daily") return { name: "daily", order: "highest" };
  const { mode, speed, size } = rules;
  const name = size === "medium" ? `${mode}-${speed}` : `${mode}-${speed}-${size}`;
  return { name, order: "highest" };
}

export function parseRules(value: unknown): Rules | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { mode, ...others } = value as Record<string, unknown>;
  if (mode === "daily") return hasNone(others) ? { mode } : undefined;
  const { speed, size, ...more } = others;
  if (!isOneOf(modes, mode) || !isOneOf(speeds, speed) || !isOneOf(sizes, size)) return undefined;
  return hasNone(more) ? { mode, speed, size } : undefined;
}

const hasNone = (fields: object) => Object.keys(fields).length === 0;

function isOneOf<Name extends string>(names: readonly Name[], value: unknown): value is Name {
  return names.some((name) => name === value);
}
