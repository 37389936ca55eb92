import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../log.ts";
import type { Log } from "../log.ts";
import { createImageProcesses } from "./image-processes.ts";
import { plainPicture, pngThatClaims } from "./testing/pictures.ts";

let folder: string;
let workFolder: string;
let source: string;
let targets = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-processes-"));
  workFolder = join(folder, "work");
  await mkdir(workFolder);
  source = join(workFolder, "source");
  await writeFile(source, await plainPicture("png"));
});

afterAll(() => rm(folder, { recursive: true }));

function open(options: { idleMs?: number; timeoutMs?: number; log?: Log } = {}) {
  const { idleMs = 60_000, timeoutMs = 20_000, log = createLog("silent") } = options;
  const processes = createImageProcesses({ folder: workFolder, log, idleMs, timeoutMs });
  return { ...processes, [Symbol.asyncDispose]: () => processes.close() };
}

const forever = new AbortController().signal;

function variant(target = join(workFolder, `target-${(targets += 1)}`)) {
  return { kind: "variant", source, target, width: 160, format: "webp" } as const;
}

const isRunning = (pid: number | undefined) => {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
};

test("there is no process before the first picture, one for all that follow, and none after a rest", async () => {
  await using processes = open({ idleMs: 1 });
  expect(processes.pids()).toEqual([]);
  await processes.run(variant(), forever);
  const [pid] = processes.pids();
  await processes.run(variant(), forever);
  expect(processes.pids()).toEqual([pid]);
  await expect.poll(() => processes.pids()).toEqual([]);
  expect(isRunning(pid)).toBe(false);
});

test("a process has none of the server's environment, and gives way to it", async () => {
  await using processes = open();
  await processes.run(variant(), forever);
  const [pid] = processes.pids();
  if (process.platform !== "linux") return;
  const names = (await readFile(`/proc/${pid}/environ`, "utf8"))
    .split("\0")
    .map((line) => line.split("=")[0])
    .filter((name) => name !== "");
  expect(names).toEqual(["NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"]);
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(" ");
  expect(fields[18]).toBe("5");
  expect((await readFile(`/proc/${pid}/oom_score_adj`, "utf8")).trim()).toBe("1000");
});

test("a process writes into its folder only", async () => {
  await using processes = open();
  const outside = join(folder, "outside");
  await expect(processes.run(variant(outside), forever)).rejects.toMatchObject({
    status: 503,
    cause: { message: expect.stringContaining("restricted") },
  });
  expect(await readdir(folder)).toEqual(["work"]);
});

test("a process that is killed in the middle is followed by another that does its job", async () => {
  await using processes = open();
  const job = variant();
  const done = processes.run(job, forever);
  const [pid] = processes.pids();
  process.kill(pid ?? 0, "SIGKILL");
  await expect(done).resolves.toBeNull();
  expect(await readFile(job.target)).not.toHaveLength(0);
  expect(processes.pids()).not.toContain(pid);
});

test("a picture of which two processes die is given up", async () => {
  const killAll = () => processes.pids().forEach((pid) => process.kill(pid, "SIGKILL"));
  const log = pino({}, { write: (line) => line.includes("once more") && setImmediate(killAll) });
  await using processes = open({ log });
  const done = processes.run(variant(), forever);
  killAll();
  await expect(done).rejects.toMatchObject({ status: 422, lasting: true });
  await expect(processes.run(variant(), forever)).resolves.toBeNull();
});

test("a picture that takes too long is given up, and its process ended", async () => {
  await using processes = open({ timeoutMs: 1 });
  await expect(processes.run(variant(), forever)).rejects.toMatchObject({
    status: 503,
    lasting: true,
  });
  expect(processes.pids()).toEqual([]);
});

test("a job that nobody wants any more ends at once", async () => {
  await using processes = open();
  const ends = new AbortController();
  const done = processes.run(variant(), ends.signal);
  ends.abort(new Error("unwanted"));
  await expect(done).rejects.toThrow("unwanted");
  expect(processes.pids()).toEqual([]);
});

test("a bad file is the file's fault; the process goes on", async () => {
  await using processes = open();
  await writeFile(join(workFolder, "bad"), pngThatClaims(30_000, 30_000));
  const bad = { kind: "measure", source: join(workFolder, "bad") } as const;
  await expect(processes.run(bad, forever)).rejects.toMatchObject({ status: 422, lasting: true });
  const [pid] = processes.pids();
  await expect(processes.run({ kind: "measure", source }, forever)).resolves.toMatchObject({
    width: 40,
    height: 30,
  });
  expect(processes.pids()).toEqual([pid]);
});

test("closing ends jobs and processes, and nothing starts any more", async () => {
  await using processes = open();
  const done = processes.run(variant(), forever);
  const refused = Promise.allSettled([done]);
  const [pid] = processes.pids();
  await processes.close();
  expect(isRunning(pid)).toBe(false);
  expect(await refused).toMatchObject([{ reason: { status: 503, lasting: false } }]);
  await expect(processes.run(variant(), forever)).rejects.toMatchObject({ status: 503 });
  expect(processes.pids()).toEqual([]);
});
