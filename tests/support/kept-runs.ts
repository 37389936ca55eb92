/** The kept runs of all games, played again wherever this is bundled for. */
import { blockstackerEngine } from "#games/blockstacker/index.ts";
import type { Engine } from "#games/kit/engine.ts";
import { type Hashable, hashState } from "#games/kit/hash-state.ts";
import { replay } from "#games/kit/replay.ts";
import { towerEngine } from "#games/tower/index.ts";

export type KeptRun = {
  seed: number;
  rules: unknown;
  log: string;
  ticks: number;
  hash: number;
  result: number | null;
};
type Came = { hash: number; result: number | null } | string;

const games = {
  blockstacker: (run: KeptRun) => playAgain(blockstackerEngine, run),
  tower: (run: KeptRun) => playAgain(towerEngine, run),
};

export type GameName = keyof typeof games;
export const gameNames = Object.keys(games) as GameName[];

export function playKept(game: GameName, runs: readonly KeptRun[]): Came[] {
  return runs.map(games[game]);
}

function playAgain<State extends Hashable, Rules>(
  engine: Engine<State, Rules>,
  { seed, rules, log, ticks }: KeptRun,
): Came {
  const parsed = engine.parseRules(rules);
  if (parsed === undefined) return "no rules";
  const bytes = Uint8Array.from(atob(log), (sign) => sign.charCodeAt(0));
  const again = replay(engine, { seed, rules: parsed, log: bytes, ticks });
  if ("fault" in again) return again.fault;
  return { hash: hashState(again.state), result: engine.resultOf(again.state) ?? null };
}
