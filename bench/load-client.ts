/**
 * The client of P4, a process of its own: keep-alive connections on bare sockets, one request at a time on each, and
 * no parser: it looks for the end of the head and skips a body whose length it knows from the first answer.
 * Arguments: port, path, Accept-Encoding, connections, seconds. Prints one JSON line.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";

export type LoadReport = {
  perSecond: number;
  /** Share of one core that this client used: near 1 it would be what is measured. */
  clientCpu: number;
};

const [port, path, accept, connections, seconds] = process.argv.slice(2);
const warmUpMs = 500;
const request = Buffer.from(
  `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: ${accept}\r\n` +
    "User-Agent: foyer-bench\r\nAccept: text/html\r\n\r\n",
);
const endOfHead = Buffer.from("\r\n\r\n");
let answers = 0;
let bodyLength = -1;

function open(): Socket {
  const socket = connect(Number(port), "127.0.0.1");
  socket.setNoDelay(true);
  /** Bytes of the body still to come; -1 while the head is. */
  let missing = -1;
  let head: Buffer | undefined;
  socket.on("connect", () => socket.write(request));
  socket.on("data", (chunk: Buffer) => {
    if (missing === -1) {
      const bytes = head === undefined ? chunk : Buffer.concat([head, chunk]);
      const end = bytes.indexOf(endOfHead);
      if (end === -1) {
        head = bytes;
        return;
      }
      head = undefined;
      if (bodyLength === -1) bodyLength = readLength(bytes.toString("latin1", 0, end));
      missing = bodyLength - (bytes.length - end - 4);
    } else {
      missing -= chunk.length;
    }
    if (missing > 0) return;
    if (missing < 0) throw new Error("An answer was longer than the first one.");
    missing = -1;
    answers += 1;
    socket.write(request);
  });
  socket.on("error", (error) => {
    throw error;
  });
  return socket;
}

function readLength(head: string): number {
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (!head.startsWith("HTTP/1.1 200") || length === undefined) {
    throw new Error(`Expected a 200 with a length, not:\n${head}`);
  }
  return Number(length);
}

Array.from({ length: Number(connections) }, open);

setTimeout(() => {
  const [before, cpuBefore, started] = [answers, process.cpuUsage(), performance.now()];
  setTimeout(
    () => {
      const elapsedMs = performance.now() - started;
      const { user, system } = process.cpuUsage(cpuBefore);
      const report: LoadReport = {
        perSecond: ((answers - before) / elapsedMs) * 1000,
        clientCpu: (user + system) / 1000 / elapsedMs,
      };
      process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
    },
    Number(seconds) * 1000,
  );
}, warmUpMs);
