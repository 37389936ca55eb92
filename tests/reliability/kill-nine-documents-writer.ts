/**
 * Commits batches of documents until it is killed: FOLDER FIRST-BATCH CLIENTS INDEXES. A line `open` says that it is
 * about to open the folder, `b N CLIENT PREVIOUS` that batch N is about to be sent, `a N` that it was acknowledged.
 */
import { writeSync } from "node:fs";
import { createBackend } from "#backend";
import { readRulesFiles } from "../../server/config/rules-files.ts";
import { type Batch, ROOT, indexes, writesOf } from "./kill-nine-documents-batches.ts";

const [dataDir, first, clients, known] = process.argv.slice(2) as [
  string,
  string,
  string,
  keyof typeof indexes,
];
const rules = await readRulesFiles();
say("open");
const backend = await createBackend({
  dataDir,
  projectId: "kill",
  rules,
  indexes: { file: "test.indexes.json", text: JSON.stringify(indexes[known]) },
});
let next = Number(first);

// Straight to the pipe: what is printed has left the process when it is killed.
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      // The reader is behind; nothing has been written.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}

async function commit(batch: Batch): Promise<void> {
  const body = JSON.stringify({ writes: writesOf(batch) });
  const answer = await backend.adminFetch(
    new Request(`http://x/v1/${ROOT}:commit`, { method: "POST", body }),
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
}

async function runClient(client: number): Promise<never> {
  let previous = 0;
  for (;;) {
    const number = next;
    next += 1;
    say(`b ${number} ${client} ${previous}`);
    await commit({ number, client, previous });
    say(`a ${number}`);
    previous = number;
  }
}

await Promise.all(Array.from({ length: Number(clients) }, (_, client) => runClient(client)));
