// What pictures need of it is tested with them: server/images/image-processes.test.ts.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { createProcesses } from "./create-processes.ts";

let folder: string;
let readable: string;
const program = join(import.meta.dirname, "testing", "echo-process.ts");
const forever = new AbortController().signal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-echo-"));
  readable = join(folder, "file");
  await writeFile(readable, Buffer.from([0, 255, 128]));
});

afterAll(() => rm(folder, { recursive: true }));

function open(options: { readable: string[]; maxJobs?: number }) {
  const processes = createProcesses<{ path: string }, { pid: number; bytes: Buffer }>({
    purpose: "tests",
    program,
    log: createLog("silent"),
    idleMs: 60_000,
    timeoutMs: 20_000,
    maxHeapMb: 64,
    ...options,
  });
  return { ...processes, [Symbol.asyncDispose]: () => processes.close() };
}

test("bytes come back as bytes, and after its number of jobs a process makes room for a new one", async () => {
  await using processes = open({ readable: [folder], maxJobs: 2 });
  const first = await processes.run({ path: readable }, forever);
  expect(first.bytes).toEqual(Buffer.from([0, 255, 128]));
  const second = await processes.run({ path: readable }, forever);
  const third = await processes.run({ path: readable }, forever);
  expect(second.pid).toBe(first.pid);
  expect(third.pid).not.toBe(first.pid);
  await expect.poll(() => processes.pids()).toEqual([third.pid]);
});

test("a process reads only what it is told, and goes on after a job that threw", async () => {
  await using processes = open({ readable: [] });
  await expect(processes.run({ path: readable }, forever)).rejects.toMatchObject({
    reason: "failed",
    message: expect.stringContaining("restricted"),
  });
  const [pid] = processes.pids();
  await expect(processes.run({ path: program }, forever)).resolves.toMatchObject({ pid });
});
