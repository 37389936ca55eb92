/** Runs that count, from the start to the board. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { gameNames as engineNames, readRules } from "#games/engines.ts";
import { gameNames } from "#lib/games/game-api.ts";
import { type GamesSite, type Person, codeOf, openGamesSite } from "./testing/games-site.ts";
import { keptRuns, playTower } from "./testing/honest-runs.ts";

let site: GamesSite;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  site = await openGamesSite();
  [ann, ben] = await Promise.all([site.person("Ann"), site.person("Ben")]);
});
afterAll(() => site[Symbol.asyncDispose]());
// Nobody has asked too often in the hour before.
beforeEach(() => site.pass(3_600_000));

test("the games are those that there are engines for", () => {
  expect(gameNames.toSorted()).toEqual(engineNames.toSorted());
});

test("an honest run is on the boards of its day, its week and of all", async () => {
  const { status, said, run, sent } = await site.tower(ann, 4, { waits: 1300 });
  expect(status).toBe(200);
  expect(said).toEqual({
    result: 40,
    board: "tower",
    order: "highest",
    places: { day: 1, week: 1, all: 1 },
    isBest: { day: true, week: true, all: true },
  });
  expect(sent.ticks).toBeGreaterThan(1200);
  for (const [period, of] of [
    ["day", "2026-11-28"],
    ["week", "2026-W48"],
    ["all", null],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await site.board("tower", "tower", { period })).toEqual({
      game: "tower",
      board: "tower",
      order: "highest",
      period,
      of,
      entries: [
        {
          place: 1,
          run,
          name: null,
          result: 40,
          at: site.clock.now,
          hasLog: true,
          isOwn: false,
        },
      ],
    });
  }
});

const kept = gameNames.flatMap((game) =>
  keptRuns(game)
    .filter(({ rules, ticks }) => rules["mode"] !== "daily" && ticks < 20_000)
    .filter(({ rules: { mode } }, at) => at < 3 || mode === "lines")
    .map((run) => ({ game, ...run })),
);

test.each(kept)("a kept run of $game counts: $rules", async ({ game, seed, rules, ...played }) => {
  site.clock.seed = seed;
  const { run } = await site.start(ben, game, rules);
  await site.tell(ben, { run, game, seed, rules }, played);
  const { status, json } = await site.finish(ben, game, run, played);
  const { name, order } = readRules(game, rules)?.board ?? {};
  expect({ status, json }).toMatchObject({
    status: 200,
    json: { result: played.claimed, board: name, order },
  });
  const { entries } = await site.board(game, name ?? "", { who: ben });
  expect(entries.find(({ isOwn }) => isOwn)?.result).toBeDefined();
});

test("of times the lowest is the best", async () => {
  const [done] = keptRuns("blockstacker").filter(({ rules }) => rules["mode"] === "lines");
  expect(done?.claimed).toBe(done?.ticks);
  expect(await site.board("blockstacker", "lines")).toMatchObject({
    order: "lowest",
    entries: [{ result: done?.claimed }],
  });
});

test("the same sent again is answered with the same, and something else is refused", async () => {
  const { run, sent, said } = await site.tower(ann, 2);
  expect(await site.finish(ann, "tower", run, sent)).toEqual({ status: 200, json: said });
  site.pass(600_000);
  expect(await site.finish(ann, "tower", run, sent)).toEqual({ status: 200, json: said });
  const other = await site.finish(ann, "tower", run, { ...sent, claimed: 50 });
  expect(codeOf(other)).toEqual([409, "run-used"]);
  const { entries } = await site.board("tower", "tower", { who: ann });
  expect(entries.filter(({ isOwn }) => isOwn)).toHaveLength(1);
});

test("of several ends of one run at once the first counts, and the same as it", async () => {
  const rules = { mode: "tower" };
  const { run, seed } = await site.start(ann, "tower", rules);
  const sent = playTower({ seed }, 2);
  await site.tell(ann, { run, game: "tower", seed, rules }, sent);
  const ends = [sent, { ...sent, claimed: 990 }, sent, { ...sent, claimed: 991 }, sent];
  const answers = await Promise.all(ends.map((end) => site.finish(ann, "tower", run, end)));
  const kinds = answers.map(({ status }, at) => `${ends[at]!.claimed}: ${status}`);
  const first = kinds.find((kind) => !kind.endsWith("409")) ?? "";
  for (const [at, kind] of kinds.entries()) {
    const claim = String(ends[at]!.claimed);
    expect(kind).toBe(first.startsWith(`${claim}:`) ? first : `${claim}: 409`);
  }
  expect(["20: 200", "990: 422", "991: 422"]).toContain(first);
});

test("a finish that nobody answered is judged again with the time at which it came first", async () => {
  const { run, seed } = await site.start(ann, "tower", { mode: "tower" });
  const sent = playTower({ seed }, 3);
  await site.tell(ann, { run, game: "tower", seed, rules: { mode: "tower" } }, sent);
  const path = `gameRuns/${ann.uid}/tower`;
  const first = await site.finish(ann, "tower", run, sent);
  expect(first.status).toBe(200);
  // As if the server had died before it knew what came of it.
  await site.serverBackend.updateValues({ [`${path}/used/outcome`]: null });
  site.pass(3_600_000);
  expect(await site.finish(ann, "tower", run, sent)).toEqual(first);
});

test("a commit that was not answered may be told again; what was told cannot be told otherwise", async () => {
  const { run, seed } = await site.start(ann, "tower", { mode: "tower" });
  const chain = "a".repeat(64);
  const commit = (more: object) =>
    site.ask("POST /api/games/commit", ann, {
      game: "tower",
      run,
      tick: 600,
      bytes: 4,
      chain,
      ...more,
    });
  expect((await commit({})).status).toBe(204);
  expect((await commit({})).status).toBe(204);
  expect(codeOf(await commit({ chain: "b".repeat(64) }))).toEqual([409, "not-increasing"]);
  expect(codeOf(await commit({ tick: 599 }))).toEqual([409, "not-increasing"]);
  expect(codeOf(await commit({ tick: 700, bytes: 3 }))).toEqual([409, "not-increasing"]);
  expect((await commit({ tick: 601 })).status).toBe(204);
  expect((await commit({ tick: 602 })).status).toBe(204);
  expect((await commit({ tick: 603 })).status).toBe(204);
  expect(codeOf(await commit({ tick: 604 }))).toEqual([409, "too-many"]);
  expect(codeOf(await commit({ tick: 1200, run: "0".repeat(32) }))).toEqual([404, "no-run"]);
  await site.finish(ann, "tower", run, playTower({ seed }, 1));
  expect(codeOf(await commit({ tick: 1200 }))).toEqual([409, "run-used"]);
  const rest = { game: "tower", run, to: "rest" };
  expect(codeOf(await site.ask("POST /api/games/rest", ann, rest))).toEqual([409, "run-used"]);
});

test("a run may rest, once for two minutes of it, and goes on", async () => {
  const rules = { mode: "tower" };
  const { run, seed } = await site.start(ann, "tower", rules);
  const played = playTower({ seed }, 2, 7300);
  const rest = (to: "rest" | "play") =>
    site.ask("POST /api/games/rest", ann, { game: "tower", run, to });
  expect((await rest("play")).status).toBe(204);
  expect((await rest("rest")).status).toBe(204);
  site.pass(20_000);
  expect((await rest("rest")).status).toBe(204);
  site.pass(35_000);
  expect((await rest("play")).status).toBe(204);
  await site.tell(ann, { run, game: "tower", seed, rules }, played);
  expect((await site.finish(ann, "tower", run, played)).status).toBe(200);
});

test("more rests than a run may have are refused", async () => {
  const { run } = await site.start(ann, "tower", { mode: "tower" });
  const rest = (to: string) => site.ask("POST /api/games/rest", ann, { game: "tower", run, to });
  for (let time = 0; time < 5; time += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect([(await rest("rest")).status, (await rest("play")).status]).toEqual([204, 204]);
  }
  expect(codeOf(await rest("rest"))).toEqual([409, "too-many"]);
});

test("a clock of the machine that is put back refuses no honest run", async () => {
  const rules = { mode: "tower" };
  const { run, seed } = await site.start(ann, "tower", rules);
  const played = playTower({ seed }, 1, 2500);
  site.clock.now -= 600_000;
  await site.tell(ann, { run, game: "tower", seed, rules }, played);
  site.clock.now -= 600_000;
  expect((await site.finish(ann, "tower", run, played)).status).toBe(200);
});

test("another start takes the open run's place", async () => {
  const first = await site.start(ann, "tower", { mode: "tower" });
  const second = await site.start(ann, "tower", { mode: "tower" });
  expect(second.run).not.toBe(first.run);
  const sent = playTower(first, 1);
  expect(codeOf(await site.finish(ann, "tower", first.run, sent))).toEqual([404, "no-run"]);
});

test("runs that nobody compares are not begun, and rules that are none are not understood", async () => {
  const start = (body: unknown) => site.ask("POST /api/games/start", ann, body);
  expect(codeOf(await start({ game: "tower", rules: { mode: "calm" } }))).toEqual([
    422,
    "not-compared",
  ]);
  for (const body of [
    { game: "chess", rules: { mode: "tower" } },
    { game: "__proto__", rules: { mode: "tower" } },
    { game: "constructor", rules: {} },
    { game: "tower", rules: { mode: "chess" } },
    { game: "tower", rules: { mode: "tower", more: 1 } },
    { game: "tower", rules: null },
    { game: "tower", rules: [] },
    { game: "tower" },
    { game: "tower", rules: { mode: "tower" }, seed: 7 },
    '{"game":"tower","rules":{"mode":"tower","__proto__":{"mode":"calm"}}}',
    "null",
    "[",
    "",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect([body, ...codeOf(await start(body))]).toEqual([body, 400, "invalid-request"]);
  }
  expect((await start({ game: "tower", rules: { mode: "x".repeat(2000) } })).status).toBe(413);
});

test("seeds are given out by the server", async () => {
  site.clock.seed = 4_000_000_000;
  expect(await site.start(ann, "snake", { mode: "classic", speed: "fast", size: "small" })).toEqual(
    {
      run: expect.stringMatching(/^[0-9a-f]{32}$/),
      version: 1,
      seed: 4_000_000_000,
    },
  );
});

test("what is no request is refused, whatever it is", async () => {
  const { run } = await site.start(ann, "tower", { mode: "tower" });
  const good = {
    commit: { game: "tower", run, tick: 600, bytes: 4, chain: "a".repeat(64) },
    rest: { game: "tower", run, to: "rest" },
    finish: { game: "tower", run, log: "AQ==", ticks: 1, claimed: 0, hash: 0 },
    named: { isNamed: true },
  };
  const wild = [null, true, -1, 1.5, 1e300, "", "a/b", "__proto__", "x".repeat(300), [], {}, [run]];
  for (const [name, body] of Object.entries(good)) {
    const ask = (sent: unknown) => site.ask(`POST /api/games/${name}`, ann, sent);
    // oxlint-disable no-await-in-loop
    for (const field of Object.keys(body)) {
      for (const value of [undefined, ...wild]) {
        if (field === "isNamed" && value === true) continue;
        if (["claimed", "ticks"].includes(field) && value === -1) continue;
        if (field === "log" && (value === "" || value === wild[8])) continue;
        const [status, code] = codeOf(await ask({ ...body, [field]: value }));
        site.pass(60_000);
        expect([name, field, value, status, code]).toEqual([
          name,
          field,
          value,
          400,
          "invalid-request",
        ]);
      }
    }
    expect(codeOf(await ask({ ...body, uid: ben.uid }))).toEqual([400, "invalid-request"]);
    // oxlint-enable no-await-in-loop
  }
});

test("nobody is answered without end", async () => {
  const many = (count: number, endpoint: string, who: Person | undefined, body?: unknown) =>
    Promise.all(Array.from({ length: count }, () => site.ask(endpoint, who, body)));
  const refused = (answers: { status: number }[]) =>
    answers.filter(({ status }) => status === 429).length;
  const start = { game: "tower", rules: { mode: "calm" } };
  expect(refused(await many(22, "POST /api/games/start", ann, start))).toBe(2);
  expect(refused(await many(63, "POST /api/games/commit", ann, {}))).toBe(3);
  expect(refused(await many(1, "POST /api/games/rest", ann, {}))).toBe(1);
  expect(refused(await many(12, "POST /api/games/finish", ann, {}))).toBe(2);
  const board = "GET /api/games/board?game=tower&board=tower&period=all";
  expect(refused(await many(61, board, undefined))).toBe(1);
  // Who is signed in is none of the network's visitors.
  expect(refused(await many(60, board, ann))).toBe(0);
  expect(refused(await many(20, "POST /api/games/start", ben, start))).toBe(0);
});
