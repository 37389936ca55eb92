/**
 * Has the AI answer until it is killed. Its standard input is JSON: the provider's `url`, `round` and `people`.
 * A line `b UID ID` says that an answer is asked for, `d UID ID` that it has ended, `h ID` that some of one that never ends
 * is there.
 */
import { readFileSync, writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { createBackend } from "#backend";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { type AiPeople, openAiParts } from "./ai-parts.ts";

const [dataDir = ""] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, "utf8")) as {
  url: string;
  round: number;
  people: AiPeople;
};
const { rooms, waiting } = asked.people;
const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
const log = createLog("silent");
const serverBackend = createEmbeddedServerBackend(backend, { projectId: "kill", log });
const { ai, messages } = openAiParts(serverBackend, asked.url);
const valueAt = async (path: string) => (await serverBackend.getValue(path)).value;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- until it is so
  while (!(await isSo())) await wait(2);
}

async function askOn([uid, room]: [string, string], person: number): Promise<void> {
  for (let n = 1; ; n += 1) {
    const id = `p${person}x${asked.round}x${n}x`.padEnd(20, "0");
    writeSync(1, `b ${uid} ${id}\n`);
    // oxlint-disable no-await-in-loop -- each waits for its answer
    const sent = await messages.send(uid, room, { id, text: uid === waiting ? "Wait" : "Go" });
    if (!("key" in sent)) throw new Error("A message was not taken.");
    const said = await ai.ask(uid, { id, model: "small", most: 1, room, key: sent.key });
    if (said !== "begun") throw new Error(`It was refused: ${said.refused}`);
    if (uid === waiting) {
      const parts = `chat/${room}/streams/${id}/parts`;
      await until(async () => (await valueAt(parts)) !== null);
      writeSync(1, `h ${id}\n`);
      return;
    }
    await until(async () => (await valueAt(`aiRuns/${uid}/${id}/state`)) !== "running");
    writeSync(1, `d ${uid} ${id}\n`);
    // oxlint-enable no-await-in-loop
  }
}

await Promise.all(Object.entries(rooms).map(askOn));
