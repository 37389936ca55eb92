import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogWriter } from "#games/kit/input-log.ts";
import { playAgain } from "#games/engines.ts";
import { type Commit, firstChain, nextChain } from "#lib/games/commit-chain.ts";
import { createLog } from "../log.ts";
import { type FinishedRun, type StartedRun, judgeRun } from "./judge-run.ts";
import { type Replays, ReplaysBusyError, createReplays } from "./replays.ts";

let replays: Replays;
beforeAll(() => {
  replays = createReplays({ log: createLog("silent") });
});
afterAll(() => replays.close());

const startedAtMs = 1_000_000;
const rules = { mode: "minutes", das: 10, arr: 2, soft: 20 };

/** Two minutes of Block Stacker by somebody who drops a piece each two seconds, as a browser would play and say it. */
async function honest(id = "run1", seed = 7): Promise<[StartedRun, FinishedRun]> {
  const writer = createLogWriter();
  const commits: StartedRun["commits"][number][] = [];
  let over = false;
  while (!over) {
    const tick = writer.ticks();
    const side = Math.trunc(tick / 120) % 2 === 0 ? 1 : 2;
    writer.add({ held: tick % 120 < 40 ? side : tick % 120 === 60 ? 8 : 0, at: undefined });
    if (writer.ticks() % 600 === 0) {
      const before = commits.at(-1);
      // oxlint-disable-next-line no-await-in-loop
      const chain = await nextChain(before?.chain ?? firstChain(id), writer.bytes(before?.bytes));
      const bytes = writer.bytes().length;
      const atMs = startedAtMs + writer.ticks() * (1000 / 60) + 200;
      commits.push({ tick: writer.ticks(), bytes, chain, atMs });
    }
    const run = { seed, rules, log: writer.bytes(), ticks: writer.ticks() };
    if (writer.ticks() % 60 === 0) {
      const played = playAgain("blockstacker", 1, run);
      over = "fault" in played || played.isOver || writer.ticks() >= 7200;
    }
  }
  return finish(
    { id, game: "blockstacker", version: 1, seed, rules, startedAtMs, commits, rests: [] },
    writer.bytes(),
    writer.ticks(),
  );
}

/** Cut at the tick at which it was over. */
function finish(
  started: StartedRun,
  log: Uint8Array<ArrayBuffer>,
  most: number,
): [StartedRun, FinishedRun] {
  let [from, to] = [0, most];
  while (from < to) {
    const ticks = Math.trunc((from + to) / 2);
    const played = playAgain("blockstacker", 1, { ...started, log: cut(log, ticks), ticks });
    if ("fault" in played || played.isOver) to = ticks;
    else from = ticks + 1;
  }
  const played = playAgain("blockstacker", 1, { ...started, log: cut(log, to), ticks: to });
  if ("fault" in played) throw new Error(played.fault);
  const commits = started.commits.filter(({ tick }) => tick <= to);
  const run = { log: cut(log, to), ticks: to, claimed: played.result ?? -1, hash: played.hash };
  return [{ ...started, commits }, run];
}

function cut(log: Uint8Array<ArrayBuffer>, ticks: number): Uint8Array<ArrayBuffer> {
  for (let length = log.length; length >= 0; length -= 1) {
    const so = playAgain("blockstacker", 1, {
      seed: 7,
      rules: { ...rules, mode: "zen" },
      log: log.slice(0, length),
      ticks,
    });
    if (!("fault" in so)) return log.slice(0, length);
  }
  return log.slice(0, 0);
}

const endOf = ({ ticks }: FinishedRun) => startedAtMs + ticks * (1000 / 60) + 300;
const judge = (started: StartedRun, run: FinishedRun, nowMs = endOf(run)) =>
  judgeRun(started, run, { play: (job) => replays.play(job), nowMs });

let started: StartedRun;
let run: FinishedRun;
beforeAll(async () => {
  [started, run] = await honest();
});

test("an honest run counts with what comes of its log", async () => {
  expect(started.commits.length).toBeGreaterThan(2);
  expect(await judge(started, run)).toEqual({
    result: run.claimed,
    board: { name: "minutes", order: "highest" },
  });
});

test("a claim or a hash that is another is refused: what is stored is never what was claimed", async () => {
  expect(await judge(started, { ...run, claimed: run.claimed + 1 })).toEqual({
    fault: "other-result",
  });
  expect(await judge(started, { ...run, hash: run.hash ^ 1 })).toEqual({ fault: "other-result" });
});

test("a log that was changed after it was said is refused", async () => {
  const log = run.log.slice();
  // A left becomes a right, early on.
  const at = log.findIndex((byte, index) => index % 2 === 1 && byte === 4);
  log[at] = 8;
  const verdict = await judge(started, { ...run, log });
  expect(["other-log", "goes-on"]).toContain("fault" in verdict && verdict.fault);
});

test("another's run, or the same once more under another number, is refused", async () => {
  expect(await judge({ ...started, id: "run2" }, run)).toEqual({ fault: "other-log" });
});

test("another seed, game or version is refused", async () => {
  const verdict = await judge({ ...started, seed: 8 }, run);
  expect(verdict).toHaveProperty("fault");
  expect(await judge({ ...started, version: 9 }, run)).toEqual({ fault: "no-engine" });
  expect(await judge({ ...started, game: "tower" }, run)).toEqual({ fault: "no-rules" });
});

test("a clock that was slowed down, and one that was too fast, are refused before anything is played", async () => {
  const slow = started.commits.map((one) => ({
    ...one,
    atMs: startedAtMs + (one.tick * 1000) / 30,
  }));
  const played: unknown[] = [];
  const play = async (job: unknown) => {
    played.push(job);
    throw new Error("Nobody should play it.");
  };
  const late = { play, nowMs: startedAtMs + (run.ticks * 1000) / 30 };
  expect(await judgeRun({ ...started, commits: slow }, run, late)).toEqual({ fault: "slow" });
  const early = { play, nowMs: startedAtMs + (run.ticks * 1000) / 60 - 5000 };
  expect(await judgeRun(started, run, early)).toEqual({ fault: "fast" });
  expect(played).toEqual([]);
});

test("a run of which nothing was said while it was played is refused", async () => {
  expect(await judge({ ...started, commits: [] }, run)).toEqual({ fault: "no-commits" });
  const gap = started.commits.filter((_, at) => at !== 1 && at !== 2);
  const lost = started.commits.filter((_, at) => at !== 1);
  expect(await judge({ ...started, commits: lost }, run)).toEqual({ fault: "other-log" });
  expect(await judge({ ...started, commits: gap }, run)).toEqual({ fault: "no-commits" });
});

test("a state that was wound back shows: the ticks that were said before are in the chain", async () => {
  const [first, second] = started.commits;
  const rewound: Commit = {
    ...second!,
    chain: await nextChain(first!.chain, run.log.slice(first!.bytes + 2, second!.bytes)),
  };
  const commits = [first!, { ...rewound, atMs: second!.atMs }, ...started.commits.slice(2)];
  expect(await judge({ ...started, commits }, run)).toEqual({ fault: "other-log" });
});

test("what is no log, too long, or not over is refused", async () => {
  const of = (change: Partial<FinishedRun>) => judge(started, { ...run, ...change });
  expect(await of({ log: new Uint8Array(256 * 1024 + 1) })).toEqual({ fault: "no-log" });
  expect(await of({ ticks: 1e9 })).toEqual({ fault: "no-log" });
  expect(await of({ ticks: -1 })).toEqual({ fault: "no-log" });
  expect(await of({ ticks: 0.5 })).toEqual({ fault: "no-log" });
  const short = { log: new Uint8Array(), ticks: 100 };
  expect(await judge({ ...started, commits: [] }, { ...run, ...short })).toEqual({
    fault: "not-over",
  });
  const zen = { ...started, rules: { ...rules, mode: "zen" }, commits: [] };
  expect(await judge(zen, { ...run, ...short })).toEqual({ fault: "not-over" });
});

test("any bytes are refused", async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const log = Uint8Array.from({ length: seed * 3 }, (_, at) => (seed * 31 + at * at * 7) & 0xff);
    // oxlint-disable-next-line no-await-in-loop
    const verdict = await judge({ ...started, commits: [] }, { ...run, log, ticks: 1200 });
    expect(verdict).toHaveProperty("fault");
  }
});

test("commits that no browser sends are refused before anything is played", async () => {
  const [first] = started.commits;
  const of = (change: object) => judge({ ...started, commits: [{ ...first!, ...change }] }, run);
  for (const change of [
    { tick: Number.NaN, bytes: -1 },
    { tick: 600.5, bytes: -1 },
    { tick: 600, bytes: -1 },
    { tick: run.ticks + 1 },
    { tick: 0 },
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await of(change)).toEqual({ fault: "no-commits" });
  }
  const many = Array.from({ length: run.ticks }, (_, at) => ({ ...first!, tick: at + 1 }));
  expect(await judge({ ...started, commits: many }, run)).toEqual({ fault: "no-commits" });
});

test("more than wait their turn are told so, and those that wait are judged", async () => {
  const verdicts = await Promise.allSettled(Array.from({ length: 130 }, () => judge(started, run)));
  const busy = verdicts.filter((one) => one.status === "rejected");
  expect(busy.length).toBe(130 - 102);
  for (const { reason } of busy) expect(reason).toBeInstanceOf(ReplaysBusyError);
});

test("fifty at once are all judged rightly", async () => {
  const verdicts = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      judge(started, at % 2 === 0 ? run : { ...run, claimed: run.claimed + at }),
    ),
  );
  expect(verdicts.filter((verdict) => "result" in verdict)).toHaveLength(25);
});
