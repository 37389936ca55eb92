/**
 * Commits batches of documents until it is killed. A line `b N` says that batch N is about to be sent,
 * `a N` that it was acknowledged. Every document of a batch holds the batch's number.
 */
import { writeSync } from "node:fs";
import { createBackend } from "#backend";

const [dataDir, firstBatch, clients, documentsInBatch] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];
const ROOT = "projects/kill/databases/(default)/documents";
const backend = await createBackend({ dataDir, projectId: "kill" });
let next = Number(firstBatch);

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

async function commitBatches(client: number): Promise<never> {
  for (;;) {
    const batch = next;
    next += 1;
    const fields = {
      batch: { integerValue: String(batch) },
      pad: { stringValue: "x".repeat(500) },
    };
    const writes = Array.from({ length: Number(documentsInBatch) }, (_, index) => [
      { update: { name: `${ROOT}/batches/${batch}/parts/${index}`, fields } },
      { update: { name: `${ROOT}/clients/${client}/latest/${index}`, fields } },
    ]).flat();
    say(`b ${batch}`);
    const request = new Request(`http://x/v1/${ROOT}:commit`, {
      method: "POST",
      body: JSON.stringify({ writes }),
    });
    const answer = await backend.adminFetch(request);
    if (answer.status !== 200) throw new Error(await answer.text());
    say(`a ${batch}`);
  }
}

await Promise.all(Array.from({ length: Number(clients) }, (_, client) => commitBatches(client)));
