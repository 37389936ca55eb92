/**
 * P7: durable writes acknowledged a second to 100 clients in another process, each with one put under way (and with
 * ten); against `node:sqlite` that writes the same rows in transactions of the same size.
 * BENCH_ROUND_SECONDS is the length of a round.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BenchRow } from "./bench-row.ts";
import { type BenchProcess, runScript, startProcess } from "./bench-process.ts";
import type { GroupReport } from "./database-server.ts";
import { temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";
import type { WriteReport } from "./write-clients.ts";

const CLIENTS = 100;
const ROUNDS = 5;
const PIPELINED = 10;
const MARK = 0.5;
const writeClients = new URL("./write-clients.ts", import.meta.url);
const sqliteWrites = new URL("./sqlite-writes.ts", import.meta.url);
const roundSeconds = Number(process.env["BENCH_ROUND_SECONDS"] ?? 3);

type Sample = { ours: number; reference: number; group: number };

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, "data");
  const referenceDir = join(folder.path, "reference");
  await mkdir(referenceDir);
  const file = new URL("./database-server.ts", import.meta.url);
  await using server = startProcess(file, [dataDir]);
  const { port } = await server.next<{ port: number }>();
  const rows: BenchRow[] = [];
  for (const window of [1, PIPELINED]) {
    const samples: Sample[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      samples.push(await compare(server, port, window, referenceDir, round));
    }
    rows.push(toRow(window, samples));
  }
  return rows;
}

async function compare(
  server: BenchProcess,
  port: number,
  window: number,
  referenceDir: string,
  round: number,
): Promise<Sample> {
  server.send("count");
  const ours = JSON.parse(
    await runScript(writeClients, [port, CLIENTS, window, roundSeconds]),
  ) as WriteReport;
  server.send("report");
  const { commits, groups } = await server.next<GroupReport>();
  const group = Math.max(1, Math.round(commits / groups));
  const args = [referenceDir, CLIENTS, group, roundSeconds];
  const reference = Number(await runScript(sqliteWrites, args));
  console.log(
    `P7 round ${round}, ${window} under way each: ours ${ours.perSecond.toFixed(0)}/s ` +
      `(p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(1)} ms, client ` +
      `${Math.round(ours.clientCpu * 100)} % of a core), ${group} in a transaction, ` +
      `reference ${reference.toFixed(0)}/s, ratio ${(ours.perSecond / reference).toFixed(3)}`,
  );
  return { ours: ours.perSecond, reference, group };
}

function toRow(window: number, samples: readonly Sample[]): BenchRow {
  const ratios = samples.map(({ ours, reference }) => ours / reference);
  const ratio = median(ratios);
  const group = Math.round(median(samples.map((sample) => sample.group)));
  return {
    id: window === 1 ? "P7" : "P7.pipelined",
    name:
      `durable writes a second, ${CLIENTS} clients with ${window} under way, ` +
      `against node:sqlite with ${group} in a transaction`,
    ours: median(samples.map(({ ours }) => ours)),
    reference: median(samples.map(({ reference }) => reference)),
    ratio,
    mark: `>= ${MARK}`,
    reached: ratio >= MARK,
    samples: ratios,
  };
}
