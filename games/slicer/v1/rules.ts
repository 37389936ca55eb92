/** What a run is played by: the mode, what cuts, and how fast things fly. */
import { ticksPerSecond } from "../../kit/engine.ts";

const modes = ["classic", "zen", "arcade", "daily"] as const;
/** `blade`: the pointer. `lanes`: five buttons. Nobody is compared with who plays by the other one. */
const hands = ["blade", "lanes"] as const;
/** `gentle`: half as fast, and not compared. */
const paces = ["full", "gentle"] as const;

export type Rules = {
  mode: (typeof modes)[number];
  hands: (typeof hands)[number];
  pace: (typeof paces)[number];
};

/** Undefined: not exactly these fields, or a value that there is none of. */
export function parseRules(value: unknown): Rules | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const given = value as { [name in keyof Rules]?: unknown };
  const mode = modes.find((name) => name === given.mode);
  const hand = hands.find((name) => name === given.hands);
  const pace = paces.find((name) => name === given.pace);
  if (mode === undefined || hand === undefined || pace === undefined) return undefined;
  return Object.keys(value).length === 3 ? { mode, hands: hand, pace } : undefined;
}

export function boardOf({ mode, hands, pace }: Rules) {
  return pace === "full" ? { name: `${mode}-${hands}`, order: "highest" as const } : undefined;
}

type Mode = {
  /** How long it lasts; undefined: until the player fails. */
  ticks: number | undefined;
  /** It ends with that many missed fruits; undefined: they do not matter. */
  misses: number | undefined;
  /** How many of a hundred throws are bombs, in that wave. */
  bombsIn: (wave: number) => number;
  /** How many of a hundred throws are stars, and as many frosts. */
  specials: number;
  /** Later ones have more in them. */
  firstWave: number;
};

const arcade: Mode = {
  ticks: 60 * ticksPerSecond,
  misses: undefined,
  bombsIn: () => 12,
  specials: 3,
  firstWave: 8,
};

const modeTable: { [name in Rules["mode"]]: Mode } = {
  classic: {
    ticks: undefined,
    misses: 3,
    bombsIn: (wave) => (wave < 4 ? 0 : Math.min(30, 4 + wave)),
    specials: 0,
    firstWave: 1,
  },
  zen: {
    ticks: 90 * ticksPerSecond,
    misses: undefined,
    bombsIn: () => 0,
    specials: 0,
    firstWave: 6,
  },
  arcade,
  daily: arcade,
};

export const modeOf = ({ mode }: Rules): Mode => modeTable[mode];
