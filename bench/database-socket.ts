/** The Realtime Database's protocol over a raw socket, as far as load programs speak it. */
import { type RawSocket, openRawSocket } from "./raw-socket.ts";

export type DatabaseSocket = {
  /** Resolves when the server answers `ok`. */
  request: (action: string, body: object) => Promise<void>;
  /** Payload bytes of all frames so far. */
  receivedBytes: () => number;
  /** For who reads and sends frames without this file: `request` gets no answers any more. */
  onFrame: RawSocket["onFrame"];
  send: RawSocket["send"];
  close: () => void;
};

type Message = {
  t: string;
  d: { r?: number; a?: string; b?: { s?: string; d?: unknown } };
};

/** Resolves after the server's hello. */
export async function openDatabaseSocket(options: {
  port: number;
  namespace: string;
  headers?: Record<string, string>;
  /** Called with each event (`d`, `m` or `c`), when its message is whole. */
  onPush?(): void;
}): Promise<DatabaseSocket> {
  const greeted = Promise.withResolvers<void>();
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>();
  let lastNumber = 0;
  let receivedBytes = 0;
  let parts: string[] = [];
  let missing = 0;

  function read(payload: Buffer): void {
    receivedBytes += payload.length;
    const frame = payload.toString("utf8");
    if (missing === 0) {
      // A message of several frames is preceded by their number.
      if (/^\d{1,6}$/.test(frame)) missing = Number(frame);
      else take(frame);
      return;
    }
    parts.push(frame);
    missing -= 1;
    if (missing > 0) return;
    const text = parts.join("");
    parts = [];
    take(text);
  }

  function take(text: string): void {
    const { t, d } = JSON.parse(text) as Message;
    if (t === "c") return greeted.resolve();
    if (d.r === undefined) return options.onPush?.();
    const waiter = waiting.get(d.r);
    waiting.delete(d.r);
    if (d.b?.s === "ok") waiter?.resolve();
    else waiter?.reject(new Error(text));
  }

  const socket = await openRawSocket({
    port: options.port,
    path: `/.ws?v=5&ns=${options.namespace}`,
    ...(options.headers && { headers: options.headers }),
    onFrame: read,
  });
  await greeted.promise;
  return {
    request(action, body) {
      const number = ++lastNumber;
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject });
        socket.send(JSON.stringify({ t: "d", d: { r: number, a: action, b: body } }));
      });
    },
    receivedBytes: () => receivedBytes,
    onFrame: socket.onFrame,
    send: socket.send,
    close: socket.close,
  };
}

/** A header by which sockets count as those of many visitors: there is a limit for each address. */
export function asVisitor(index: number): Record<string, string> {
  return { "x-forwarded-for": `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` };
}
