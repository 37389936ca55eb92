/** What is stored of runs and bests in the Realtime Database, and how it is read: what makes no sense is nothing. */
import type { GameName, RunFault } from "#lib/games/game-api.ts";
import type { Rest } from "#lib/games/run-times.ts";
import type { DatabaseJson } from "#lib/server-backend.ts";
import type { BoardOrder } from "#lib/games/game-api.ts";
import type { StartedRun } from "./judge-run.ts";

export const runPath = (uid: string, game: GameName) => `gameRuns/${uid}/${game}`;
export const bestsPath = (uid: string, game: GameName, board: string) =>
  `gamePlayers/${uid}/bests/${game}/${board}`;

/** `startedAtMs` and what else is compared with it is by a clock that never goes back; `atMs` by the usual one. */
export type OpenRun = Omit<StartedRun, "game"> & {
  /** Of a run with the day's seed. */
  day: string | null;
  atMs: number;
  restingSinceMs: number | null;
  used: UsedRun | null;
};

export type Outcome = { result: number; board: string; order: BoardOrder } | { fault: RunFault };

export type UsedRun = {
  /** Of what was sent. */
  digest: string;
  endedAtMs: number;
  atMs: number;
  /** Null: it is being judged, or that was broken off. */
  outcome: Outcome | null;
};

/** Lists are texts: a place of many small ones is slow to write. */
export function runToStore(run: OpenRun): DatabaseJson {
  const { rules, commits, rests, used, ...others } = run;
  return {
    ...others,
    rules: JSON.stringify(rules),
    commits: JSON.stringify(
      commits.map(({ tick, bytes, chain, atMs }) => [tick, bytes, chain, atMs]),
    ),
    rests: JSON.stringify(rests.map(({ fromMs, toMs }) => [fromMs, toMs])),
    used: used && { ...used, outcome: JSON.stringify(used.outcome) },
  };
}

export function readRun(value: DatabaseJson): OpenRun | undefined {
  const stored = recordOf(value);
  const { id, version, seed, startedAtMs, atMs } = stored;
  if (typeof id !== "string") return undefined;
  const used = recordOf(stored["used"] ?? null);
  return {
    id,
    version: numberOf(version),
    seed: numberOf(seed),
    rules: jsonIn(stored["rules"]),
    day: typeof stored["day"] === "string" ? stored["day"] : null,
    startedAtMs: numberOf(startedAtMs),
    atMs: numberOf(atMs),
    commits: listIn(stored["commits"]).map(([tick, bytes, chain, at]) => ({
      tick: numberOf(tick),
      bytes: numberOf(bytes),
      chain: String(chain),
      atMs: numberOf(at),
    })),
    rests: listIn(stored["rests"]).map(([from, to]): Rest => ({
      fromMs: numberOf(from),
      toMs: numberOf(to),
    })),
    restingSinceMs: typeof stored["restingSinceMs"] === "number" ? stored["restingSinceMs"] : null,
    used:
      typeof used["digest"] === "string"
        ? {
            digest: used["digest"],
            endedAtMs: numberOf(used["endedAtMs"]),
            atMs: numberOf(used["atMs"]),
            outcome: (jsonIn(used["outcome"]) ?? null) as Outcome | null,
          }
        : null,
  };
}

/** An account's best of a period, and an entry of a board. */
export type Best = {
  run: string;
  result: number;
  /** Milliseconds since 1970. */
  at: number;
};

export function readBest(value: DatabaseJson | undefined): Best | undefined {
  const { run, result, at } = recordOf(value ?? null);
  if (typeof run !== "string" || typeof result !== "number" || typeof at !== "number") {
    return undefined;
  }
  return { run, result, at };
}

/** By the period's key. */
export function readBests(value: DatabaseJson): Map<string, Best> {
  return new Map(
    Object.entries(recordOf(value)).flatMap(([key, one]) => {
      const best = readBest(one);
      return best === undefined ? [] : [[key, best] as const];
    }),
  );
}

/** Below 0 where `a` comes first: the better one, then who was first. */
export function compareBests(order: BoardOrder, a: Best, b: Best): number {
  const byResult = order === "highest" ? b.result - a.result : a.result - b.result;
  return byResult || a.at - b.at;
}

export function recordOf(value: DatabaseJson): Record<string, DatabaseJson> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);

function jsonIn(value: DatabaseJson | undefined): unknown {
  return typeof value === "string" ? JSON.parse(value) : undefined;
}

function listIn(value: DatabaseJson | undefined): unknown[][] {
  return (jsonIn(value) ?? []) as unknown[][];
}
