/**
 * The npm package `firebase-server`, which speaks the same protocol, at the same work as P7 and P6: sets acknowledged
 * a second, and one write to a thousand listeners. It is installed into a temporary folder for this run. It keeps all
 * data in memory; ours are on the disk before they are acknowledged.
 */
import { execFile } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BenchRow } from "./bench-row.ts";
import { startProcess } from "./bench-process.ts";
import type { BroadcastReport } from "./broadcast-clients.ts";
import { temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";
import type { WriteReport } from "./write-clients.ts";

const CLIENTS = 100;
const LISTENERS = 1_000;
const ROUNDS = 7;
const WRITES = 50;
const roundSeconds = Number(process.env["BENCH_ROUND_SECONDS"] ?? 3);

type Sample = { ours: number; reference: number };

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  await install(folder.path);
  return [
    toRow("writes", await compareWrites(folder.path), (ratio) => ratio >= 1),
    toRow("listeners", await compareListeners(folder.path), (ratio) => ratio <= 1),
  ];
}

async function install(folder: string): Promise<void> {
  const manifest = join(import.meta.dirname, "reference-firebase-server", "package.json");
  await copyFile(manifest, join(folder, "package.json"));
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  await promisify(execFile)("npm", args, { cwd: folder });
}

function startOurs(dataDir: string) {
  return startProcess(new URL("./database-server.ts", import.meta.url), [dataDir]);
}

function startReference(folder: string) {
  return startProcess(new URL("./installed-firebase-server.ts", import.meta.url), [folder]);
}

/** A new server for each round: this package keeps every write it was ever given, and slows down by it. */
async function compareWrites(folder: string): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const ours = await countWrites(startOurs(join(folder, `writes-${round}`)));
    const reference = await countWrites(startReference(folder));
    samples.push({ ours, reference });
    const texts = [ours, reference].map((perSecond) => `${perSecond.toFixed(0)}/s`);
    console.log(`firebase-server writes, round ${round}: ours ${texts[0]}, theirs ${texts[1]}`);
  }
  return samples;
}

async function countWrites(started: ReturnType<typeof startProcess>): Promise<number> {
  await using server = started;
  const { port } = await server.next<{ port: number }>();
  const file = fileURLToPath(new URL("./write-clients.ts", import.meta.url));
  const args = [file, port, CLIENTS, 1, roundSeconds].map(String);
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return (JSON.parse(stdout) as WriteReport).perSecond;
}

async function compareListeners(folder: string): Promise<Sample[]> {
  await using ourServer = startOurs(join(folder, "listeners"));
  await using theirServer = startReference(folder);
  await using ourClients = await startClients(ourServer);
  await using theirClients = await startClients(theirServer);
  const samples: Sample[] = [];
  // The first round warms both up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await measure(ourClients);
    const reference = await measure(theirClients);
    if (round === 0) continue;
    samples.push({ ours, reference });
    const texts = [ours, reference].map((ms) => `${ms.toFixed(1)} ms`);
    console.log(`firebase-server listeners, round ${round}: ours ${texts[0]}, theirs ${texts[1]}`);
  }
  return samples;
}

async function startClients(server: ReturnType<typeof startProcess>) {
  const { port } = await server.next<{ port: number }>();
  const file = new URL("./broadcast-clients.ts", import.meta.url);
  const clients = startProcess(file, ["open", String(port), String(LISTENERS)]);
  await clients.next();
  return clients;
}

async function measure(clients: ReturnType<typeof startProcess>): Promise<number> {
  clients.send({ writes: WRITES });
  return (await clients.next<BroadcastReport>()).p99;
}

const names = {
  writes: `sets acknowledged a second, ${CLIENTS} clients, against firebase-server in memory`,
  listeners: `ms from a write to each of ${LISTENERS} listeners, p99, against firebase-server`,
};

function toRow(
  what: keyof typeof names,
  samples: readonly Sample[],
  isReached: (ratio: number) => boolean,
): BenchRow {
  const ratios = samples.map(({ ours, reference }) => ours / reference);
  const ratio = median(ratios);
  return {
    id: `firebase-server.${what}`,
    name: names[what],
    ours: median(samples.map(({ ours }) => ours)),
    reference: median(samples.map(({ reference }) => reference)),
    ratio,
    mark: what === "writes" ? ">= 1" : "<= 1",
    reached: isReached(ratio),
    samples: ratios,
  };
}
