/** Several copies of the server, as at Firebase: none of them keeps anything. */
import { expect, test } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import { hostedBackendOf } from "../../../tests/support/served-site.ts";
import { codeOf, openGamesSite } from "./testing/games-site.ts";
import { commitsOf, playTower } from "./testing/honest-runs.ts";

const rules = { mode: "tower" };
const game = "tower";

test("a run is begun, told, finished and looked at on another copy each, over the network", async () => {
  await using site = await openGamesSite();
  const [ann, bo] = await Promise.all([site.person("Ann"), site.person("Bo", { admin: true })]);
  await using hosted = await site.copy(await hostedBackendOf(site));
  const { run, seed } = await hosted.start(ann, game, rules);
  const sent = playTower({ seed }, 4, 1900);
  const copies = [site, hosted];
  for (const [at, commit] of (await commitsOf(run, game, { seed, rules, ...sent })).entries()) {
    site.pass(10_000);
    const body = { game, run, ...commit };
    // oxlint-disable-next-line no-await-in-loop
    const { status } = await copies[at % 2]!.ask("POST /api/games/commit", ann, body);
    expect(status).toBe(204);
  }
  site.pass(((sent.ticks % 600) * 1000) / 60);
  const answers = await Promise.all(copies.map((copy) => copy.finish(ann, game, run, sent)));
  expect(answers[0]).toMatchObject({ status: 200, json: { result: 40, places: { all: 1 } } });
  expect(answers[1]).toEqual(answers[0]);
  expect((await hosted.ask("POST /api/games/named", ann, { isNamed: true })).status).toBe(204);
  const shown = [{ place: 1, run, name: "Ann", result: 40, hasLog: true }];
  expect((await hosted.board(game, "tower")).entries).toMatchObject(shown);
  expect((await site.board(game, "tower", { period: "week" })).entries).toMatchObject(shown);
  expect((await hosted.ask(`GET /api/games/run?id=${run}`, undefined)).status).toBe(200);
  const forged = await hosted.start(ann, game, rules);
  site.pass(5000);
  const said = await hosted.finish(ann, game, forged.run, { ...sent, ticks: 300 });
  expect(said.status).toBe(422);
  const gone = await hosted.ask("POST /api/games/remove", bo, { game, board: "tower", run });
  expect(gone.status).toBe(204);
  site.pass(6000);
  expect((await site.board(game, "tower")).entries).toEqual([]);
});

test("all copies give out the same day's seed, and one run of it to an account", async () => {
  await using site = await openGamesSite();
  const people = await Promise.all([site.person("Ann"), site.person("Ben")]);
  await using hosted = await site.copy(await hostedBackendOf(site));
  const daily = { game, rules: { mode: "daily" } };
  const answers = await Promise.all(
    people.flatMap((who) =>
      [site, hosted].map((copy) => copy.ask("POST /api/games/start", who, daily)),
    ),
  );
  const given = answers.filter(({ status }) => status === 200);
  expect(given).toHaveLength(2);
  expect(new Set(given.map(({ json }) => json?.["seed"])).size).toBe(1);
  for (const other of answers.filter(({ status }) => status !== 200)) {
    expect(codeOf(other)).toEqual([409, "daily-used"]);
  }
});

test("a backend that cannot be reached is said, and the run is not lost", async () => {
  await using site = await openGamesSite();
  const ann = await site.person("Ann");
  const { run, seed } = await site.start(ann, game, rules);
  const sent = playTower({ seed }, 2);
  await site.tell(ann, { run, game, seed, rules }, sent);
  let isDown = false;
  const backend = await hostedBackendOf(site);
  await using other = await site.copy({
    ...backend,
    async putValue(path, ...rest) {
      if (isDown && path.startsWith("leaderboards/"))
        throw new BackendError("UNAVAILABLE", "Away.");
      return backend.putValue(path, ...rest);
    },
  });
  isDown = true;
  expect(codeOf(await other.finish(ann, game, run, sent))).toEqual([503, "unavailable"]);
  isDown = false;
  site.pass(60_000);
  expect(await site.finish(ann, game, run, sent)).toMatchObject({
    status: 200,
    json: { result: 20, places: { day: 1, week: 1, all: 1 }, isBest: { all: true } },
  });
});
