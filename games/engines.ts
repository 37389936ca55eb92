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

export type ReadRules = {
  /** As the engine takes them: the same however they were sent. */
  rules: unknown;
  /** Null: such runs are not compared. */
  board: Board | null;
};

type Version = {
  play: (run: SavedRun) => PlayedAgain | { fault: ReplayFault };
  read: (rules: unknown) => ReadRules | undefined;
};

/** The newest version last. */
const versions = {
  blockstacker: { 1: versionOf(blockstackerEngine) },
  raiders: { 1: versionOf(raidersEngine) },
  slicer: { 1: versionOf(slicerEngine) },
  snake: { 1: versionOf(snakeEngine) },
  tower: { 1: versionOf(towerEngine) },
} satisfies Record<string, Record<number, Version>>;

export type GameName = keyof typeof versions;
export const gameNames = Object.keys(versions) as GameName[];

export function playAgain(
  game: GameName,
  version: number,
  run: SavedRun,
): PlayedAgain | { fault: ReplayFault } {
  return versionsOf(game).get(String(version))?.play(run) ?? { fault: "no-engine" };
}

/** What new runs are played with. */
export function newestVersion(game: GameName): number {
  return Math.max(...Array.from(versionsOf(game).keys(), Number));
}

/** By the newest version. Undefined: these are no rules of that game. */
export function readRules(game: GameName, rules: unknown): ReadRules | undefined {
  return versionsOf(game)
    .get(String(newestVersion(game)))
    ?.read(rules);
}

const highest = (names: string): Board[] =>
  names.split(" ").map((name) => ({ name, order: "highest" }));

/** All that there are; those whose names begin with `daily` are played with the seed of a day. */
export const boardsOf: Readonly<Record<GameName, readonly Board[]>> = {
  blockstacker: [...highest("marathon minutes daily"), { name: "lines", order: "lowest" }],
  raiders: highest("normal two-shots daily"),
  slicer: ["classic", "zen", "arcade", "daily"].flatMap((mode) =>
    highest(`${mode}-blade ${mode}-lanes`),
  ),
  snake: [
    ...["classic", "wrap"].flatMap((mode) =>
      ["slow", "normal", "fast"].flatMap((speed) =>
        highest(`${mode}-${speed} ${mode}-${speed}-small ${mode}-${speed}-large`),
      ),
    ),
    ...highest("daily"),
  ],
  tower: highest("tower daily"),
};

function versionsOf(game: GameName): Map<string, Version> {
  return new Map(Object.entries(Object.hasOwn(versions, game) ? versions[game] : {}));
}

function versionOf<State extends Hashable, Rules>(engine: Engine<State, Rules>): Version {
  const boardIn = (rules: Rules) => engine.boardOf(rules) ?? null;
  return {
    read(asked) {
      const rules = engine.parseRules(asked);
      return rules === undefined ? undefined : { rules, board: boardIn(rules) };
    },
    play({ seed, rules: asked, log, ticks, at = [] }) {
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
        board: boardIn(rules),
        bytes: at.map((tick) => bytesAt.get(tick)!),
      };
    },
  };
}
