/** What goes by itself, and what goes with an account. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccountData } from "../../account-data/account-data.ts";
import { exportAccount } from "../../account-data/export-account.ts";
import { createJobs } from "../../jobs/jobs.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { readZip } from "../../../tests/support/read-zip.ts";
import { type GamesSite, codeOf, openGamesSite } from "./testing/games-site.ts";

const dayMs = 86_400_000;
const places = ["leaderboards", "gamePlayers", "gameLogs", "gameLogOwners", "gameRuns"];

let site: GamesSite;
beforeAll(async () => {
  site = await openGamesSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const keysAt = async (path: string) => Object.keys(((await site.valueAt(path)) ?? {}) as object);

test("the daily work: old days and weeks, seeds, open runs and logs of nobody go, and what is new stays", async () => {
  const ann = await site.person("Ann");
  const ben = await site.person("Ben");
  const first = await site.tower(ann, 5);
  await site.tower(ann, 2, { mode: "daily" });
  await site.start(ben, "snake", { mode: "daily" });
  expect(await keysAt("leaderboards/tower/tower")).toEqual(["all", "d2026-11-28", "w2026-W48"]);

  site.pass(dayMs);
  await site.sweep();
  expect(await keysAt("gameSeeds")).toEqual(["2026-11-28"]);
  expect(await keysAt(`gameRuns/${ben.uid}`)).toEqual(["snake"]);

  site.pass(2 * dayMs);
  const again = await site.start(ben, "tower", { mode: "tower" });
  const done = await site.sweep();
  expect(done).toEqual({ boards: 0, runs: 2, logs: 0 });
  expect(await keysAt("gameSeeds")).toEqual([]);
  expect(await keysAt("gameRuns")).toEqual([ben.uid]);
  expect(await site.valueAt(`gameRuns/${ben.uid}/tower/id`)).toBe(again.run);
  expect(await keysAt(`gamePlayers/${ben.uid}`)).toEqual([]);

  site.pass(6 * dayMs);
  await site.sweep();
  expect(await keysAt("leaderboards/tower/tower")).toEqual(["all", "w2026-W48"]);
  expect(await keysAt("leaderboards/tower")).toEqual(["tower"]);
  expect(await keysAt(`gamePlayers/${ann.uid}/bests/tower`)).toEqual(["tower"]);
  // The day's own run is on no board any more, and its log is nobody's.
  expect(await keysAt("gameLogOwners")).toEqual([first.run]);
  expect(await keysAt(`gameLogs/${ann.uid}`)).toEqual([first.run]);

  site.pass(31 * dayMs);
  await site.sweep();
  expect(await keysAt("leaderboards/tower/tower")).toEqual(["all"]);
  expect(await keysAt(`gamePlayers/${ann.uid}/bests/tower/tower`)).toEqual(["all"]);
  expect((await site.ask(`GET /api/games/run?id=${first.run}`, undefined)).status).toBe(200);
});

test("an export has what an account has played, and its deletion leaves nothing of it", async () => {
  const cleo = await site.person("Cleo");
  const dan = await site.person("Dan");
  const { run } = await site.tower(cleo, 6);
  await site.tower(cleo, 1, { mode: "daily" });
  await site.ask("POST /api/games/named", cleo, { isNamed: true });
  await site.start(cleo, "snake", { mode: "classic", speed: "slow", size: "small" });
  const kept = await site.tower(dan, 3);

  const { serverBackend: backend, clock } = site;
  const { log } = recordingLog();
  const zip = exportAccount({
    backend,
    uid: cleo.uid,
    site: "https://site.example",
    now: new Date(clock.now),
    log,
    signal: new AbortController().signal,
  });
  const entries = readZip(Buffer.from(await new Response(zip).arrayBuffer()));
  const textOf = (name: string) => String(entries.get(name));
  expect(JSON.parse(textOf("gamePlayers.json"))).toMatchObject({
    isNamed: true,
    bests: { tower: { tower: { all: { run, result: 60 } } } },
  });
  expect(textOf("gameLogs.json")).toContain(run);
  expect(textOf("gameRuns.json")).toContain("slow");

  const accountData = createAccountData({
    backend,
    jobs: () => jobs,
    audit: site.audit,
    mail: undefined,
    shared: site.ofAccounts,
    origin: () => "https://site.example",
    log,
    now: () => clock.now,
  });
  const jobs: Jobs = createJobs({
    backend,
    log,
    now: () => clock.now,
    newId: randomUUID,
    kinds: accountData.jobKinds,
  });
  await accountData.eraseAccount(cleo.uid, "cli");
  for (const place of places) {
    // oxlint-disable-next-line no-await-in-loop
    expect(JSON.stringify(await site.valueAt(place)), place).not.toContain(cleo.uid);
  }
  expect(codeOf(await site.ask(`GET /api/games/run?id=${run}`, undefined))).toEqual([
    404,
    "no-run",
  ]);
  const { entries: shown } = await site.board("tower", "tower");
  expect(shown.map((one) => one.run)).not.toContain(run);
  expect(shown.map((one) => one.run)).toContain(kept.run);
  // What was under way in that moment goes with what is swept later.
  const late = { run: "e".repeat(32), result: 990, at: 1 };
  await backend.updateValues({ [`leaderboards/tower/tower/all/${cleo.uid}`]: late });
  clock.now += 66 * 60_000;
  await jobs.runDue();
  expect(JSON.stringify(await site.valueAt("leaderboards"))).not.toContain(cleo.uid);
});
