/**
 * The clients of P7: each has WINDOW puts under way, and sends the next when one is acknowledged.
 * Arguments: port, clients, window, seconds. Prints one JSON line.
 */
import { childKey, namespace } from "./bench-tree.ts";
import { asVisitor, openDatabaseSocket } from "./database-socket.ts";

export type WriteReport = {
  perSecond: number;
  p50: number;
  p99: number;
  /** Share of one core that this process used. */
  clientCpu: number;
};

const [port, clients, window, seconds] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
];
const warmUpMs = 1000;
const leaves = 100;
const OK = Buffer.from('"s":"ok"');
const MAX_NUMBER_LENGTH = 6;
let running = true;
let latencies: number[] = [];

async function runClient(client: number): Promise<void> {
  const headers = asVisitor(client);
  const socket = await openDatabaseSocket({ port, namespace, headers });
  const sent: number[] = [];
  let number = 0;

  function write(): void {
    number += 1;
    const path = `leaves/c${childKey(client)}/${childKey(number % leaves)}`;
    const body = `{"p":"${path}","d":"value ${number} of a client"}`;
    sent.push(performance.now());
    socket.send(`{"t":"d","d":{"r":${number},"a":"p","b":${body}}}`);
  }

  // Answers come in the order of the requests. Parsing them would make this client what is measured.
  socket.onFrame((payload) => {
    // Some servers send the number of frames before every message.
    if (payload.length <= MAX_NUMBER_LENGTH) return;
    if (!payload.includes(OK)) throw new Error(payload.toString());
    latencies.push(performance.now() - (sent.shift() ?? NaN));
    if (running) write();
    else if (sent.length === 0) socket.close();
  });
  for (let first = 0; first < window; first += 1) write();
}

setTimeout(() => {
  latencies = [];
  const cpu = process.cpuUsage();
  const since = performance.now();
  setTimeout(() => {
    running = false;
    const measuredMs = performance.now() - since;
    const { user, system } = process.cpuUsage(cpu);
    const sorted = latencies.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN;
    const report: WriteReport = {
      perSecond: sorted.length / (measuredMs / 1000),
      p50: at(0.5),
      p99: at(0.99),
      clientCpu: (user + system) / 1000 / measuredMs,
    };
    console.log(JSON.stringify(report));
  }, seconds * 1000);
}, warmUpMs);

await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
