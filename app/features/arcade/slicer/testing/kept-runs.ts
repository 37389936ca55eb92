/** The kept runs of the engine, tick by tick. */
import { readFileSync } from "node:fs";
import { replay } from "#games/kit/replay.ts";
import { type Rules, type State, slicerEngine } from "#games/slicer/index.ts";
import type { Look } from "../../game.ts";

type Kept = { seed: number; rules: Rules; ticks: number; log: string };

const path = new URL("../../../../../games/slicer/v1/golden.json", import.meta.url);
const runs = JSON.parse(readFileSync(path, "utf8")) as Kept[];

export function keptRun(mode: Rules["mode"], hands: Rules["hands"]): Kept {
  const found = runs.findLast(({ rules }) => rules.mode === mode && rules.hands === hands);
  if (found === undefined) throw new Error(`No kept run of ${mode} with ${hands}`);
  return found;
}

export function playKept(
  { seed, rules, ticks, log }: Kept,
  see: (before: State, state: State) => void,
): State {
  const bytes = Uint8Array.from(Buffer.from(log, "base64"));
  let before: State | undefined;
  const played = replay(slicerEngine, { seed, rules, ticks, log: bytes }, (state) => {
    if (before !== undefined) see(before, state);
    before = state;
  });
  if (!("state" in played)) throw new Error(played.fault);
  return played.state;
}

export const day: Look = {
  colours: {
    field: "#fbf9f5",
    line: "#e4dfd5",
    faint: "#8c8478",
    soft: "#6d665b",
    ink: "#2e2720",
    accent: "#17605c",
    onHue: "#fffdf9",
    hues: ["#b4532f", "#b07512", "#6b7a1f", "#1d7a6e", "#2f6fa8", "#7355a8", "#b3446f"],
  },
  hasPatterns: false,
  isCalm: false,
  isTall: true,
  pixel: 8,
};

export const night: Look = {
  ...day,
  colours: { ...day.colours, field: "#1c1a17", line: "#35312b", ink: "#f1e9da" },
};
