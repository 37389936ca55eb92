/**
 * Changes a board until it is killed. Its standard input is JSON: `board`, `first`, the number of the first change, and
 * `again`, changes of before whose answer nobody heard. A line `b N` says that a change is begun, `a N` that it is taken.
 */
import { readFileSync, writeSync } from "node:fs";
import { createBackend } from "#backend";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { createBoards } from "../../server/boards/boards.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";

type Asked = { board: string; first: number; again: number[] };

const [dataDir = ""] = process.argv.slice(2);
const { board, first, again } = JSON.parse(readFileSync(0, "utf8")) as Asked;
const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
const log = createLog("silent");
const server = () =>
  createBoards({
    backend: createEmbeddedServerBackend(backend, { projectId: "kill", log }),
    log,
    now: Date.now,
  });

/** A new card, the same for the same number. */
async function change(boards: ReturnType<typeof server>, write: number): Promise<void> {
  const stamps = { t: 1_000_000_000_000_000 + write, p: 0 };
  const writes = {
    [`cards/w${write}/title`]: { v: `Card ${write}`, ...stamps },
    [`cards/w${write}/place`]: { column: `c${1 + (write % 3)}`, order: "a0", by: "ann", ...stamps },
  };
  writeSync(1, `b ${write}\n`);
  const answer = await boards.change("ann", board, writes);
  if (answer !== "taken") throw new Error(`${write}: ${JSON.stringify(answer)}`);
  writeSync(1, `a ${write}\n`);
}

let next = first;
/** A server of its own: the others' queues are unknown to it. */
async function changeOn(): Promise<never> {
  const boards = server();
  for (;;) {
    const write = next;
    next += 1;
    // oxlint-disable-next-line no-await-in-loop -- each waits for its answer
    await change(boards, write);
  }
}

await Promise.all(again.map((write) => change(server(), write)));
await Promise.all([changeOn(), changeOn(), changeOn()]);
