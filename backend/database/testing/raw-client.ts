/** A socket without the SDK, for what the SDK would not send. */
import type { WebSocket } from "ws";
import { createFrameReader, toFrames } from "../frames.ts";
import { createHeldChars } from "../../http/index.ts";

// Messages are JSON of many shapes; a test says what it expects of them.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export type RawClient = Awaited<ReturnType<typeof openRawClient>>;

export async function openRawClient(socket: WebSocket) {
  const frames = createFrameReader({
    held: createHeldChars(Infinity).shareOf(""),
    maxChars: () => Infinity,
    clock: Date.now,
  });
  /** Everything that has come, in order; an answer as `{r, b}`, a push as `{a, b}`. */
  const received: Json[] = [];
  let hello: Json;
  let waiters: (() => void)[] = [];
  let number = 0;

  socket.on("message", (data: Buffer) => {
    const message = frames.read(data.toString("utf8"));
    if (message === undefined) return;
    const { t: layer, d } = JSON.parse(message) as { t: string; d: Json };
    if (layer === "c" && d.t === "h") hello = d.d;
    else received.push(d);
    wake();
  });
  socket.on("error", wake);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => {
      wake();
      resolve({ code, reason: String(reason) });
    });
  });

  function wake(): void {
    const awake = waiters;
    waiters = [];
    for (const resolve of awake) resolve();
  }

  /** The first received message for which `find` gives something; waits for it. */
  async function until<Found>(find: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (socket.readyState === socket.CLOSED) throw new Error("The socket was closed.");
      // oxlint-disable-next-line no-await-in-loop
      await new Promise<void>((resolve) => waiters.push(resolve));
    }
  }

  function post(action: string, body: Json): number {
    number += 1;
    sendText(JSON.stringify({ t: "d", d: { r: number, a: action, b: body } }));
    return number;
  }

  function sendText(message: string): void {
    for (const frame of toFrames(message)) socket.send(frame);
  }

  const answerOf = (request: number) =>
    until(() => received.find((message) => message.r === request)?.b);

  await until(() => hello);
  return {
    socket,
    received,
    hello,
    closed,
    post,
    sendText,
    answerOf,
    until,
    /** Sends a request and waits for the body of its answer. */
    ask: (action: string, body: Json): Promise<Json> => answerOf(post(action, body)),
    pushes: (action?: string) =>
      received.filter((message) => message.a && (action === undefined || message.a === action)),
  };
}
