/**
 * Reminds of tasks until it is killed. Its standard input is JSON: `uids`, `first`, the number of the first task, and the
 * push service by `port` and `ca`. A line `w N` says that task N, with its reminder, is written.
 */
import { readFileSync, writeSync } from "node:fs";
import { createBackend } from "#backend";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { accountOf, reminderKinds, taskValue } from "./reminders-parts.ts";
import type { AskedReminders } from "./reminders-parts.ts";

const [dataDir = ""] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, "utf8")) as AskedReminders;
const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
const log = createLog("silent");
const serverBackend = createEmbeddedServerBackend(backend, { projectId: "kill", log });
const { jobs, reminders } = reminderKinds(serverBackend, asked);
backend.onDatabaseCommit(({ writes }) => {
  for (const { path, value } of writes) reminders.onWrite(path, value);
});
jobs.start();
reminders.start();
for (let task = asked.first; ; task += 1) {
  const uid = accountOf(task, asked);
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  await serverBackend.updateValues({ [`todos/${uid}/tasks/t${task}`]: taskValue(task) });
  writeSync(1, `w ${task}\n`);
  // oxlint-disable-next-line no-await-in-loop -- what is written waits for no timer
  await reminders.plan(uid);
}
