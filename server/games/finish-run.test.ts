import { afterAll, beforeAll, expect, test } from "vitest";
import { type GameName, playAgain } from "#games/engines.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { type Site, openSite } from "../../tests/support/site.ts";
import { playTower, sentOf } from "../api/games/testing/honest-runs.ts";
import { ProcessError } from "../processes/errors.ts";
import { createBoards } from "./boards.ts";
import { createFinishRun } from "./finish-run.ts";
import { createKeptLogs } from "./kept-logs.ts";
import { createPlayers } from "./players.ts";
import { type Replays, ReplaysBusyError } from "./replays.ts";
import { createRuns } from "./runs.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const game: GameName = "tower";
const place = { game, board: "tower", order: "highest", key: "all" } as const;

/** With replays of the test's own. */
function open(play: Replays["play"]) {
  const clock = { now: Date.parse("2026-11-28T12:00:00Z"), steady: 1_000_000 };
  const { log, entries } = recordingLog();
  const backend = site.serverBackend;
  const now = () => clock.now;
  const players = createPlayers({ backend, now });
  const boards = createBoards({ backend });
  const logs = createKeptLogs({ backend, boards, players });
  const runs = createRuns({ backend, now, steadyNow: () => clock.steady });
  const changed: string[] = [];
  const finish = createFinishRun({
    runs,
    replays: { play },
    players,
    boards,
    logs,
    changed: ({ key }) => changed.push(key),
    log,
  });
  return { clock, runs, boards, logs, finish, entries, changed };
}

const honestly: Replays["play"] = async ({ game: of, version, run }) => playAgain(of, version, run);

const came = ({ clock }: ReturnType<typeof open>, readMs = 0) => ({ cameMs: clock.steady, readMs });

async function begin({ runs, clock }: ReturnType<typeof open>, uid: string) {
  const run = await runs.begin(uid, game, {
    version: 1,
    seed: 1,
    rules: { mode: "tower" },
    day: null,
  });
  const played = playTower({ seed: 1 }, 3);
  clock.steady += (played.ticks * 1000) / 60;
  return { game, run, ...sentOf(played) };
}

test("a run that had to wait is judged with the time at which it came first, once there is room", async () => {
  const errors = [
    new ReplaysBusyError("Too many."),
    new ProcessError("slow", "It took too long."),
    new ProcessError("died", "It died."),
  ];
  const parts = open(async (job) => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    return honestly(job);
  });
  const sent = await begin(parts, "ann");
  for (let time = 0; time < 3; time += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await parts.finish("ann", sent, came(parts))).toEqual({ refusal: "busy" });
    parts.clock.steady += 60_000;
  }
  // What is no fault of anybody's is in the log; that many play is not.
  expect(parts.entries.map(({ msg }) => msg)).toEqual([
    "a run could not be played again",
    "a run could not be played again",
  ]);
  expect(await parts.finish("ann", sent, came(parts))).toMatchObject({ answer: { result: 30 } });
  expect(parts.changed).toEqual(["d2026-11-28", "w2026-W48", "all"]);
});

test("what is judged already is played no more", async () => {
  let played = 0;
  const parts = open(async (job) => {
    played += 1;
    return honestly(job);
  });
  const sent = await begin(parts, "ben");
  const wrong = { ...sent, claimed: 99 };
  expect(await parts.finish("ben", wrong, came(parts))).toEqual({ fault: "other-result" });
  expect(await parts.finish("ben", wrong, came(parts))).toEqual({ fault: "other-result" });
  expect(await parts.finish("ben", sent, came(parts))).toEqual({ refusal: "run-used" });
  expect(played).toBe(1);
});

test("a fault of the server is none of the run's", async () => {
  const parts = open(() => Promise.reject(new TypeError("x is not a function")));
  const sent = await begin(parts, "cleo");
  await expect(parts.finish("cleo", sent, came(parts))).rejects.toThrow(TypeError);
});

test("how long a log was under way is no time of the run, as far as logs are that long", async () => {
  // Whoever sends little and takes long for it may have played meanwhile.
  const little = open(honestly);
  const sent = await begin(little, "dan");
  little.clock.steady += 9000;
  expect(await little.finish("dan", sent, came(little, 9000))).toEqual({ fault: "slow" });
  // A long one takes that long; that it makes no sense is seen later.
  const much = open(honestly);
  const long = { ...(await begin(much, "eve")), log: "A".repeat(288_000) };
  much.clock.steady += 9000;
  expect(await much.finish("eve", long, came(much, 9000))).toEqual({ fault: "no-log" });
});

test("copies whose clocks differ a little make no run go back", async () => {
  const parts = open(honestly);
  const run = await begin(parts, "fay");
  const chain = "a".repeat(64);
  const heardOf = () => ({ uid: "fay", game, run: run.run, cameMs: parts.clock.steady });
  expect(await parts.runs.commit(heardOf(), { tick: 600, bytes: 0, chain })).toBe("done");
  const heard = parts.clock.steady;
  parts.clock.steady -= 300;
  await parts.runs.commit(heardOf(), { tick: 1200, bytes: 0, chain });
  const ended = await parts.runs.end(heardOf(), "x");
  expect(ended).toMatchObject({
    commits: [{ atMs: Math.round(heard) }, { atMs: Math.round(heard) }],
    used: { endedAtMs: Math.round(heard) },
  });
});

test("of times the longest goes when there are too many", async () => {
  const parts = open(honestly);
  const lines = { game: "blockstacker", board: "lines", order: "lowest", key: "all" } as const;
  for (let at = 0; at < 100; at += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await parts.boards.put(lines, `p${at}`, { run: `r${at}`, result: 1000 + at, at });
  }
  const ranked = await parts.boards.put(lines, "quick", { run: "q", result: 900, at: 500 });
  expect(ranked).toHaveLength(100);
  expect([ranked[0]?.uid, ranked[99]?.uid]).toEqual(["quick", "p98"]);
  const slow = await parts.boards.put(lines, "slow", { run: "s", result: 1098, at: 501 });
  expect(slow.map(({ uid }) => uid)).not.toContain("slow");
  // Nobody is made worse.
  await parts.boards.put(lines, "quick", { run: "worse", result: 950, at: 1 });
  expect((await parts.boards.ranked(lines))[0]).toMatchObject({ run: "q", result: 900 });
  await parts.boards.take(lines, "quick", "another");
  expect((await parts.boards.ranked(lines))[0]?.run).toBe("q");
  expect(await parts.boards.ranked(place)).not.toEqual([]);
});

test("the same sent many times at once is played again once, and answered alike", async () => {
  let plays = 0;
  const opened = open(async (job) => {
    plays += 1;
    return honestly(job);
  });
  const sent = await begin(opened, "many-at-once");
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => opened.finish("many-at-once", sent, came(opened))),
  );
  expect(plays).toBe(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toHaveProperty("answer");
});
