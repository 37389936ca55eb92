/**
 * C1: a message of chat to the screens of 100 other members, from the moment it is posted until each listener has its
 * frame; against P6's reference with as many listeners.
 */
import { join } from "node:path";
import type { BenchRow } from "./bench-row.ts";
import { type BenchProcess, startProcess } from "./bench-process.ts";
import type { BroadcastReport } from "./broadcast-clients.ts";
import { startFoyer, startServer, temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";

const LISTENERS = 100;
const ROUNDS = 7;
const WRITES = 50;
const MARK = 4;

type Sample = { ours: BroadcastReport; reference: BroadcastReport };

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  await using foyer = await startFoyer(join(folder.path, "data"), { FOYER_TRUST_PROXY: "1" });
  const appended = join(folder.path, "appended");
  await using bare = await startServer(["bench/broadcast-server.ts", appended], {});
  await using ourClients = await startClients("chat", foyer.port);
  await using bareClients = await startClients("bare", bare.port);
  const samples: Sample[] = [];
  // The first round warms both up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await measure(ourClients);
    const reference = await measure(bareClients);
    if (round === 0) continue;
    samples.push({ ours, reference });
    console.log(`C1 round ${round}: ours ${show(ours)}, reference ${show(reference)}`);
  }
  const middle = toRow("C1.p50", "p50", samples);
  return [toRow("C1", "p99", samples), { ...middle, mark: "shown only", reached: true }];
}

const show = ({ p50, p99 }: BroadcastReport) => `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`;

function toRow(id: string, figure: "p50" | "p99", samples: readonly Sample[]): BenchRow {
  const ratios = samples.map(({ ours, reference }) => ours[figure] / reference[figure]);
  const ratio = median(ratios);
  return {
    id,
    name: `ms from a message to each of ${LISTENERS} members, ${figure}, against a bare ws broadcast`,
    ours: median(samples.map(({ ours }) => ours[figure])),
    reference: median(samples.map(({ reference }) => reference[figure])),
    ratio,
    mark: `<= ${MARK}`,
    reached: ratio <= MARK,
    samples: ratios,
  };
}

async function startClients(kind: string, port: number): Promise<BenchProcess> {
  const file = new URL("./broadcast-clients.ts", import.meta.url);
  const clients = startProcess(file, [kind, String(port), String(LISTENERS)]);
  await clients.next();
  return clients;
}

function measure(clients: BenchProcess): Promise<BroadcastReport> {
  clients.send({ writes: WRITES });
  return clients.next<BroadcastReport>();
}
