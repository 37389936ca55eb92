/**
 * How many may take their answers slowly: what waits for them holds memory, an open file and a connection. Only when they
 * are too many some are ended; complete silence ends Node's own `timeout`. Looks at connections, so that a request costs
 * nothing.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { endSiteOf } from "#lib/network-of.ts";

export const readerLimits = {
  /** Who takes less on average is slow. */
  bytesPerSecond: 8 * 1024,
  /** An answer that has not waited so long yet is not slow. */
  graceMs: 30_000,
  /**
   * What the average is of, once there is as much. The system takes a megabyte or more at a time and then nothing until a
   * good part of it has gone, so that a shorter one says little.
   */
  averageMs: 60_000,
  /** Slow connections, each with some 400 kB: of one end site, and in all. */
  ofSite: 256,
  inAll: 2048,
};
const checkEveryMs = 1_000;
const markEveryMs = 10_000;

export type SlowReaders = {
  watch: (socket: Socket) => void;
  /** Ends what is slow and too many; to be called regularly. */
  check: () => void;
};

type Mark = { atMs: number; takenBytes: number };

type Reader = {
  site: string;
  /** When nothing waited last, then one from time to time; the first is what the average begins with. */
  marks: [Mark, ...Mark[]];
  beganAtMs: number;
};

/**
 * `now` in milliseconds, never going back. `isBehindProxy`: all connections come from one address, which is nobody's, and
 * the proxy holds what waits.
 */
export function createSlowReaders(options: {
  now: () => number;
  isBehindProxy: boolean;
  limits?: typeof readerLimits;
}): SlowReaders {
  const { now, isBehindProxy, limits = readerLimits } = options;
  const readers = new Map<Socket, Reader>();

  function watch(socket: Socket): void {
    const atMs = now();
    const site = endSiteOf(socket.remoteAddress ?? "");
    readers.set(socket, { site, marks: [{ atMs, takenBytes: 0 }], beganAtMs: atMs });
    socket.once("close", () => readers.delete(socket));
  }

  function check(): void {
    const atMs = now();
    const slow = [...readers]
      .map(([socket, reader]) => ({ socket, reader, speed: speedOf(socket, reader, atMs) }))
      .filter(({ speed }) => speed < limits.bytesPerSecond)
      .toSorted((a, b) => b.speed - a.speed || b.reader.beganAtMs - a.reader.beganAtMs);
    const sites = new Map<string, number>();
    const ranked = slow.map(({ socket, reader: { site } }) => {
      const rank = (sites.get(site) ?? 0) + 1;
      sites.set(site, rank);
      return { socket, rank };
    });
    // Who has most gives way first, and of each site the slowest, of those who have been at it longest.
    for (const [index, { socket, rank }] of ranked.toSorted((a, b) => a.rank - b.rank).entries()) {
      const isOneTooMany = !isBehindProxy && rank > limits.ofSite;
      if (isOneTooMany || index >= limits.inAll) socket.destroy();
    }
  }

  /** Bytes a second; infinite while that is not known, or nothing waits. */
  function speedOf(socket: Socket, reader: Reader, atMs: number): number {
    const waiting = socket.writableLength;
    const takenBytes = socket.bytesWritten - waiting;
    if (waiting === 0) {
      reader.marks = [{ atMs, takenBytes }];
      reader.beganAtMs = atMs;
      return Infinity;
    }
    const { marks } = reader;
    if (atMs - marks.at(-1)!.atMs >= markEveryMs) marks.push({ atMs, takenBytes });
    while (marks[1] !== undefined && atMs - marks[1].atMs >= limits.averageMs) marks.shift();
    if (atMs - reader.beganAtMs < limits.graceMs) return Infinity;
    return ((takenBytes - marks[0].takenBytes) / (atMs - marks[0].atMs)) * 1000;
  }

  return { watch, check };
}

/** Returns a function that ends it. */
export function limitSlowReaders(http: Server, isBehindProxy: boolean): () => void {
  const readers = createSlowReaders({ now: () => performance.now(), isBehindProxy });
  http.on("connection", readers.watch);
  const timer = setInterval(readers.check, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
