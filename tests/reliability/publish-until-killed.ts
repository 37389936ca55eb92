/**
 * Writes drafts, publishes, hides and shows them until it is killed. Its argument is the data folder, its standard input
 * the number of the first draft. A line `d ID N` says that the draft N of an item is stored, `p ID N` that it is published.
 */
import { readFileSync, writeSync } from "node:fs";
import { createBackend } from "#backend";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { fieldsOf, fileOf, items, openPublishing, writer } from "./publish-acts.ts";

const [dataDir = ""] = process.argv.slice(2);
let count = Number(readFileSync(0, "utf8"));
const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
const log = createLog("silent");
const serverBackend = createEmbeddedServerBackend(backend, { projectId: "kill", log });
const { acts, jobs } = openPublishing(serverBackend);
jobs.start();

async function publish(id: string): Promise<void> {
  const number = count++;
  const at = new Date().toISOString();
  const item = { kind: "projects", id } as const;
  await serverBackend.putObject(`drafts/${fileOf(id, number)}`, new Uint8Array(2000).fill(7), {
    contentType: "image/jpeg",
  });
  const draft = {
    kind: "projects",
    docId: id,
    fields: fieldsOf(id, number),
    base: null,
    rev: number,
    conflicts: [],
    saves: [],
    editedBy: writer.uid,
    editedByName: writer.name,
    editedAt: at,
    createdAt: at,
  };
  await serverBackend.commit([{ set: `drafts/projects_${id}`, data: draft }]);
  writeSync(1, `d ${id} ${number}\n`);
  await acts.drafts.publish(item, number, writer);
  writeSync(1, `p ${id} ${number}\n`);
  await acts.visibility.hide(item, writer);
  if (number % 3 > 0) await acts.visibility.show(item, writer);
}

async function goOn(id: string): Promise<never> {
  // oxlint-disable-next-line no-await-in-loop -- until it is killed
  for (;;) await publish(id);
}

await Promise.all(items.map(goOn));
