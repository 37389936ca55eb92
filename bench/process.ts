/**
 * P11 without its socket part: memory of the server at rest, and the time from its spawn to the first byte of `/`.
 * BENCH_REST_SECONDS shortens the rest before memory is read.
 */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import type { BenchRow } from "./bench-row.ts";
import { calibrate } from "./calibration.ts";
import { root, sleep, startFoyer, temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";

const restSeconds = Number(process.env["BENCH_REST_SECONDS"] ?? 60);
const starts = 5;
const memoryMarkMb = 150;
const startMarkMs = 1000;

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, "data");
  const megabytes = await measureMemory(dataDir);
  const milliseconds: number[] = [];
  for (let start = 0; start < starts; start += 1) milliseconds.push(await measureStart(dataDir));
  console.log(`P11 starts: ${milliseconds.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  const calibration = calibrate();
  const ms = median(milliseconds);
  return [
    {
      id: "P11.memory",
      name: `VmRSS in MB ${restSeconds} s after readyz, at rest`,
      ours: megabytes,
      reference: memoryMarkMb,
      ratio: megabytes / memoryMarkMb,
      mark: `<= ${memoryMarkMb} MB`,
      reached: megabytes <= memoryMarkMb,
      samples: [megabytes],
    },
    {
      id: "P11.start",
      name: `ms from spawn to the first byte of / (calibration loop ${calibration.toFixed(1)} ms)`,
      ours: ms,
      reference: startMarkMs,
      ratio: ms / startMarkMs,
      mark: `<= ${startMarkMs} ms`,
      reached: ms <= startMarkMs,
      samples: milliseconds,
    },
  ];
}

async function measureMemory(dataDir: string): Promise<number> {
  await using server = await startFoyer(dataDir);
  await sleep(restSeconds * 1000);
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  const threads = /^Threads:\s+(\d+)$/m.exec(status)?.[1];
  // As the mark counts: 1 MB is 1,000,000 bytes; the kernel's kB are 1024.
  const megabytes = (kilobytes * 1024) / 1_000_000;
  console.log(`P11 memory: ${kilobytes} KiB in ${threads} threads`);
  return megabytes;
}

async function measureStart(dataDir: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, ["server/main.ts"], {
    cwd: root,
    env: { ...process.env, FOYER_DATA: dataDir, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  try {
    const port = await new Promise<number>((resolve, reject) => {
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const found = /^Foyer is at http:\/\/localhost:(\d+)$/m.exec(output)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
      child.once("exit", () => reject(new Error(`The server did not start:\n${output}`)));
    });
    await firstByte(port);
    return performance.now() - started;
  } finally {
    child.kill("SIGTERM");
    await exited;
  }
}

function firstByte(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ port, path: "/", agent: false }, (response) => {
      response.once("data", () => {
        response.destroy();
        resolve();
      });
    }).on("error", reject);
  });
}
