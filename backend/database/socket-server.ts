/** Accepts sockets at `/.ws`, bounds how many there are and what they may hold, and ends those that are dead or slow. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import type { Authenticate, RequestFacts } from "../http/index.ts";
import type { Log } from "../sqlite/index.ts";
import { FrameError, createFrameReader } from "./frames.ts";
import { createHeldChars } from "../http/index.ts";
import { parseBegin } from "./parse-request.ts";
import type { Concerns } from "./socket-auth.ts";
import { createSocketSender } from "./socket-sender.ts";
import { type Session, createSession } from "./socket-session.ts";
import type { Store } from "./store.ts";

const MAX_SOCKETS = 10_000;
const MAX_PAYLOAD_BYTES = 1024 * 1024;
const MAX_UNFINISHED_CHARS = 128 * 1024 * 1024;
const MAX_UNANSWERED_CHARS = 128 * 1024 * 1024;
const MAX_UNSENT_BYTES = 512 * 1024 * 1024;
/** What listens with a query must remember. */
const MAX_LISTENED_CHARS = 64 * 1024 * 1024;
const HEARTBEAT_MS = 60_000;
const CHECK_FRAMES_MS = 5_000;
const DRAIN_WITHIN_MS = 8_000;
const CLOSE_WITHIN_MS = 2_000;

type OpenSocket = {
  alive: boolean;
  session: Session;
  frames: ReturnType<typeof createFrameReader>;
};

export function createSocketServer(deps: {
  store: Store;
  projectId: string;
  clock: () => number;
  log: Log;
  authenticate: Authenticate;
  maxSocketsPerClient: number;
}) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    // Answered here, where a client that does not read is noticed.
    autoPong: false,
  });
  const sockets = new Map<WebSocket, OpenSocket>();
  const perClient = new Map<string, number>();
  const unfinished = createHeldChars(MAX_UNFINISHED_CHARS);
  const unanswered = createHeldChars(MAX_UNANSWERED_CHARS);
  const unsent = createHeldChars(MAX_UNSENT_BYTES);
  const listened = createHeldChars(MAX_LISTENED_CHARS);
  const ending = new Set<Promise<void>>();
  let closing = false;

  // A peer that is gone without a word answers no ping.
  const heartbeat = setInterval(() => {
    for (const [socket, state] of sockets) {
      if (!state.alive) socket.terminate();
      state.alive = false;
      socket.ping();
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const framesCheck = setInterval(() => {
    for (const [socket, { frames }] of sockets) {
      if (socket.isPaused) frames.excuse();
      else if (frames.isOverdue()) closeFor(socket, frames, "The message took too long.");
    }
  }, CHECK_FRAMES_MS);
  framesCheck.unref();

  function closeFor(socket: WebSocket, frames: OpenSocket["frames"], reason: string): void {
    frames.forget();
    socket.close(1009, reason);
  }

  function open(socket: WebSocket, facts: RequestFacts): void {
    const sender = createSocketSender(socket, unsent.shareOf(facts.client));
    const connection = randomUUID();
    const session = createSession({
      store: deps.store,
      socket: {
        send: (message) => sender.send(message),
        close: (code, reason) => socket.close(code, reason),
        pause: () => socket.pause(),
        resume: () => socket.resume(),
      },
      authenticate: deps.authenticate,
      clock: deps.clock,
      log: deps.log,
      connection,
      held: unanswered.shareOf(facts.client),
      listened: listened.shareOf(facts.client),
    });
    const frames = createFrameReader({
      held: unfinished.shareOf(facts.client),
      maxChars: () => session.maxMessageChars(),
      clock: deps.clock,
    });
    const state = { alive: true, session, frames };
    sockets.set(socket, state);
    socket.on("pong", () => (state.alive = true));
    socket.on("ping", (data: Buffer) => sender.pong(data));
    socket.on("message", (data: RawData, isBinary: boolean) => {
      // What a socket that is being closed still sends is not looked at.
      if (closing || socket.readyState !== socket.OPEN) return;
      state.alive = true;
      if (isBinary) return socket.close(1003, "Messages must be text.");
      try {
        // Fragments of a text arrive joined: binaryType is nodebuffer.
        const message = frames.read((data as Buffer).toString("utf8"));
        if (message !== undefined) session.receive(message);
      } catch (error) {
        if (error instanceof FrameError) {
          // After a mere close the SDK would send it again and again.
          const begun = error.begin === undefined ? undefined : parseBegin(error.begin);
          if (begun !== undefined) sender.send(tooLarge(begun.number));
          return closeFor(socket, frames, error.message);
        }
        deps.log.error({ err: error }, "A message on a database socket failed");
        socket.close(1011, "The server failed; connect again.");
      }
    });
    // A broken frame or connection; `close` follows.
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      sockets.delete(socket);
      count(facts.client, -1);
      frames.forget();
      const ended = session
        .end()
        .catch((error: unknown) => deps.log.error({ err: error }, "A closed socket failed"))
        .finally(() => ending.delete(ended));
      ending.add(ended);
    });
    sender.send(hello(facts, connection));
  }

  /** First answers what has been asked: a client that hears nothing of a write that was done would do it again. */
  async function closeSocket(socket: WebSocket, session: Session): Promise<void> {
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const late = new AbortController();
    const tooLong = delay(DRAIN_WITHIN_MS, undefined, { signal: late.signal }).catch(() => {
      // Ended by what it was waiting for.
    });
    await Promise.race([session.drain(), closed, tooLong]);
    late.abort();
    const timer = setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS);
    socket.close(1001, "The server is shutting down.");
    await closed;
    clearTimeout(timer);
  }

  function hello(facts: RequestFacts, session: string): string {
    const d = {
      ts: Math.floor(deps.clock()),
      v: "5",
      // Where the client goes when it reconnects.
      h: new URL(facts.origin).host,
      s: session,
    };
    return JSON.stringify({ t: "c", d: { t: "h", d } });
  }

  function count(client: string, by: 1 | -1): void {
    const sum = (perClient.get(client) ?? 0) + by;
    if (sum === 0) perClient.delete(client);
    else perClient.set(client, sum);
  }

  function refusalOf(request: IncomingMessage, facts: RequestFacts): [number, string] | undefined {
    const url = URL.parse(request.url ?? "", "http://unused");
    if (url?.pathname !== "/.ws") return [404, "Sockets are at /.ws."];
    const ns = url.searchParams.get("ns") ?? deps.projectId;
    if (ns !== deps.projectId) return [404, "There is no database of this name (ns)."];
    if (url.searchParams.get("v") !== "5") return [400, "The protocol version v must be 5."];
    if (!URL.canParse(facts.origin)) return [400, "The name of the host is not valid."];
    if (closing || sockets.size >= MAX_SOCKETS) return [503, "There are too many connections."];
    if ((perClient.get(facts.client) ?? 0) >= deps.maxSocketsPerClient) {
      return [429, "There are too many connections from this address."];
    }
    return undefined;
  }

  function accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    facts: RequestFacts,
  ): void {
    const refusal = refusalOf(request, facts);
    if (refusal !== undefined) return refuse(socket, ...refusal);
    // Counted here: many handshakes may be under way.
    count(facts.client, 1);
    let opened = false;
    socket.once("close", () => {
      if (!opened) count(facts.client, -1);
    });
    server.handleUpgrade(request, socket, head, (webSocket) => {
      opened = true;
      open(webSocket, facts);
    });
  }

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, facts: RequestFacts): void {
      try {
        accept(request, socket, head, facts);
      } catch (error) {
        deps.log.error({ err: error }, "A database socket could not be opened");
        socket.destroy();
      }
    },
    async recheckAuth(concerns: Concerns): Promise<void> {
      await Promise.all(
        [...sockets].map(([socket, { session }]) =>
          session.recheckAuth(concerns).catch((error: unknown) => {
            deps.log.warn({ err: error }, "A sign-in could not be checked again");
            // Its client signs in anew.
            socket.close(1013, "The sign-in cannot be checked now.");
          }),
        ),
      );
    },
    async close(): Promise<void> {
      closing = true;
      clearInterval(heartbeat);
      clearInterval(framesCheck);
      await Promise.all([...sockets].map(([socket, { session }]) => closeSocket(socket, session)));
      await Promise.all(ending);
      server.close();
    },
  };
}

function tooLarge(number: number): string {
  const body = { s: "too_big", d: "The message is too large; sign in, or write in parts." };
  return JSON.stringify({ t: "d", d: { r: number, b: body } });
}

function refuse(socket: Duplex, status: number, text: string): void {
  socket.on("error", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    // Half open, it would be held for as long as the other side likes.
    () => socket.destroy(),
  );
}
