/** All games in all versions, for whoever plays logs again without knowing which game it is. A page takes its game's own door. */
import { blockstackerEngine } from "./blockstacker/index.ts";
import type { Board, Engine } from "./kit/engine.ts";
import { type Hashable, hashState } from "./kit/hash-state.ts";
import { replay } from "./kit/replay.ts";
import { raidersEngine } from "./raiders/index.ts";
import { slicerEngine } from "./slicer/index.ts";
import { snakeEngine } from "./snake/index.ts";
import { towerEngine } from "./tower/index.ts";

export type SavedRun = {
  seed: number;
  /** As they were sent. */
  rules: unknown;
  log: Uint8Array;
  ticks: number;
  /** After how many ticks it is asked how long the log was. */
  at?: readonly number[];
};

export type PlayedAgain = {
  hash: number;
  isOver: boolean;
  /** Null: there is none. */
  result: number | null;
  board: Board | null;
  /** Bytes of the log after each of `at`. */
  bytes: number[];
};

/** `no-engine`: that version is not here. */
export type ReplayFault = "no-engine" | "no-rules" | "no-log" | "goes-on";

type Player = (run: SavedRun) => PlayedAgain | { fault: ReplayFault };

const players = {
  blockstacker: { 1: playerOf(blockstackerEngine) },
  raiders: { 1: playerOf(raidersEngine) },
  slicer: { 1: playerOf(slicerEngine) },
  snake: { 1: playerOf(snakeEngine) },
  tower: { 1: playerOf(towerEngine) },
} satisfies Record<string, Record<number, Player>>;

export type GameName = keyof typeof players;
export const gameNames = Object.keys(players) as GameName[];

export function playAgain(
  game: GameName,
  version: number,
  run: SavedRun,
): PlayedAgain | { fault: ReplayFault } {
  const versions = new Map(Object.entries(Object.hasOwn(players, game) ? players[game] : {}));
  return versions.get(String(version))?.(run) ?? { fault: "no-engine" };
}

function playerOf<State extends Hashable, Rules>(engine: Engine<State, Rules>): Player {
  return ({ seed, rules: asked, log, ticks, at = [] }) => {
    const rules = engine.parseRules(asked);
    if (rules === undefined) return { fault: "no-rules" };
    const bytesAt = new Map<number, number>(at.map((tick) => [tick, -1]));
    const again = replay(engine, { seed, rules, log, ticks }, (_, tick, bytes) => {
      if (bytesAt.has(tick)) bytesAt.set(tick, bytes);
    });
    if ("fault" in again) return { fault: again.fault };
    return {
      hash: hashState(again.state),
      isOver: engine.isOver(again.state),
      result: engine.resultOf(again.state) ?? null,
      board: engine.boardOf(rules) ?? null,
      bytes: at.map((tick) => bytesAt.get(tick)!),
    };
  };
}
