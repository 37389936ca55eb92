/** How much of P6 the rules are: the same broadcast under the site's rules and under rules that allow all. */
import { join } from "node:path";
import { type BenchProcess, startProcess } from "./bench-process.ts";
import type { BenchRow } from "./bench-row.ts";
import type { BroadcastReport } from "./broadcast-clients.ts";
import { temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";

const LISTENERS = 1_000;
const ROUNDS = 7;
const WRITES = 50;

export async function runRulesBroadcast(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  await using site = await startServer(join(folder.path, "site"), "site");
  await using open = await startServer(join(folder.path, "open"), "open");
  await using siteClients = await startClients(site.port);
  await using openClients = await startClients(open.port);
  const samples: { site: BroadcastReport; open: BroadcastReport }[] = [];
  // The first round warms both up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sample = { site: await measure(siteClients), open: await measure(openClients) };
    if (round === 0) continue;
    samples.push(sample);
    const show = ({ p50, p99 }: BroadcastReport) =>
      `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`;
    console.log(`rules.P6 round ${round}: site ${show(sample.site)}, open ${show(sample.open)}`);
  }
  return (["p50", "p99"] as const).map((figure) => toRow(figure, samples));
}

async function startServer(dataDir: string, rules: "site" | "open") {
  const server = startProcess(new URL("./rules-server.ts", import.meta.url), [dataDir, rules]);
  const { port } = await server.next<{ port: number }>();
  return { port, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function startClients(port: number): Promise<BenchProcess> {
  const file = new URL("./broadcast-clients.ts", import.meta.url);
  const clients = startProcess(file, ["foyer", String(port), String(LISTENERS)]);
  await clients.next();
  return clients;
}

function measure(clients: BenchProcess): Promise<BroadcastReport> {
  clients.send({ writes: WRITES });
  return clients.next<BroadcastReport>();
}

function toRow(
  figure: "p50" | "p99",
  samples: readonly { site: BroadcastReport; open: BroadcastReport }[],
): BenchRow {
  const ratios = samples.map(({ site, open }) => site[figure] / open[figure]);
  const ratio = median(ratios);
  return {
    id: `rules.P6.${figure}`,
    name: `ms from a write to each of ${LISTENERS} listeners, ${figure}, under the site's rules, against rules that allow all`,
    ours: median(samples.map(({ site }) => site[figure])),
    reference: median(samples.map(({ open }) => open[figure])),
    ratio,
    mark: "shown only",
    reached: true,
    samples: ratios,
  };
}
