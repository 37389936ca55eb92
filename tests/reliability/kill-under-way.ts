/** What the tests with a process that is killed in the middle of its work have in common. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { createBackend } from "#backend";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";

/** The backend of a folder, before and after its process. */
export async function withServerBackend<Result>(
  dataDir: string,
  work: (backend: ServerBackend) => Promise<Result>,
): Promise<Result> {
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
  try {
    const log = createLog("silent");
    return await work(createEmbeddedServerBackend(backend, { projectId: "kill", log }));
  } finally {
    await backend.close();
  }
}

type Run = {
  script: URL;
  dataDir: string;
  /** Its standard input, as JSON. */
  asked: object;
  /** Whether it has said enough: from then on `afterMs` count. */
  isUnderWay: (output: string) => boolean;
  afterMs: number;
};

/** Runs a script until it is killed. @returns what it said */
export async function runAndKill({
  script,
  dataDir,
  asked,
  isUnderWay,
  afterMs,
}: Run): Promise<string> {
  const command = [fileURLToPath(script), dataDir];
  const child = spawn(process.execPath, command, { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(JSON.stringify(asked));
  let output = "";
  let errors = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    if (isUnderWay(output)) timer ??= setTimeout(() => child.kill("SIGKILL"), afterMs);
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  expect([code, signal, errors]).toEqual([null, "SIGKILL", ""]);
  return output;
}

/** @param letter what each line of it begins with */
export const moreThanTen =
  (letter: string) =>
  (output: string): boolean =>
    (output.match(new RegExp(`^${letter} `, "gm"))?.length ?? 0) > 10;
