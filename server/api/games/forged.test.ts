/** What somebody may send to get on a board without having played: each is refused with its code, and leaves nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { nextChain } from "#lib/games/commit-chain.ts";
import { type GamesSite, type Person, codeOf, openGamesSite } from "./testing/games-site.ts";
import { type PlayedRun, commitsOf, endOf, playTower } from "./testing/honest-runs.ts";

let site: GamesSite;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  site = await openGamesSite();
  [ann, ben] = await Promise.all([site.person("Ann"), site.person("Ben")]);
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(() => site.pass(3_600_000));
afterEach(async () => {
  const player = `gamePlayers/${ann.uid}`;
  for (const place of ["leaderboards", "gameLogs", "gameLogOwners", player]) {
    // oxlint-disable-next-line no-await-in-loop
    if ((await site.valueAt(place)) !== null) throw new Error(`Something was left at ${place}.`);
  }
});

const rules = { mode: "tower" };
const game = "tower";

/** Two commits, and then the end. */
async function played(who = ann) {
  const { run, seed } = await site.start(who, game, rules);
  const sent = playTower({ seed }, 3, 1300);
  return { run, seed, sent, of: { run, game, seed, rules } as const };
}

const finish = async (run: string, sent: PlayedRun, who = ann) =>
  codeOf(await site.finish(who, game, run, sent));

test("an edited log", async () => {
  const { run, sent, of, seed } = await played();
  await site.tell(ann, of, sent);
  // What was told is changed afterwards: the first drop is a tick later.
  const log = sent.log.slice();
  log[0] = (log[0] ?? 0) ^ 1;
  const again = endOf(game, rules, { seed, log: sent.log, ticks: sent.ticks });
  const said = await finish(run, { ...again, log });
  expect(said[0]).toBe(422);
  expect(["other-log", "goes-on", "not-over", "other-result", "no-log"]).toContain(said[1]);
});

test("a better run than the one that was told", async () => {
  const { run, sent, of, seed } = await played();
  await site.tell(ann, of, sent);
  const better = playTower({ seed }, 6, 1300, "second");
  expect(better.claimed).toBeGreaterThan(sent.claimed);
  site.pass(((better.ticks - sent.ticks) * 1000) / 60);
  expect(await finish(run, better)).toEqual([422, "other-log"]);
});

test("a run of another seed", async () => {
  const { run, seed } = await site.start(ann, game, rules);
  const other = { game, seed: seed + 1, rules, run } as const;
  const sent = playTower({ seed: seed + 1 }, 3, 1300);
  await site.tell(ann, other, sent);
  const said = await finish(run, sent);
  expect(said[0]).toBe(422);
  expect(["other-result", "goes-on", "not-over"]).toContain(said[1]);
});

test("somebody else's run", async () => {
  const { run, sent, of } = await played();
  await site.tell(ann, of, sent);
  expect(await finish(run, sent, ben)).toEqual([404, "no-run"]);
  // Nor as a run of their own with the same seed: what was told of it begins with another id.
  const stolen = await site.start(ben, game, rules);
  for (const commit of await commitsOf(run, game, { ...of, ...sent })) {
    site.pass(10_000);
    const body = { game, run: stolen.run, ...commit };
    // oxlint-disable-next-line no-await-in-loop
    expect((await site.ask("POST /api/games/commit", ben, body)).status).toBe(204);
  }
  site.pass(((sent.ticks - 1200) * 1000) / 60);
  expect(await finish(stolen.run, sent, ben)).toEqual([422, "other-log"]);
});

test("a log once more under another run", async () => {
  const first = await played();
  await site.tell(ann, first.of, first.sent);
  const second = await site.start(ann, game, rules);
  site.pass(((first.sent.ticks + 60) * 1000) / 60);
  expect(await finish(second.run, first.sent)).toEqual([422, "no-commits"]);
});

test("an inflated claim, and a hash of something else", async () => {
  const one = await played();
  await site.tell(ann, one.of, one.sent);
  expect(await finish(one.run, { ...one.sent, claimed: one.sent.claimed + 10 })).toEqual([
    422,
    "other-result",
  ]);
  const two = await played();
  await site.tell(ann, two.of, two.sent);
  expect(await finish(two.run, { ...two.sent, hash: (two.sent.hash + 1) % 2 ** 32 })).toEqual([
    422,
    "other-result",
  ]);
});

test("a clock that was slowed down, and one that was too fast", async () => {
  const slow = await played();
  for (const commit of await commitsOf(slow.run, game, { ...slow.of, ...slow.sent })) {
    site.pass(20_000);
    // oxlint-disable-next-line no-await-in-loop
    await site.ask("POST /api/games/commit", ann, { game, run: slow.run, ...commit });
  }
  site.pass(((slow.sent.ticks - 1200) * 1000) / 60);
  expect(await finish(slow.run, slow.sent)).toEqual([422, "slow"]);

  const fast = await played();
  for (const commit of await commitsOf(fast.run, game, { ...fast.of, ...fast.sent })) {
    // oxlint-disable-next-line no-await-in-loop
    await site.ask("POST /api/games/commit", ann, { game, run: fast.run, ...commit });
  }
  site.pass(1000);
  expect(await finish(fast.run, fast.sent)).toEqual([422, "fast"]);
});

test("a state that was wound back: what was told stays told", async () => {
  const { run, sent, of } = await played();
  const [first, second] = await commitsOf(run, game, { ...of, ...sent });
  const tell = (body: object) => site.ask("POST /api/games/commit", ann, { game, run, ...body });
  site.pass(10_000);
  await tell(first!);
  // The ten seconds that followed went badly, were told, and are played otherwise now.
  const chain = await nextChain(first!.chain, new Uint8Array([1, 4, 1, 0]));
  site.pass(10_000);
  await tell({ tick: 1200, bytes: first!.bytes + 4, chain });
  expect(codeOf(await tell(second!))).toEqual([409, "not-increasing"]);
  site.pass(((sent.ticks - 1200) * 1000) / 60);
  expect(await finish(run, sent)).toEqual([422, "other-log"]);
});

test("commits that are missing", async () => {
  const none = await played();
  site.pass((none.sent.ticks * 1000) / 60);
  expect(await finish(none.run, none.sent)).toEqual([422, "no-commits"]);

  const one = await played();
  const [, second] = await commitsOf(one.run, game, { ...one.of, ...one.sent });
  site.pass(20_000);
  await site.ask("POST /api/games/commit", ann, { game, run: one.run, ...second! });
  site.pass(((one.sent.ticks - 1200) * 1000) / 60);
  expect(await finish(one.run, one.sent)).toEqual([422, "other-log"]);
});

test("more than 256 KB, more than an hour, and less than nothing", async () => {
  const big = await played();
  await site.tell(ann, big.of, big.sent);
  expect(await finish(big.run, { ...big.sent, log: new Uint8Array(256 * 1024 + 1) })).toEqual([
    422,
    "no-log",
  ]);
  const long = await played();
  expect(await finish(long.run, { ...long.sent, ticks: 216_001 })).toEqual([422, "no-log"]);
  const none = await played();
  expect(await finish(none.run, { ...none.sent, ticks: -1 })).toEqual([422, "no-log"]);
  const huge = await played();
  const answer = await site.finish(ann, game, huge.run, {
    ...huge.sent,
    log: new Uint8Array(300_000),
  });
  expect(codeOf(answer)).toEqual([413, "too-large"]);
});

test("any bytes", async () => {
  for (let seed = 1; seed <= 24; seed += 1) {
    // oxlint-disable no-await-in-loop
    const { run } = await site.start(ann, game, rules);
    site.pass(10_000);
    const log = Uint8Array.from({ length: seed * 5 }, (_, at) => (seed * 31 + at * at * 7) & 0xff);
    const [status, code] = await finish(run, { log, ticks: 600, claimed: 10, hash: 7 });
    expect(status).toBe(422);
    expect(["no-log", "not-over", "goes-on", "other-result"]).toContain(code);
    // oxlint-enable no-await-in-loop
  }
});

test("a run that is not over", async () => {
  const { run, seed } = await site.start(ann, game, rules);
  site.pass(5000);
  const none = endOf(game, rules, { seed, log: new Uint8Array(), ticks: 300 });
  expect(await finish(run, none)).toEqual([422, "not-over"]);
});

test("rests that are longer than they may be, or more than the run is long", async () => {
  const rest = (run: string, to: string) =>
    site.ask("POST /api/games/rest", ann, { game, run, to });
  const long = await played();
  await rest(long.run, "rest");
  site.pass(30_000);
  await rest(long.run, "play");
  await site.tell(ann, long.of, long.sent);
  expect(await finish(long.run, long.sent)).toEqual([422, "slow"]);
});
