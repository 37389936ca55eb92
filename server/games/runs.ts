/**
 * `gameRuns/{uid}/{game}`: the one open run of an account and game, and what was heard of it. Nothing of it is in memory, so
 * that any copy of the server may hear the next word. docs/games.md
 */
import { randomBytes } from "node:crypto";
import type { Commit } from "#lib/games/commit-chain.ts";
import type { GameName } from "#lib/games/game-api.ts";
import { mostRests } from "#lib/games/run-times.ts";
import { type ChangeBackend, changeValue } from "./change-value.ts";
import { fewestTicksEach } from "./judge-run.ts";
import {
  type OpenRun,
  type Outcome,
  type UsedRun,
  readRun,
  runPath,
  runToStore,
} from "./stored.ts";

export type RunRefusal = "no-run" | "run-used" | "not-increasing" | "too-many";

/** A run that has ended, rests and all. */
export type EndedRun = OpenRun & { used: UsedRun };

/** What somebody says of a run, and when that came, by the clock that nobody sets. */
type Heard = { uid: string; game: GameName; run: string; cameMs: number };

export type Runs = {
  /** @returns its id */
  begin(
    uid: string,
    game: GameName,
    run: Pick<OpenRun, "version" | "seed" | "rules" | "day">,
  ): Promise<string>;
  commit(at: Heard, commit: Commit): Promise<"done" | RunRefusal>;
  rest(at: Heard, to: "rest" | "play"): Promise<"done" | RunRefusal>;
  /** Nothing else is taken for it afterwards. @param digest of what was sent */
  end(at: Heard, digest: string): Promise<EndedRun | RunRefusal>;
  /** What is answered when the same comes once more. */
  settle(uid: string, game: GameName, run: string, outcome: Outcome): Promise<void>;
};

export function createRuns(deps: {
  backend: ChangeBackend;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds, never going back. */
  steadyNow: () => number;
}): Runs {
  const { backend, now, steadyNow } = deps;

  /** Of an open run that was not used yet. */
  const hear = (
    { uid, game, run: id }: Heard,
    word: (run: OpenRun) => OpenRun | "done" | RunRefusal,
  ): Promise<"done" | RunRefusal> =>
    changeValue(backend, runPath(uid, game), (value) => {
      const run = readRun(value);
      if (run?.id !== id) return { said: "no-run" };
      if (run.used !== null) return { said: "run-used" };
      const next = word(run);
      return typeof next === "string" ? { said: next } : { said: "done", next: runToStore(next) };
    });

  return {
    async begin(uid, game, { version, seed, rules, day }) {
      const id = randomBytes(16).toString("hex");
      const run: OpenRun = {
        id,
        version,
        seed,
        rules,
        day,
        startedAtMs: Math.round(steadyNow()),
        atMs: now(),
        commits: [],
        rests: [],
        restingSinceMs: null,
        used: null,
      };
      await backend.putValue(runPath(uid, game), runToStore(run));
      return id;
    },
    commit: (at, { tick, bytes, chain }) =>
      hear(at, (run) => {
        const last = run.commits.at(-1);
        if (last?.tick === tick && last.bytes === bytes && last.chain === chain) return "done";
        if (tick <= (last?.tick ?? 0) || bytes < (last?.bytes ?? 0)) return "not-increasing";
        if (run.commits.length > tick / fewestTicksEach + 1) return "too-many";
        // Copies of the server differ a little.
        const atMs = Math.max(Math.round(at.cameMs), last?.atMs ?? run.startedAtMs);
        return { ...run, commits: [...run.commits, { tick, bytes, chain, atMs }] };
      }),
    rest: (at, to) =>
      hear(at, (run) => {
        const heardAtMs = Math.round(at.cameMs);
        if ((to === "rest") === (run.restingSinceMs !== null)) return "done";
        if (run.restingSinceMs === null) {
          if (run.rests.length >= mostRests) return "too-many";
          const lastMs = run.rests.at(-1)?.toMs ?? run.startedAtMs;
          return { ...run, restingSinceMs: Math.max(heardAtMs, lastMs) };
        }
        return { ...run, rests: restsUntil(run, heardAtMs), restingSinceMs: null };
      }),
    end: ({ uid, game, run: id, cameMs }, digest) =>
      changeValue<EndedRun | RunRefusal>(backend, runPath(uid, game), (value) => {
        const run = readRun(value);
        if (run?.id !== id) return { said: "no-run" };
        if (run.used !== null) {
          return { said: run.used.digest === digest ? { ...run, used: run.used } : "run-used" };
        }
        const endedAtMs = Math.max(Math.round(cameMs), run.commits.at(-1)?.atMs ?? run.startedAtMs);
        const ended: EndedRun = {
          ...run,
          rests: restsUntil(run, endedAtMs),
          restingSinceMs: null,
          used: { digest, endedAtMs, atMs: now(), outcome: null },
        };
        return { said: ended, next: runToStore(ended) };
      }),
    settle: (uid, game, id, outcome) =>
      changeValue(backend, runPath(uid, game), (value) => {
        const run = readRun(value);
        // Another one was begun meanwhile: nobody asks for this any more.
        if (run?.id !== id || run.used === null) return { said: undefined };
        return {
          said: undefined,
          next: runToStore({ ...run, used: { ...run.used, outcome } }),
        };
      }),
  };
}

function restsUntil({ rests, restingSinceMs: fromMs }: OpenRun, toMs: number): OpenRun["rests"] {
  return fromMs === null ? rests : [...rests, { fromMs, toMs: Math.max(fromMs, toMs) }];
}
