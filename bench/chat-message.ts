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

export async function run(): Promise<BenchRow> {
  await using folder = await temporaryFolder();
  await using foyer = await startFoyer(join(folder.path, "data"), { FOYER_TRUST_PROXY: "1" });
  const appended = join(folder.path, "appended");
  await using bare = await startServer(["bench/broadcast-server.ts", appended], {});
  await using ourClients = await startClients("chat", foyer.port);
  await using bareClients = await startClients("bare", bare.port);
  const ours: number[] = [];
  const references: number[] = [];
  // The first round warms both up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const chat = await measure(ourClients);
    const reference = await measure(bareClients);
    if (round === 0) continue;
    ours.push(chat.p99);
    references.push(reference.p99);
    console.log(
      `C1 round ${round}: ours p50 ${chat.p50.toFixed(1)} p99 ${chat.p99.toFixed(1)} ms, reference p99 ${reference.p99.toFixed(1)} ms`,
    );
  }
  const ratios = ours.map((one, at) => one / (references[at] ?? NaN));
  const ratio = median(ratios);
  return {
    id: "C1",
    name: `ms from a message to each of ${LISTENERS} members, p99, against a bare ws broadcast`,
    ours: median(ours),
    reference: median(references),
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
