/** The clients of P7b: each commits one small document, waits for the answer, and goes on. */
import { Agent, request } from "node:http";

export type CommitReport = { count: number; seconds: number; p50: number; p99: number };

const port = Number(process.argv[2]);
const clients = Number(process.argv[3]);
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const ROOT = "projects/bench/databases/(default)/documents";
let latencies: number[] = [];
let since = performance.now();
let running = true;

function commit(client: number, round: number): Promise<void> {
  const name = `${ROOT}/bench/${client}-${round % 100}`;
  const fields = {
    round: { integerValue: String(round) },
    text: { stringValue: "a small document" },
  };
  const body = JSON.stringify({ writes: [{ update: { name, fields } }] });
  return new Promise((resolve, reject) => {
    const call = request(
      { port, host: "127.0.0.1", method: "POST", path: `/v1/${ROOT}:commit`, agent },
      (response) => {
        response.resume();
        response.on("end", () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`status ${response.statusCode}`)),
        );
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

function isRunning(): boolean {
  return running;
}

async function runClient(client: number): Promise<void> {
  for (let round = 0; isRunning(); round += 1) {
    const begun = performance.now();
    await commit(client, round);
    latencies.push(performance.now() - begun);
  }
}

process.on("message", (message) => {
  if (message === "count") {
    latencies = [];
    since = performance.now();
    return;
  }
  running = false;
  const seconds = (performance.now() - since) / 1000;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  process.send?.({
    count: sorted.length,
    seconds,
    p50: at(0.5),
    p99: at(0.99),
  } satisfies CommitReport);
});

await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
process.disconnect?.();
