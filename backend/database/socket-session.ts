/**
 * The requests of one socket. They are answered in order, and have the effect of being done in order: a read sees the
 * socket's own writes before it, a request the sign-in before it. What a listen of the socket is to be told of a write
 * goes out before the write is answered.
 */
import { ANONYMOUS_BODY_BYTES, type Authenticate } from "../http/index.ts";
import type { Log } from "../sqlite/index.ts";
import { answerError } from "./answer-error.ts";
import { invalidData, tooBig } from "./errors.ts";
import { MAX_MESSAGE_CHARS, type Message } from "./frames.ts";
import type { HeldShare } from "../http/index.ts";
import type { Listen, ListenAnswer, ListenTarget } from "./listen.ts";
import { type SocketRequest, parseMessage } from "./parse-request.ts";
import { parseMerge, parsePut } from "./parse-writes.ts";
import { formatPath, parsePath, parseWritePath } from "./path.ts";
import { parseQuery } from "./parse-query.ts";
import { createOnDisconnect } from "./on-disconnect.ts";
import { createOwnWrites } from "./own-writes.ts";
import { type Concerns, createSocketAuth } from "./socket-auth.ts";
import { createSocketListens } from "./socket-listens.ts";
import type { Store } from "./store.ts";
import { tellMessage } from "./tell-message.ts";
import type { Write } from "./write.ts";

/** What waits for an answer. With one message of any size more it stays below an address's share. */
const PAUSE_ABOVE = { requests: 1_000, chars: 8 * 1024 * 1024 };
/** What is at the store at once: nobody can take it back when the socket closes. */
const AT_STORE = { requests: 128, chars: 4 * 1024 * 1024 };

/** Requests of one kind are under way together; the next kind waits until they are answered. */
type Kind = "write" | "read" | "alone";
const KINDS: { [action: string]: Kind | undefined } = Object.assign(Object.create(null), {
  p: "write",
  m: "write",
  q: "read",
  g: "read",
});

/** JSON of an answer's body. */
type Answer = string;
const OK: Answer = '{"s":"ok","d":{}}';

export type SessionSocket = {
  send(message: string | Message): void;
  close(code: number, reason: string): void;
  pause(): void;
  resume(): void;
};

export type Session = {
  receive(message: string): void;
  /** How long a message may be now: whoever has not signed in has shorter ones. */
  maxMessageChars(): number;
  /** Resolves when all that was received is answered. */
  drain(): Promise<void>;
  /** The socket is closed; resolves when what was to be done then is done. */
  end(): Promise<void>;
  /** Ends the sign-in if it is this account's and its token is refused now. */
  recheckAuth(concerns: Concerns): Promise<void>;
};

export function createSession(deps: {
  store: Store;
  socket: SessionSocket;
  authenticate: Authenticate;
  clock: () => number;
  log: Log;
  /** No other connection has or had it. */
  connection: string;
  /** What unanswered requests hold. */
  held: HeldShare;
  /** What listens with a query remember. */
  listened: HeldShare;
}): Session {
  const { store, socket } = deps;
  const waiting: SocketRequest[] = [];
  let unanswered = { requests: 0, chars: 0, signIns: 0 };
  let atStore = { requests: 0, chars: 0 };
  let answered: Promise<void> = Promise.resolve();
  let kindBefore: Kind = "alone";
  let running = false;
  let paused = false;
  let ended = false;
  let onIdle: (() => void) | undefined;

  const push = (action: string, body: string) =>
    socket.send(`{"t":"d","d":{"a":"${action}","b":${body}}}`);

  const auth = createSocketAuth({
    authenticate: deps.authenticate,
    clock: deps.clock,
    onChange: () => store.listeners.recheck(listens.all()),
    onExpired: () => push("ac", '{"s":"expired_token","d":"The ID token has expired."}'),
    onRevoked: () => push("ac", '{"s":"invalid_token","d":"The ID token is not valid any more."}'),
  });
  const target: ListenTarget = {
    refreshAuth: auth.refresh,
    callerKey: auth.callerKey,
    authVersion: auth.version,
    tell(listen, told) {
      socket.send(tellMessage(listen, told));
      ownWrites.told(listen, told);
      if (!listens.adjust(listen, told.windowKeys)) endListen(listen);
    },
    onEnded: (listen) => endListen(listen),
    fail: (reason) => socket.close(1013, reason),
  };
  function endListen(listen: Listen): void {
    listens.forget(listen);
    store.listeners.remove(listen);
    push("c", formatRevoked(listen));
  }

  const listens = createSocketListens(store.listeners, target, deps.listened);

  const ownWrites = createOwnWrites((listen) => store.listeners.tellAnew(listen));
  const whenAnswered = new Map<SocketRequest, () => void>();

  const onDisconnect = createOnDisconnect(store.onDisconnect, deps.log, deps.connection);

  const isEnded = () => ended;

  async function run(): Promise<void> {
    running = true;
    for (let request = waiting[0]; request !== undefined; request = waiting[0]) {
      auth.refresh();
      const kind = kindOf(request);
      const isFull = atStore.requests >= AT_STORE.requests || atStore.chars >= AT_STORE.chars;
      if (kind !== kindBefore || kind === "alone" || isFull) {
        // oxlint-disable-next-line no-await-in-loop
        await answered;
        if (isEnded()) return;
        atStore = { requests: 0, chars: 0 };
        auth.refresh();
      }
      if (isCostly(request)) {
        // oxlint-disable-next-line no-await-in-loop
        await store.turns.enter();
        if (isEnded()) return store.turns.leave();
        auth.refresh();
      }
      kindBefore = kind;
      waiting.shift();
      atStore.requests += 1;
      atStore.chars += request.heldChars;
      answered = answerInTurn(answered, request, perform(request)).catch(fail);
    }
    running = false;
  }

  function fail(error: unknown): void {
    deps.log.error({ err: error }, "A database socket failed");
    socket.close(1011, "The server failed; connect again.");
  }

  async function perform(request: SocketRequest): Promise<Answer> {
    try {
      if (request.refusal !== undefined) throw tooBig(request.refusal);
      return await (isWrite(request) ? write(request) : act(request));
    } finally {
      if (isCostly(request)) store.turns.leave();
    }
  }

  async function answerInTurn(
    before: Promise<void>,
    request: SocketRequest,
    acted: Promise<Answer>,
  ): Promise<void> {
    // Both at once: a failure must not wait unseen for the turn to come.
    const [body] = await Promise.all([
      acted.catch((error: unknown) => answerError(error, request, socket, deps.log)),
      before,
    ]);
    countUnanswered(request, -1);
    if (!ended) socket.send(`{"t":"d","d":{"r":${request.number},"b":${body}}}`);
    whenAnswered.get(request)?.();
    whenAnswered.delete(request);
  }

  async function write(request: SocketRequest): Promise<Answer> {
    const { action, body, sizeChars } = request;
    const isPut = action === "p";
    const writes = parseWrites(body, isPut);
    const paths = writes.map(({ path }) => path);
    whenAnswered.set(request, ownWrites.begin(paths));
    const hash = isPut ? parseHash(body["h"]) : undefined;
    try {
      if (writes.length > 0) await store.write({ caller: auth.caller(), writes, hash, sizeChars });
    } finally {
      // After a refusal too: a stale transaction starts anew from what its listen has been told.
      await store.listeners.settled(listens.all());
    }
    return OK;
  }

  async function act({ action, body }: SocketRequest): Promise<Answer> {
    switch (action) {
      case "q":
        return listenAnswer(await listens.listen(body));
      case "n":
        listens.unlisten(body);
        return OK;
      case "g":
        return getOnce(body);
      case "auth":
        await auth.signIn(body);
        await store.listeners.settled(listens.all());
        return OK;
      case "unauth":
        auth.signOut();
        await store.listeners.settled(listens.all());
        return OK;
      case "o":
      case "om":
        await onDisconnect.register(auth.caller(), parseWrites(body, action === "o"));
        return OK;
      case "oc":
        await onDisconnect.cancel(parsePath(body["p"]));
        return OK;
      case "s":
        return OK;
      default:
        return unknownAction(action);
    }
  }

  async function getOnce(body: Record<string, unknown>): Promise<Answer> {
    const path = parsePath(body["p"]);
    const asked = parseQuery(body["q"]);
    const { text } = await store.get({ caller: auth.caller(), path, ...asked, format: "export" });
    return `{"s":"ok","d":${text}}`;
  }

  function countUnanswered({ action, heldChars }: SocketRequest, by: 1 | -1): void {
    if (by < 0) deps.held.give(heldChars);
    unanswered = {
      requests: unanswered.requests + by,
      chars: unanswered.chars + by * heldChars,
      signIns: unanswered.signIns + (action === "auth" ? by : 0),
    };
    const { requests, chars, signIns } = unanswered;
    // Its answer is sent in the same turn, before whoever waits goes on.
    if (requests === 0) onIdle?.();
    // What follows a sign-in is read when it is known how much of it may come: the SDK does not wait for the answer.
    const pauses = requests > PAUSE_ABOVE.requests || chars > PAUSE_ABOVE.chars || signIns > 0;
    if (pauses === paused) return;
    paused = pauses;
    if (paused) socket.pause();
    else socket.resume();
  }

  return {
    receive(text) {
      const message = parseMessage(text);
      if (message.kind === "ping") socket.send('{"t":"c","d":{"t":"o","d":{}}}');
      if (message.kind === "bad") socket.close(1002, message.fault);
      if (message.kind !== "request" || ended) return;
      const { request } = message;
      if (!deps.held.take(request.heldChars)) {
        return socket.close(1013, "Too much waits for an answer; try again shortly.");
      }
      countUnanswered(request, 1);
      waiting.push(request);
      if (!running) run().catch(fail);
    },
    maxMessageChars: () => (auth.caller() === null ? ANONYMOUS_BODY_BYTES : MAX_MESSAGE_CHARS),
    recheckAuth: (concerns) => auth.recheck(concerns),
    drain: () =>
      unanswered.requests === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            onIdle = resolve;
          }),
    end() {
      ended = true;
      for (const request of waiting.splice(0)) countUnanswered(request, -1);
      auth.close();
      listens.end();
      // After the writes that are under way.
      return answered.then(() => onDisconnect.run());
    },
  };
}

/** A conditional write is compared before it is written: no other write of the socket may come between. */
function kindOf(request: SocketRequest): Kind {
  return isConditional(request) ? "alone" : (KINDS[request.action] ?? "alone");
}

const isWrite = ({ action }: SocketRequest): boolean => KINDS[action] === "write";

const isConditional = ({ action, body }: SocketRequest): boolean =>
  action === "p" && body["h"] !== undefined;

const isCostly = (request: SocketRequest): boolean =>
  request.action === "g" || isConditional(request);

function parseWrites(body: Record<string, unknown>, isPut: boolean): Write[] {
  return isPut
    ? parsePut(parseWritePath(body["p"]), body["d"])
    : parseMerge(parsePath(body["p"]), body["d"]);
}

function listenAnswer({ status, noIndex }: { status: ListenAnswer; noIndex: boolean }): Answer {
  return `{"s":"${status}","d":${noIndex ? '{"w":["no_index"]}' : "{}"}}`;
}

function formatRevoked({ path, query, wireQuery }: Listen): string {
  const p = formatPath(path);
  return JSON.stringify(query === undefined ? { p } : { p, q: [wireQuery] });
}

function parseHash(hash: unknown): string | undefined {
  if (hash === undefined) return undefined;
  if (typeof hash !== "string" || hash.length > 100) throw invalidData("h must be a hash.");
  return hash;
}

function unknownAction(action: string): Answer {
  if (action === "gauth") {
    return '{"s":"invalid_token","d":"Only ID tokens are accepted."}';
  }
  return '{"s":"unimplemented","d":"This action is not known."}';
}
