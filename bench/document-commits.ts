/**
 * P9c: small new documents committed durably a second by 100 clients in another process over HTTP, each with one commit
 * under way; against `node:sqlite` that writes the same rows in transactions of the same size.
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
/** As P7, which measures the same of the Realtime Database. */
const MARK = 0.5;
const clients = new URL("./document-clients.ts", import.meta.url);
const sqliteDocuments = new URL("./sqlite-documents.ts", import.meta.url);
const roundSeconds = Number(process.env["BENCH_ROUND_SECONDS"] ?? 3);

type Sample = { ours: number; reference: number; group: number };

export async function run(): Promise<BenchRow> {
  await using folder = await temporaryFolder();
  const referenceDir = join(folder.path, "reference");
  await mkdir(referenceDir);
  const file = new URL("./document-server.ts", import.meta.url);
  await using server = startProcess(file, [join(folder.path, "data")]);
  const { port } = await server.next<{ port: number }>();
  const samples: Sample[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    samples.push(await compare(server, port, referenceDir, round));
  }
  return toRow(samples);
}

async function compare(
  server: BenchProcess,
  port: number,
  referenceDir: string,
  round: number,
): Promise<Sample> {
  server.send("count");
  const ours = JSON.parse(
    await runScript(clients, [port, CLIENTS, roundSeconds, round]),
  ) as WriteReport;
  server.send("report");
  const { commits, groups } = await server.next<GroupReport>();
  const group = Math.max(1, Math.round(commits / groups));
  const args = [referenceDir, group, roundSeconds, round];
  const reference = Number(await runScript(sqliteDocuments, args));
  console.log(
    `P9c round ${round}: ours ${ours.perSecond.toFixed(0)}/s (p50 ${ours.p50.toFixed(1)} ms, ` +
      `p99 ${ours.p99.toFixed(1)} ms, client ${Math.round(ours.clientCpu * 100)} % of a core), ` +
      `${group} in a transaction, reference ${reference.toFixed(0)}/s, ` +
      `ratio ${(ours.perSecond / reference).toFixed(3)}`,
  );
  return { ours: ours.perSecond, reference, group };
}

function toRow(samples: readonly Sample[]): BenchRow {
  const ratios = samples.map(({ ours, reference }) => ours / reference);
  const ratio = median(ratios);
  const group = Math.round(median(samples.map((sample) => sample.group)));
  return {
    id: "P9c",
    name:
      `small documents committed a second over HTTP, ${CLIENTS} clients with 1 under way, ` +
      `against node:sqlite with ${group} in a transaction`,
    ours: median(samples.map(({ ours }) => ours)),
    reference: median(samples.map(({ reference }) => reference)),
    ratio,
    mark: `>= ${MARK}`,
    reached: ratio >= MARK,
    samples: ratios,
  };
}
