/**
 * P4: pages a second over keep-alive connections, compressed, with access log and all headers on.
 * Cached: the real server against bare `node:http` with the same bytes. Uncached: rendered for each request, against
 * `renderToString` of the same tree. BENCH_ROUND_SECONDS is the length of a round.
 */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import type { BenchRow } from "./bench-row.ts";
import type { LoadReport } from "./load-client.ts";
import { startFoyer, startServer, temporaryFolder } from "./measured-server.ts";
import type { MeasuredServer } from "./measured-server.ts";
import { median } from "./median.ts";

const roundSeconds = Number(process.env["BENCH_ROUND_SECONDS"] ?? 3);
const rounds = 7;
const connections = 50;

export async function run(): Promise<BenchRow[]> {
  return [await cached(), await uncached()];
}

async function cached(): Promise<BenchRow> {
  await using folder = await temporaryFolder();
  await using ours = await startFoyer(join(folder.path, "data"));
  const bodyFile = join(folder.path, "body.br");
  await writeFile(bodyFile, await fetchBody(ours.port));
  await using bare = await startServer(["bench/bare-server.ts", bodyFile], {});
  const samples = await compare("P4 cached", ours, bare, "br", "br");
  return toRow("P4.cached", "cached home page, requests/s, against bare node:http", samples, 0.75);
}

async function uncached(): Promise<BenchRow> {
  await using folder = await temporaryFolder();
  const start = (kind: string) =>
    startServer(["bench/uncached-server.ts", kind, join(folder.path, kind)], {
      NODE_ENV: "production",
    });
  await using ours = await start("ours");
  await using reference = await start("reference");
  const samples = await compare("P4 uncached", ours, reference, "br", "identity");
  return toRow(
    "P4.uncached",
    "home page with the cache off, requests/s, against renderToString",
    samples,
    0.5,
  );
}

type Sample = { ours: number; reference: number };

async function compare(
  name: string,
  ours: MeasuredServer,
  reference: MeasuredServer,
  ourEncoding: string,
  referenceEncoding: string,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  // The first round warms both up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const first = await load(ours.port, ourEncoding);
    const second = await load(reference.port, referenceEncoding);
    if (round === 0) continue;
    samples.push({ ours: first.perSecond, reference: second.perSecond });
    console.log(
      `${name} round ${round}: ours ${first.perSecond.toFixed(0)}/s (client ${percent(first.clientCpu)} of a core), ` +
        `reference ${second.perSecond.toFixed(0)}/s (client ${percent(second.clientCpu)}), ` +
        `ratio ${(first.perSecond / second.perSecond).toFixed(3)}`,
    );
  }
  return samples;
}

async function load(port: number, encoding: string): Promise<LoadReport> {
  const client = join(import.meta.dirname, "load-client.ts");
  const args = [client, `${port}`, "/", encoding, `${connections}`, `${roundSeconds}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as LoadReport;
}

function toRow(id: string, name: string, samples: Sample[], mark: number): BenchRow {
  const ratios = samples.map(({ ours, reference }) => ours / reference);
  const ratio = median(ratios);
  return {
    id,
    name,
    ours: median(samples.map((sample) => sample.ours)),
    reference: median(samples.map((sample) => sample.reference)),
    ratio,
    mark: `>= ${mark}`,
    reached: ratio >= mark,
    samples: ratios,
  };
}

/** The bytes as they are on the wire: `fetch` would decode them. */
function fetchBody(port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get({ port, path: "/", headers: { "Accept-Encoding": "br" } }, (response) => {
      buffer(response).then(resolve, reject);
    }).on("error", reject);
  });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
