/** What a run is played by, and on which board it counts. */

/** `calm` is slower and not compared; `daily` is for a seed that all have that day, so all its rules are the same. */
type Mode = "normal" | "calm" | "daily";

export type Rules = {
  mode: Mode;
  /** How many shots of the ship are in the air at once. */
  shots: 1 | 2;
  /**
   * Whether the ship fires for as long as the button is held. It is on the same board: how soon the next shot may leave
   * is the same for both, so it saves the tapping and nothing else.
   */
  autofire: boolean;
};

const modes: readonly string[] = ["normal", "calm", "daily"] satisfies Mode[];

export function parseRules(value: unknown): Rules | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { mode, shots, autofire, ...others } = value as Record<string, unknown>;
  if (Array.isArray(value) || Object.keys(others).length > 0) return undefined;
  if (!isMode(mode) || (shots !== 1 && shots !== 2) || typeof autofire !== "boolean") {
    return undefined;
  }
  return mode === "daily" && shots !== 1 ? undefined : { mode, shots, autofire };
}

const isMode = (value: unknown): value is Mode =>
  typeof value === "string" && modes.includes(value);

export function boardOf({ mode, shots }: Rules): { name: string; order: "highest" } | undefined {
  if (mode === "calm") return undefined;
  return { name: shots === 2 ? "two-shots" : mode, order: "highest" };
}

type Pace = {
  /** One raider steps each so many ticks: fewer raiders come round sooner. */
  ticksPerStep: number;
  mostRaiderShots: number;
  /** What raiders' shots fly and their waits last, in parts of 16 of what the tables say. */
  shotPart: number;
  waitPart: number;
};

const usual: Pace = { ticksPerStep: 1, mostRaiderShots: 3, shotPart: 16, waitPart: 16 };
const calm: Pace = { ticksPerStep: 2, mostRaiderShots: 2, shotPart: 8, waitPart: 28 };

export const paceOf = ({ mode }: Rules): Pace => (mode === "calm" ? calm : usual);
