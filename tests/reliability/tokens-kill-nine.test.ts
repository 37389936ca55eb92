import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newUserRecord } from "#lib/user-record.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createJobs } from "../../server/jobs/jobs.ts";
import { createLog } from "../../server/log.ts";
import { createTokenAccounts } from "../../server/tokens/token-accounts.ts";
import { howMany } from "../support/how-many.ts";
import { moreThanTen, runAndKill, withServerBackend } from "./kill-under-way.ts";
import { changeOf, jobIdOf, payKind, people, personOf } from "./tokens-changes.ts";

const ROUNDS = howMany("TOKENS_KILL_ROUNDS", { short: 2, full: 100 });
const script = new URL("./tokens-until-killed.ts", import.meta.url);
const isInWork = moreThanTen("a");
/** Some of everything has been done. */
const isUnderWay = (output: string) => isInWork(output) && /^s /m.test(output);

test(`R1: kill -9 while tokens change and jobs run: each change counts once, each job is done once (${ROUNDS} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-tokens-"));
  try {
    await withServerBackend(dataDir, (backend) => addPeople(backend));
    const begun = new Set<number>();
    const done = new Set<number>();
    const scheduled = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const again = [...begun].filter((write) => !done.has(write));
      const asked = { first: Math.max(0, ...begun) + 1, again };
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const output = await runAndKill({
        script,
        dataDir,
        asked,
        isUnderWay,
        afterMs: (round * 37) % 300,
      });
      for (const [, kind, number] of output.matchAll(/^([bas]) (\d+)$/gm)) {
        ({ b: begun, a: done, s: scheduled })[kind as "b"].add(Number(number));
      }
    }
    expect(done.size).toBeGreaterThan(ROUNDS * 5);
    expect(scheduled.size).toBeGreaterThanOrEqual(ROUNDS);
    await withServerBackend(dataDir, (backend) => check(backend, { begun, done, scheduled }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function addPeople(backend: ServerBackend): Promise<void> {
  const records = people.map((uid) => [
    `users/${uid}`,
    newUserRecord({ uid, name: uid, email: null, now: new Date() }),
  ]);
  await backend.updateValues(Object.fromEntries(records));
}

async function check(
  backend: ServerBackend,
  { begun, done, scheduled }: Record<"begun" | "done" | "scheduled", Set<number>>,
): Promise<void> {
  const log = createLog("silent");
  const tokens = createTokenAccounts({ backend, log, now: Date.now });
  await tokens.repair();
  const jobs = createJobs({
    backend,
    log,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    kinds: { pay: payKind(tokens) },
    isOnlyCopy: true,
  });
  jobs.start();
  const unfinished = async () => {
    const counts = ["waiting", "running"].map(async (state) => {
      const found = await backend.findDocuments("jobs", { where: { state }, limit: 1000 });
      return found.length;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  await expect.poll(unfinished, { timeout: 60_000 }).toBe(0);
  await jobs.close();
  await tokens.settled();
  for (const write of scheduled) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    expect(await jobs.get(jobIdOf(write))).toMatchObject({ state: "done", error: null });
  }
  const paid = (await backend.listDocuments("jobs")).map(({ id }) => id);
  for (const uid of people) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    const account = await tokens.account(uid);
    // oxlint-disable-next-line no-await-in-loop -- in order
    const ledger = (await tokens.ledger(uid, { limit: 100_000 })).toReversed();
    let balance = 0;
    for (const [index, entry] of ledger.entries()) {
      balance += entry.amount;
      expect(entry).toMatchObject({ balance, id: `s${String(index + 1).padStart(12, "0")}` });
    }
    expect(account).toMatchObject({ balance, seq: ledger.length });
    // What nobody was told of may be under way.
    const underWay = [...begun].filter((write) => !done.has(write));
    const mayHold = new Set(underWay.map((write) => changeOf(write).key));
    expect(Object.keys(account?.holds ?? {}).filter((key) => !mayHold.has(key))).toEqual([]);
    const keys = ledger.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const ofPerson = (writes: Iterable<number>) =>
      [...writes].filter((write) => personOf(write) === uid);
    const missing = ofPerson(done).filter((write) => !keys.includes(changeOf(write).key));
    expect(missing).toEqual([]);
    const begunKeys = new Set(ofPerson(begun).flatMap((one) => [changeOf(one).key, jobIdOf(one)]));
    expect(keys.filter((key) => key !== "open" && !begunKeys.has(key))).toEqual([]);
    const jobsOfPerson = paid.filter((id) => personOf(Number(id.slice(4))) === uid);
    expect(keys.filter((key) => key.startsWith("pay-")).toSorted()).toEqual(
      jobsOfPerson.toSorted(),
    );
    // oxlint-disable-next-line no-await-in-loop -- in order
    expect((await backend.getValue(`users/${uid}/userAITokens`)).value).toBe(balance);
  }
}
