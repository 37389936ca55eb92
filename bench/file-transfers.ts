/**
 * P10: a file of 1 GB up and down, MB a second, against `node:http` with `fs` streams, MD5 and fsync on the same disk;
 * and how much the server's memory grows meanwhile. BENCH_FILE_MB is another size, BENCH_ROUNDS the rounds.
 */
import { mkdir, readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { runScript, startProcess } from "./bench-process.ts";
import type { BenchRow } from "./bench-row.ts";
import { type Transfer, type TransferReport, bucket, fileName } from "./file-transfer.ts";
import { temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";

const MB = 1_000_000;
const sizeBytes = Number(process.env["BENCH_FILE_MB"] ?? 1000) * MB;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const MARK = 0.7;
const MEMORY_MARK_MB = 64;
const SAMPLE_EVERY_MS = 50;
const fileServer = new URL("./file-server.ts", import.meta.url);
const bareFileServer = new URL("./bare-file-server.ts", import.meta.url);
const fileClient = new URL("./file-client.ts", import.meta.url);

type Server = { to: Transfer["to"]; port: number; pid: number } & AsyncDisposable;
/** `grownMb`: since before the first round, of ours. */
type Measured = { ours: number; reference: number; grownMb: number; clientCpu: number };
type Sample = Record<Transfer["direction"], Measured>;

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  const bareDir = join(folder.path, "bare");
  await mkdir(bareDir);
  await using foyer = await startServer("foyer", join(folder.path, "data"));
  await using bare = await startServer("bare", bareDir);
  // Code is compiled and pools are filled by a small one; what a large one adds to that is what counts.
  for (const server of [foyer, bare]) {
    for (const direction of ["up", "down"] as const) {
      await transfer(server, { direction, content: 0, sizeBytes: 32 * MB });
    }
  }
  const baseMb = await residentMb(foyer.pid);
  const samples: Sample[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const sample: Partial<Sample> = {};
    for (const direction of ["up", "down"] as const) {
      const asked = { direction, content: round, sizeBytes };
      const { most, result: ours } = await watchMemory(foyer.pid, () => transfer(foyer, asked));
      const reference = await transfer(bare, asked);
      sample[direction] = {
        ours: ours.megabytesPerSecond,
        reference: reference.megabytesPerSecond,
        grownMb: most - baseMb,
        clientCpu: ours.clientCpu,
      };
    }
    const { up, down } = sample as Sample;
    samples.push({ up, down });
    console.log(`P10 round ${round}: up ${show(up)}; down ${show(down)}`);
    await forget(foyer, round);
    for (const file of await readdir(bareDir)) await rm(join(bareDir, file));
  }
  return [speedRow("up", samples), speedRow("down", samples), memoryRow(samples)];
}

async function startServer(to: Server["to"], folder: string): Promise<Server> {
  const process = startProcess(to === "foyer" ? fileServer : bareFileServer, [folder]);
  const { port, pid } = await process.next<{ port: number; pid: number }>();
  return { to, port, pid, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
}

async function transfer(
  { to, port }: Server,
  asked: Pick<Transfer, "direction" | "content" | "sizeBytes">,
): Promise<TransferReport> {
  const whole: Transfer = { to, port, ...asked };
  return JSON.parse(await runScript(fileClient, [JSON.stringify(whole)])) as TransferReport;
}

async function forget({ port }: Server, content: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/v0/b/${bucket}/o/${fileName(content)}`;
  const answer = await fetch(url, { method: "DELETE" });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The most that resident memory was meanwhile. */
async function watchMemory<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ most: number; result: Result }> {
  let most = 0;
  const read = async () => {
    most = Math.max(most, await residentMb(pid));
  };
  const timer = setInterval(() => void read(), SAMPLE_EVERY_MS);
  try {
    const result = await work();
    await read();
    return { result, most };
  } finally {
    clearInterval(timer);
  }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / MB;
}

function speedRow(direction: "up" | "down", samples: readonly Sample[]): BenchRow {
  const pairs = samples.map((sample) => sample[direction]);
  const ratios = pairs.map(({ ours, reference }) => ours / reference);
  const ratio = median(ratios);
  return {
    id: `P10.${direction}`,
    name:
      `MB a second, ${direction === "up" ? "upload" : "download"} of ${sizeBytes / MB} MB, ` +
      "against node:http with fs streams" +
      (direction === "up" ? ", MD5 and fsync" : ""),
    ours: median(pairs.map(({ ours }) => ours)),
    reference: median(pairs.map(({ reference }) => reference)),
    ratio,
    mark: `>= ${MARK}`,
    reached: ratio >= MARK,
    samples: ratios,
  };
}

/** The worst of all counts, against before the first. */
function memoryRow(samples: readonly Sample[]): BenchRow {
  const grownMb = samples.flatMap(({ up, down }) => [up.grownMb, down.grownMb]);
  const most = Math.max(...grownMb);
  return {
    id: "P10.memory",
    name: `MB by which VmRSS grew at most during uploads and downloads of ${sizeBytes / MB} MB`,
    ours: most,
    reference: MEMORY_MARK_MB,
    ratio: most / MEMORY_MARK_MB,
    mark: `<= ${MEMORY_MARK_MB} MB`,
    reached: most <= MEMORY_MARK_MB,
    samples: grownMb,
  };
}

function show({ ours, reference, grownMb, clientCpu }: Measured): string {
  return (
    `${ours.toFixed(0)} of ${reference.toFixed(0)} MB/s (${(ours / reference).toFixed(2)}), ` +
    `client ${Math.round(clientCpu * 100)} %, memory grew by ${grownMb.toFixed(0)} MB`
  );
}
