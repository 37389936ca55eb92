/**
 * P7b: how long the event loop of a serving process is kept waiting while 100 clients in another
 * process commit one small document each, durably, in a loop; against the same process at rest.
 * BENCH_SECONDS is the length of each measurement, after 5 s of warm-up.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchRow } from "./bench-row.ts";
import type { DelayReport } from "./event-loop-server.ts";
import type { CommitReport } from "./event-loop-clients.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 30);
const WARM_UP_SECONDS = Math.min(5, SECONDS);
const CLIENTS = 100;
const MARK_MS = 20;

export async function run(): Promise<BenchRow> {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-bench-"));
  const server = start("./event-loop-server.ts", [dataDir]);
  try {
    const { port } = await next<{ port: number }>(server);
    await sleep(WARM_UP_SECONDS);
    const rest = await measure(server);
    const clients = start("./event-loop-clients.ts", [String(port), String(CLIENTS)]);
    await sleep(WARM_UP_SECONDS);
    clients.send("count");
    const busy = await measure(server);
    clients.send("stop");
    const commits = await next<CommitReport>(clients);
    print(rest, busy, commits);
    return toRow(rest, busy);
  } finally {
    server.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
}

function toRow(rest: DelayReport, busy: DelayReport): BenchRow {
  const added = busy.p99 - rest.p99;
  return {
    id: "P7b",
    name: `event-loop delay p99 in ms while ${CLIENTS} clients commit durably`,
    ours: busy.p99,
    reference: rest.p99,
    ratio: Math.max(0, added) / MARK_MS,
    mark: `<= ${MARK_MS} ms more than at rest`,
    reached: added <= MARK_MS,
    samples: [rest.p50, rest.p99, rest.max, busy.p50, busy.p99, busy.max],
  };
}

function print(rest: DelayReport, busy: DelayReport, commits: CommitReport): void {
  const show = ({ p50, p99, max }: DelayReport) =>
    `p50 ${p50.toFixed(2)}  p99 ${p99.toFixed(2)}  max ${max.toFixed(2)} ms`;
  console.log(`P7b at rest:        ${show(rest)}`);
  console.log(`P7b under commits:  ${show(busy)}`);
  const rate = (commits.count / commits.seconds).toFixed(0);
  const groups = busy.groups === 0 ? 0 : busy.commits / busy.groups;
  console.log(
    `P7b commits/s: ${rate}, mean group ${groups.toFixed(1)}, ` +
      `client latency p50 ${commits.p50.toFixed(1)} ms, p99 ${commits.p99.toFixed(1)} ms`,
  );
}

async function measure(server: ChildProcess): Promise<DelayReport> {
  server.send("start");
  await sleep(SECONDS);
  server.send("report");
  return next<DelayReport>(server);
}

function start(file: string, args: string[]): ChildProcess {
  return fork(new URL(file, import.meta.url), args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

function next<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Message));
    child.once("exit", (code) => reject(new Error(`A bench process ended with ${code}.`)));
  });
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

if (import.meta.main) console.log(JSON.stringify(await run()));
