/**
 * Changes token accounts and runs jobs until it is killed. Its standard input is JSON: `first`, the number of the first
 * change, and `again`, changes of before whose answer nobody heard. A line `b N` says that a change is begun, `a N` that
 * it is done; `s N` that a job was taken in which is to give one token.
 */
import { readFileSync, writeSync } from "node:fs";
import { createBackend } from "#backend";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createJobs } from "../../server/jobs/jobs.ts";
import { createLog } from "../../server/log.ts";
import { createTokenAccounts } from "../../server/tokens/token-accounts.ts";
import { changeOf, isHeldFirst, jobIdOf, personOf, payKind } from "./tokens-changes.ts";

const [dataDir = ""] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, "utf8")) as { first: number; again: number[] };
const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
const log = createLog("silent");
const serverBackend = createEmbeddedServerBackend(backend, { projectId: "kill", log });
const tokens = createTokenAccounts({
  backend: serverBackend,
  log,
  now: Date.now,
  keepEntries: 1_000_000,
});
const jobs = createJobs({
  backend: serverBackend,
  log,
  now: Date.now,
  newId: () => crypto.randomUUID(),
  kinds: { pay: payKind(tokens) },
  isOnlyCopy: true,
});
await tokens.repair();
jobs.start();

async function change(write: number): Promise<void> {
  writeSync(1, `b ${write}\n`);
  const { amount, ...rest } = changeOf(write);
  const uid = personOf(write);
  if (amount > 0) await tokens.grant(uid, { amount, ...rest, by: "boss" });
  else if (isHeldFirst(write)) await holdAndSettle(uid, { amount: -amount, ...rest });
  else await tokens.debit(uid, { amount: -amount, ...rest });
  writeSync(1, `a ${write}\n`);
}

/** Again, it goes on where it was. */
async function holdAndSettle(
  uid: string,
  { amount, reason, key }: { amount: number; reason: string; key: string },
): Promise<void> {
  if ((await tokens.settle(uid, { key, amount, reason })) !== "gone") return;
  await tokens.hold(uid, { key, amount: amount + 1 });
  await tokens.settle(uid, { key, amount, reason });
}

let next = asked.first;
async function changeOn(): Promise<never> {
  for (;;) {
    const write = next;
    next += 1;
    // oxlint-disable-next-line no-await-in-loop -- each waits for its answer
    await change(write);
    if (write % 4 !== 0) continue;
    const job = { id: jobIdOf(write), dueAt: new Date(), data: { uid: personOf(write) } };
    // oxlint-disable-next-line no-await-in-loop -- see above
    await jobs.schedule("pay", job);
    writeSync(1, `s ${write}\n`);
  }
}

await Promise.all(asked.again.map(change));
await Promise.all([changeOn(), changeOn(), changeOn()]);
