/** Boards: who is where, who is named, what of it can be watched, and what goes again. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playAgain } from "#games/engines.ts";
import type { BoardEntry, KeptRun } from "#lib/games/game-api.ts";
import { type GamesSite, type Person, codeOf, openGamesSite } from "./testing/games-site.ts";

let site: GamesSite;
let ann: Person;
let ben: Person;
let bo: Person;
const others: Person[] = [];
beforeAll(async () => {
  site = await openGamesSite();
  [ann, ben, bo] = await Promise.all([
    site.person("Ann"),
    site.person("Ben"),
    site.person("Bo", { admin: true }),
  ]);
  others.push(...(await Promise.all(Array.from({ length: 10 }, (_, at) => site.person(`P${at}`)))));
});
afterAll(() => site[Symbol.asyncDispose]());

/** Each test has boards of its own. */
beforeEach(async () => {
  site.clock.now = Date.parse("2026-11-28T12:00:00.000Z");
  site.clock.steady += 3_600_000;
  await Promise.all(
    ["leaderboards", "gamePlayers", "gameLogs", "gameLogOwners", "gameSeeds", "gameRuns"].map(
      (place) => site.serverBackend.updateValues({ [place]: null }),
    ),
  );
  // What was shown before is forgotten.
  await name(ann, false);
  await site.serverBackend.updateValues({ [`gamePlayers/${ann.uid}`]: null });
});

const name = (who: Person, isNamed: boolean) => site.ask("POST /api/games/named", who, { isNamed });
const places = (entries: readonly BoardEntry[]) =>
  entries.map(({ place, run, result }) => [place, run, result]);

test("a best only gets better", async () => {
  const first = await site.tower(ann, 4);
  const worse = await site.tower(ann, 2);
  expect(worse.said).toMatchObject({
    result: 20,
    places: { day: 1, week: 1, all: 1 },
    isBest: { day: false, week: false, all: false },
  });
  expect(places((await site.board("tower", "tower")).entries)).toEqual([[1, first.run, 40]]);
  const better = await site.tower(ann, 5);
  expect(better.said.isBest).toEqual({ day: true, week: true, all: true });
  expect(places((await site.board("tower", "tower")).entries)).toEqual([[1, better.run, 50]]);
  const same = await site.tower(ann, 5);
  expect(same.said.isBest.all).toBe(false);
  expect((await site.own(ann)).bests).toEqual(
    ["day", "week", "all"].map((period) => ({
      game: "tower",
      board: "tower",
      period,
      run: better.run,
      result: 50,
      at: expect.any(Number),
    })),
  );
});

test("days and weeks begin anew, and are still there", async () => {
  const saturday = await site.tower(ann, 5);
  site.pass(86_400_000);
  const sunday = await site.tower(ann, 3);
  expect(sunday.said.isBest).toEqual({ day: true, week: false, all: false });
  site.pass(86_400_000);
  const monday = await site.tower(ann, 2);
  expect(monday.said.isBest).toEqual({ day: true, week: true, all: false });
  const board = async (period: "day" | "week" | "all", day?: string) => {
    const { of, entries } = await site.board("tower", "tower", { period, ...(day && { day }) });
    return [of, ...entries.map(({ run }) => run)];
  };
  expect(await board("day")).toEqual(["2026-11-30", monday.run]);
  expect(await board("day", "2026-11-29")).toEqual(["2026-11-29", sunday.run]);
  expect(await board("week")).toEqual(["2026-W49", monday.run]);
  expect(await board("week", "2026-11-23")).toEqual(["2026-W48", saturday.run]);
  expect(await board("all")).toEqual([null, saturday.run]);
  expect(await board("day", "2020-01-01")).toEqual(["2020-01-01"]);
});

test("of the same result who was first is first", async () => {
  const [a, b, c] = others as [Person, Person, Person];
  const first = await site.tower(a, 3);
  const second = await site.tower(b, 3);
  expect(second.said.places.all).toBe(2);
  const best = await site.tower(c, 4);
  expect(places((await site.board("tower", "tower")).entries)).toEqual([
    [1, best.run, 40],
    [2, first.run, 30],
    [3, second.run, 30],
  ]);
});

/** People who were there before, with results from `from` on, one more each; the earlier the better. */
async function crowd(count: number, from: number) {
  const uids = Array.from({ length: count }, (_, at) => `crowd${String(at).padStart(3, "0")}`);
  const entries = Object.fromEntries(
    uids.map((uid, at) => [
      uid,
      { run: String(at).padStart(32, "0"), result: from + count - at, at: 1000 + at },
    ]),
  );
  await site.serverBackend.updateValues({ "leaderboards/tower/tower/all": entries });
  return uids;
}

test("a hundred are kept of each board and period", async () => {
  await crowd(100, 20);
  const worse = await site.tower(ann, 1);
  expect(worse.said).toMatchObject({
    places: { day: 1, week: 1, all: null },
    isBest: { all: true },
  });
  const kept = async () =>
    Object.keys((await site.valueAt("leaderboards/tower/tower/all")) as object);
  expect(await kept()).toHaveLength(100);
  const better = await site.tower(ann, 3);
  // Of the crowd 90 had more than 30, one as much and before.
  expect(better.said.places).toEqual({ day: 1, week: 1, all: 92 });
  expect(await kept()).toHaveLength(100);
  expect(await kept()).not.toContain("crowd099");
  // What several copies have added at once goes with the next.
  await site.serverBackend.updateValues({
    "leaderboards/tower/tower/all/late": { run: "f".repeat(32), result: 1, at: 1 },
  });
  await site.tower(ben, 4);
  expect(await kept()).toHaveLength(100);
  expect(await kept()).toEqual(expect.arrayContaining([ann.uid, ben.uid]));
});

test("fifty are shown, and who is further down sees where they are", async () => {
  await crowd(60, 30);
  const { run } = await site.tower(ann, 4);
  const seen = await site.board("tower", "tower", { who: ann });
  expect(seen.entries).toHaveLength(50);
  expect(seen.own).toEqual({
    place: 52,
    run,
    name: null,
    result: 40,
    at: expect.any(Number),
    hasLog: false,
    isOwn: true,
  });
  expect(await site.board("tower", "tower")).not.toHaveProperty("own");
  expect(await site.board("tower", "tower", { who: ben })).not.toHaveProperty("own");
});

test("nobody is named who did not agree, nor after they took that back", async () => {
  const { run } = await site.tower(ann, 3);
  const shown = async () => {
    const { entries } = await site.board("tower", "tower");
    const watched = (await site.ask(`GET /api/games/run?id=${run}`, undefined)).json as KeptRun;
    return [entries[0]?.name, watched.name];
  };
  expect((await site.own(ann)).isNamed).toBeNull();
  expect(await shown()).toEqual([null, null]);
  expect((await name(ann, true)).status).toBe(204);
  expect((await site.own(ann)).isNamed).toBe(true);
  expect(await shown()).toEqual(["Ann", "Ann"]);
  // The name is the one of now, on one line.
  await site.serverBackend.updateValues({ [`profiles/${ann.uid}/name`]: "Anna\n\u202eMaria" });
  site.pass(6000);
  expect(await shown()).toEqual(["Anna Maria", "Anna Maria"]);
  expect((await name(ann, false)).status).toBe(204);
  expect((await site.own(ann)).isNamed).toBe(false);
  expect(await shown()).toEqual([null, null]);
  await site.serverBackend.updateValues({ [`profiles/${ann.uid}/name`]: "Ann" });
});

test("no answer has an account's id in it", async () => {
  await name(ann, true);
  const { run } = await site.tower(ann, 3);
  const answers = await Promise.all([
    site.board("tower", "tower", { who: ann }),
    site.board("tower", "tower", { period: "day" }),
    site.ask(`GET /api/games/run?id=${run}`, undefined),
    site.own(ann),
  ]);
  expect(JSON.stringify(answers)).toContain(run);
  expect(JSON.stringify(answers)).not.toContain(ann.uid);
});

test("the first ten can be watched as they were played, and no others", async () => {
  await name(ann, true);
  const first = await site.tower(ann, 1);
  const log = async (run: string) => site.ask(`GET /api/games/run?id=${run}`, undefined);
  const { json, status } = await log(first.run);
  expect([status, json]).toEqual([
    200,
    {
      game: "tower",
      version: 1,
      seed: site.clock.seed,
      rules: { mode: "tower" },
      log: Buffer.from(first.sent.log).toString("base64"),
      ticks: first.sent.ticks,
      result: 10,
      board: "tower",
      order: "highest",
      name: "Ann",
      at: expect.any(Number),
    },
  ]);
  const { rules, seed, ticks } = json as KeptRun;
  expect(playAgain("tower", 1, { seed, rules, log: first.sent.log, ticks })).toMatchObject({
    result: 10,
  });
  for (const who of others) {
    // oxlint-disable-next-line no-await-in-loop
    await site.tower(who, 2);
  }
  expect(codeOf(await log(first.run))).toEqual([404, "no-run"]);
  const { entries } = await site.board("tower", "tower");
  expect(entries.map(({ hasLog }) => hasLog)).toEqual([...Array(10).fill(true), false]);
  // A better one of the same account takes the place of its own.
  const [who] = others as [Person];
  const before = entries[0]!.run;
  const { run } = await site.tower(who, 3);
  expect(codeOf(await log(before))).toEqual([404, "no-run"]);
  expect((await log(run)).status).toBe(200);
  expect(codeOf(await log("0".repeat(32)))).toEqual([404, "no-run"]);
  expect(codeOf(await site.ask("GET /api/games/run?id=a/b", undefined))).toEqual([
    400,
    "invalid-request",
  ]);
});

test("a log that is among the first ten of another period stays", async () => {
  const first = await site.tower(ann, 1);
  site.pass(86_400_000);
  await site.tower(ann, 2);
  const log = (run: string) => site.ask(`GET /api/games/run?id=${run}`, undefined);
  expect((await log(first.run)).status).toBe(200);
  await site.sweep();
  expect((await log(first.run)).status).toBe(200);
});

test("a day's seed is everybody's, once", async () => {
  const daily = { game: "tower", rules: { mode: "daily" } };
  expect((await site.ask("POST /api/games/start", undefined, daily)).status).toBe(401);
  const { run, said } = await site.tower(ann, 2, { mode: "daily" });
  expect(said).toEqual({
    result: 20,
    board: "daily",
    order: "highest",
    places: { day: 1 },
    isBest: { day: true },
  });
  expect((await site.own(ann)).dailyUsed).toEqual(["tower"]);
  expect(codeOf(await site.ask("POST /api/games/start", ann, daily))).toEqual([409, "daily-used"]);
  // Others of the game are played as ever.
  expect((await site.tower(ann, 1)).status).toBe(200);
  const [a, b] = await Promise.all([
    site.start(ben, "tower", daily.rules),
    site.start(bo, "tower", daily.rules),
  ]);
  expect([a.day, b.day, a.seed]).toEqual(["2026-11-28", "2026-11-28", b.seed]);
  expect(a.seed).toBe(((await site.valueAt("gameSeeds/2026-11-28/tower")) as number) >>> 0);
  // Nobody looks at how it was played while others still may play it.
  const log = () => site.ask(`GET /api/games/run?id=${run}`, ann);
  const hasLog = async () =>
    (await site.board("tower", "daily", { period: "day", day: "2026-11-28" })).entries[0]?.hasLog;
  expect([(await log()).status, await hasLog()]).toEqual([404, false]);
  site.pass(86_400_000);
  expect([(await log()).status, await hasLog()]).toEqual([200, true]);
  expect((await site.own(ann)).dailyUsed).toEqual([]);
  const next = await site.start(ann, "tower", daily.rules);
  expect([next.day, next.seed === a.seed]).toEqual(["2026-11-29", false]);
});

test("both hands of a game have the same day's seed, and one of them is played", async () => {
  const rules = { mode: "daily", hands: "blade", pace: "full" };
  const { seed } = await site.start(ann, "slicer", rules);
  const other = { game: "slicer", rules: { ...rules, hands: "lanes" } };
  expect(codeOf(await site.ask("POST /api/games/start", ann, other))).toEqual([409, "daily-used"]);
  expect((await site.start(ben, "slicer", other.rules)).seed).toBe(seed);
});

test("a day's run counts for the day on which it was begun", async () => {
  site.clock.now = Date.parse("2026-11-28T23:59:58.000Z");
  const { said } = await site.tower(ann, 2, { mode: "daily", waits: 300 });
  expect(site.clock.now).toBeGreaterThan(Date.parse("2026-11-29T00:00:00.000Z"));
  expect(said.places).toEqual({ day: 1 });
  const of = async (day: string) =>
    (await site.board("tower", "daily", { period: "day", day })).entries.length;
  expect([await of("2026-11-28"), await of("2026-11-29")]).toEqual([1, 0]);
});

test("who begins a day's run at its last moment cannot watch and play what the first one did", async () => {
  const before = await site.tower(ann, 6, { mode: "daily" });
  site.clock.now = Date.parse("2026-11-28T23:59:58.000Z");
  const rules = { mode: "daily" };
  const { seed } = await site.start(ben, "tower", rules);
  site.pass(5000);
  const log = () => site.ask(`GET /api/games/run?id=${before.run}`, ben);
  expect((await log()).status).toBe(404);
  // An hour of it, as slow and with as many rests as may be.
  site.pass(3_600_000 * 1.05 + 3000 + 5 * 64_000 - 5000);
  expect((await log()).status).toBe(404);
  site.pass(3 * 60_000);
  expect(await log()).toMatchObject({ status: 200, json: { seed } });
});

test("at midnight nobody plays a day twice, whatever day other copies of the server have", async () => {
  site.clock.now = Date.parse("2026-11-29T00:00:01.000Z");
  await site.start(ann, "tower", { mode: "daily" });
  site.clock.now -= 2000;
  const daily = { game: "tower", rules: { mode: "daily" } };
  expect(codeOf(await site.ask("POST /api/games/start", ann, daily))).toEqual([409, "daily-used"]);
});

test("of many starts of a day's run at once one is given out", async () => {
  const daily = { game: "tower", rules: { mode: "daily" } };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => site.ask("POST /api/games/start", ann, daily)),
  );
  const given = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect([given.length, refused.length]).toEqual([1, 7]);
});

test("boards that there are none of are not found", async () => {
  const ask = async (query: string) => codeOf(await site.ask(`GET /api/games/board?${query}`, ann));
  const none = [404, "no-board"];
  expect(await ask("game=tower&board=calm&period=all")).toEqual(none);
  expect(await ask("game=tower&board=constructor&period=all")).toEqual(none);
  expect(await ask("game=tower&board=daily&period=all")).toEqual(none);
  expect(await ask("game=tower&board=daily&period=week")).toEqual(none);
  const wrong = [400, "invalid-request"];
  for (const query of [
    "",
    "game=tower&board=tower",
    "game=chess&board=tower&period=all",
    "game=tower&board=../tower&period=all",
    "game=tower&board=tower&period=month",
    "game=tower&board=tower&period=day&day=2026-02-30",
    "game=tower&board=tower&period=all&uid=x",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect([query, ...(await ask(query))]).toEqual([query, ...wrong]);
  }
});

test("an admin takes a run off all periods, for good", async () => {
  await name(ann, true);
  const { run, sent } = await site.tower(ann, 4);
  const kept = await site.tower(ben, 2);
  const body = { game: "tower", board: "tower", run };
  const remove = (who: Person | undefined, sentBody: object = body) =>
    site.ask("POST /api/games/remove", who, sentBody);
  const editor = await site.person("Eddy", { editor: true });
  expect(codeOf(await remove(undefined))).toEqual([401, "unauthenticated"]);
  for (const who of [ann, ben, editor]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(codeOf(await remove(who))).toEqual([403, "admins-only"]);
  }
  expect((await site.board("tower", "tower")).entries).toHaveLength(2);
  expect(codeOf(await remove(bo, { ...body, board: "chess" }))).toEqual([404, "no-board"]);
  expect(codeOf(await remove(bo, { ...body, run: "x" }))).toEqual([400, "invalid-request"]);
  expect(await remove(bo)).toEqual({ status: 204, json: null });
  for (const period of ["day", "week", "all"] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const { entries } = await site.board("tower", "tower", { period });
    expect(places(entries)).toEqual([[1, kept.run, 20]]);
  }
  expect(codeOf(await site.ask(`GET /api/games/run?id=${run}`, ann))).toEqual([404, "no-run"]);
  expect((await site.own(ann)).bests).toEqual([]);
  expect(await site.valueAt(`gameLogs/${ann.uid}`)).toBeNull();
  // It comes back neither by itself nor by its player.
  expect((await site.finish(ann, "tower", run, sent)).json).toMatchObject({
    places: { day: null, week: null, all: null },
    isBest: { all: false },
  });
  expect((await site.board("tower", "tower")).entries).toHaveLength(1);
  expect((await remove(bo)).status).toBe(204);
  const { entries: acts } = await site.audit.list({ action: "game.remove-run", limit: 10 });
  expect(acts).toMatchObject([
    {
      actor: bo.uid,
      target: ann.uid,
      details: { game: "tower", board: "tower", result: 40 },
    },
  ]);
  // A later run counts again.
  expect((await site.tower(ann, 3)).said.places.all).toBe(1);
});

test("a run that goes while it is put on its boards is on none", async () => {
  const { serverBackend } = site;
  let isGone = false;
  await using other = await site.copy({
    ...serverBackend,
    async queryValues(...asked) {
      // Its best was raised just before.
      if (!isGone) await serverBackend.updateValues({ [`gamePlayers/${ann.uid}/bests`]: null });
      isGone = true;
      return serverBackend.queryValues(...asked);
    },
  });
  expect((await other.tower(ann, 4)).said).toMatchObject({
    places: { day: null, week: null, all: null },
    isBest: { day: false, week: false, all: false },
  });
  expect(isGone).toBe(true);
  expect(await site.valueAt("leaderboards")).toBeNull();
  expect(await site.valueAt("gameLogs")).toBeNull();
});

test("who is disabled does nothing any more", async () => {
  const eve = await site.person("Eve");
  const { run } = await site.start(eve, "tower", { mode: "tower" });
  await site.serverBackend.updateAccount(eve.uid, { disabled: true });
  const finish = { game: "tower", run, log: "", ticks: 1, claimed: 0, hash: 0 };
  for (const [path, body] of [
    ["start", { game: "tower", rules: { mode: "tower" } }],
    ["finish", finish],
    ["named", { isNamed: true }],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await site.ask(`POST /api/games/${path}`, eve, body);
    expect(codeOf(answer)).toEqual([401, "unauthenticated"]);
  }
});
