/** The body of both store threads. It holds the connection; all work in it is synchronous. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import { cacheStatements, openReader, openWriter } from "./connection.ts";
import { commitGroup } from "./group-commit.ts";
import {
  type Call,
  type FromThread,
  type Outcome,
  type ThreadSettings,
  type ToThread,
  toRefusal,
} from "./messages.ts";
import { migrate } from "./migrations.ts";
import { gatherOperations, loadOperationModules } from "./operation-module.ts";

/** Milliseconds of reading that one answer holds, about. */
const togetherMs = 1;

const settings = workerData as ThreadSettings;
const port = parentPort as MessagePort;
const modules = await loadOperationModules(settings.modules);
const operations = gatherOperations(modules);
const db = settings.role === "writer" ? openWriter(settings.path) : openReader(settings.path);
const cached = cacheStatements(db, operations);

if (settings.role === "writer") {
  migrate(db, modules);
  syncFolder(dirname(settings.path));
}

port.on("message", (message: ToThread) => {
  if (settings.role === "reader") obey(message);
  else for (const next of gatherWrites(message)) obey(next);
});
say({ is: "ready" });

function obey(message: ToThread): void {
  if (message.do === "close") close();
  else if (message.do === "checkpoint") say({ is: "done", outcomes: [checkpoint(message.id)] });
  else if (settings.role === "reader") readEach(message.calls);
  else writeTogether(message.calls);
}

/** All that has come while the last group was at the disk: writes that follow each other become one group. */
function gatherWrites(first: ToThread): ToThread[] {
  const gathered = [first];
  for (;;) {
    const next = receiveMessageOnPort(port)?.message as ToThread | undefined;
    if (next === undefined) return gathered;
    const last = gathered.at(-1);
    if (next.do === "run" && last?.do === "run") last.calls.push(...next.calls);
    else gathered.push(next);
  }
}

function writeTogether(calls: Call[]): void {
  const { outcomes, fatal } = commitGroup(db, cached, calls);
  say({ is: "done", outcomes });
  if (fatal !== undefined) throw fatal;
}

/** What is read quickly is answered together: a message to the main thread costs more than a read. */
function readEach(calls: Call[]): void {
  let outcomes: Outcome[] = [];
  let begun = performance.now();
  for (const call of calls) {
    outcomes.push(readOne(call));
    if (performance.now() - begun < togetherMs) continue;
    say({ is: "done", outcomes });
    outcomes = [];
    begun = performance.now();
  }
  if (outcomes.length > 0) say({ is: "done", outcomes });
}

// One transaction, so that all statements of an operation see the same moment.
function readOne({ id, name, input }: Call): Outcome {
  try {
    db.exec("BEGIN");
    try {
      return { id, output: cached.run(name, input) };
    } finally {
      if (db.isTransaction) db.exec("COMMIT");
    }
  } catch (error) {
    return { id, refused: toRefusal(error, "operation-failed", `${name} failed.`) };
  }
}

function checkpoint(id: number): Outcome {
  try {
    return { id, output: db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() };
  } catch (error) {
    return { id, refused: toRefusal(error, "store-failed", "The checkpoint failed.") };
  }
}

function close(): void {
  db.close();
  port.close();
}

function say(message: FromThread): void {
  port.postMessage(message);
}

// SQLite syncs the folder with the first commit of a new log; this covers the name of the database
// itself also where it existed without a log.
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
