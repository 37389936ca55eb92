/**
 * P11: memory of the server at rest and with 1,000 sockets, and the time from its spawn to the first byte of `/`.
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
const sockets = 1000;
const socketsMarkMb = 300;
const startMarkMs = 1000;

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, "data");
  const { atRest, withSockets } = await measureMemory(dataDir);
  const milliseconds: number[] = [];
  for (let start = 0; start < starts; start += 1) milliseconds.push(await measureStart(dataDir));
  console.log(`P11 starts: ${milliseconds.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  const calibration = calibrate();
  const ms = median(milliseconds);
  return [
    memoryRow("P11.memory", "at rest", atRest, memoryMarkMb),
    memoryRow("P11.sockets", `with ${sockets} listening sockets`, withSockets, socketsMarkMb),
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

function memoryRow(id: string, when: string, megabytes: number, markMb: number): BenchRow {
  return {
    id,
    name: `VmRSS in MB ${restSeconds} s after readyz, ${when}`,
    ours: megabytes,
    reference: markMb,
    ratio: megabytes / markMb,
    mark: `<= ${markMb} MB`,
    reached: megabytes <= markMb,
    samples: [megabytes],
  };
}

async function measureMemory(dataDir: string): Promise<{ atRest: number; withSockets: number }> {
  await using server = await startFoyer(dataDir, { FOYER_TRUST_PROXY: "1" });
  await sleep(restSeconds * 1000);
  const atRest = await readMegabytes(server.pid);
  const clients = spawn(
    process.execPath,
    ["bench/socket-clients.ts", String(server.port), String(sockets)],
    { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
  );
  const exited = new Promise((resolve) => clients.once("exit", resolve));
  try {
    await new Promise<void>((resolve, reject) => {
      clients.stdout.once("data", () => resolve());
      clients.once("exit", () => reject(new Error("The sockets could not be opened.")));
    });
    await sleep(restSeconds * 1000);
    return { atRest, withSockets: await readMegabytes(server.pid) };
  } finally {
    clients.kill("SIGKILL");
    await exited;
  }
}

async function readMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  const threads = /^Threads:\s+(\d+)$/m.exec(status)?.[1];
  console.log(`P11 memory: ${kilobytes} KiB in ${threads} threads`);
  // As the mark counts: 1 MB is 1,000,000 bytes; the kernel's kB are 1024.
  return (kilobytes * 1024) / 1_000_000;
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
