/**
 * The clients of P9c: each commits one new small document over its own keep-alive connection, and the next when it is
 * acknowledged. Bare sockets, because an HTTP client would be what is measured. Arguments: port, clients, seconds and a
 * name for this round, under which its documents are. Prints one JSON line.
 */
import { type Socket, connect } from "node:net";
import { ROOT, smallWrite } from "./document-set.ts";
import type { WriteReport } from "./write-clients.ts";

const [port, clients, seconds, round] = process.argv.slice(2) as [string, string, string, string];
const warmUpMs = 1000;
const OK = Buffer.from("HTTP/1.1 200");
const COMMITTED = Buffer.from('"commitTime"');
const END_OF_CHUNKS = Buffer.from("0\r\n\r\n");
const END_OF_HEAD = Buffer.from("\r\n\r\n");
let running = true;
let latencies: number[] = [];

function runClient(client: number): Promise<void> {
  const socket = connect(Number(port), "127.0.0.1");
  socket.setNoDelay(true);
  let number = 0;
  let sent = 0;
  let received: Buffer = Buffer.alloc(0);

  function write(): void {
    number += 1;
    const body = JSON.stringify({ writes: [smallWrite(`${round}-${client}-${number}`, number)] });
    sent = performance.now();
    socket.write(
      `POST ${ROOT}:commit HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: text/plain\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }

  socket.on("connect", write);
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (!isWhole(received)) return;
    const isOk = received.subarray(0, OK.length).equals(OK) && received.includes(COMMITTED);
    if (!isOk) throw new Error(received.toString());
    received = Buffer.alloc(0);
    latencies.push(performance.now() - sent);
    if (running) write();
    else socket.destroy();
  });
  return closed(socket);
}

function isWhole(answer: Buffer): boolean {
  const endOfHead = answer.indexOf(END_OF_HEAD);
  if (endOfHead === -1) return false;
  const head = answer.toString("latin1", 0, endOfHead);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return answer.length === endOfHead + 4 + Number(length);
  return answer.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS);
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("close", () =>
      running ? reject(new Error("The server closed a connection.")) : resolve(),
    );
    socket.once("error", reject);
  });
}

setTimeout(() => {
  latencies = [];
  const cpu = process.cpuUsage();
  const since = performance.now();
  setTimeout(
    () => {
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
    },
    Number(seconds) * 1000,
  );
}, warmUpMs);

await Promise.all(Array.from({ length: Number(clients) }, (_, client) => runClient(client)));
