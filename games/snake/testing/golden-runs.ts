/** Runs whose logs are kept in `golden.json`: of all modes, speeds and sizes, to the end or not. */
import { hashState } from "../../kit/hash-state.ts";
import { type Rules, modes, sizes, snakeEngine, speeds } from "../index.ts";
import { type Style, createBot, createFumbler } from "./bot.ts";
import { play } from "./play.ts";

export type GoldenRun = {
  seed: number;
  rules: Rules;
  ticks: number;
  /** Base64. */
  log: string;
  hash: number;
  /** Null: it was not over. */
  result: number | null;
  over: string;
};

type Asked = { rules: Rules; style: Style | "fumbling"; mostTicks: number };

const played: Asked[] = modes.flatMap((mode, at) =>
  speeds.flatMap((speed, of) =>
    sizes.map((size, which): Asked => ({
      rules: { mode, speed, size },
      style: (at + of + which) % 2 === 0 ? "hasty" : "careful",
      mostTicks: 20_000,
    })),
  ),
);

const more: Asked[] = [
  { rules: { mode: "daily" }, style: "careful", mostTicks: 20_000 },
  { rules: { mode: "daily" }, style: "hasty", mostTicks: 20_000 },
  { rules: { mode: "daily" }, style: "hasty", mostTicks: 1000 },
  { rules: { mode: "daily" }, style: "cycle", mostTicks: 216_000 },
  { rules: { mode: "classic", speed: "fast", size: "small" }, style: "cycle", mostTicks: 216_000 },
  { rules: { mode: "daily" }, style: "fumbling", mostTicks: 20_000 },
  { rules: { mode: "wrap", speed: "fast", size: "small" }, style: "fumbling", mostTicks: 20_000 },
  { rules: { mode: "wrap", speed: "slow", size: "large" }, style: "fumbling", mostTicks: 20_000 },
  { rules: { mode: "wrap", speed: "slow", size: "small" }, style: "cycle", mostTicks: 216_000 },
];

export function playGoldenRuns(): GoldenRun[] {
  return [...played, ...more].map(({ rules, style, mostTicks }, at) => {
    const seed = at % 2 === 0 ? at * 7919 + 1 : 0xffffffff - at * 104_729;
    const bot = style === "fumbling" ? createFumbler(seed) : createBot(seed, style);
    const run = play({ seed, rules, bot, mostTicks });
    return {
      seed,
      rules,
      ticks: run.ticks,
      log: Buffer.from(run.log).toString("base64"),
      hash: hashState(run.state),
      result: snakeEngine.resultOf(run.state) ?? null,
      over: run.state.over,
    };
  });
}
