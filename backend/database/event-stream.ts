/** One event stream of the REST dialect: one listen, and what it is told as server-sent events. */
import { keyOfCaller } from "./caller-key.ts";
import { type Authenticate, CredentialError, ServerBusyError } from "../http/index.ts";
import type { Log } from "../sqlite/index.ts";
import { permissionDenied, tooBig } from "./errors.ts";
import { createEventBody, formatEvent, toldEvent } from "./event-body.ts";
import { HttpRefusal, streamAnswer } from "./http-answer.ts";
import { indexNotDefined } from "./http-query.ts";
import type { HttpRequest } from "./http-request.ts";
import { type ListenAnswer, type ListenTarget, newListen } from "./listen.ts";
import { type Concerns, createSocketAuth } from "./socket-auth.ts";
import type { Store } from "./store.ts";

/** Of a query: what its client has been told must be known. */
const MAX_WINDOW_KEYS = 10_000;

const KEEP_ALIVE = formatEvent("keep-alive", "null");
const AUTH_REVOKED = formatEvent("auth_revoked", JSON.stringify("credential is no longer valid"));

/** An event for who is told already; a refusal for who has no answer yet. */
type Ending = { event?: Uint8Array; refusal: Error };

export type EventStream = {
  /** To be called once. Rejects with why the request is refused. */
  open(): Promise<Response>;
  keepAlive(): void;
  /** Ends it when its caller is concerned and its token is refused now. */
  recheckAuth(concerns: Concerns): Promise<void>;
  /** Ends it with what it has been told; its client may ask again. */
  close(reason: string): void;
};

export function createEventStream(deps: {
  store: Store;
  clock: () => number;
  log: Log;
  authenticate: Authenticate;
  asked: HttpRequest;
  /** Its signal is aborted when the client has gone. */
  request: Request;
  /** Asks no rule. */
  isAdmin: boolean;
  /** Called once, when nothing is left of it. */
  onEnd(): void;
}): EventStream {
  // Of a request that nothing refers to, Node would forget the signal.
  const { asked, request } = deps;
  const { listeners } = deps.store;
  const answer = Promise.withResolvers<Response>();
  const body = createEventBody(leave);
  let isEnded = false;

  const auth = deps.isAdmin
    ? adminAuth
    : createSocketAuth({ ...deps, onChange: () => {}, onExpired: revoke, onRevoked: revoke });

  const target: ListenTarget = {
    refreshAuth: () => auth.refresh(),
    callerKey: () => auth.callerKey(),
    authVersion: () => auth.version(),
    tell(_listen, told) {
      if (told.windowKeys > MAX_WINDOW_KEYS) return endByRefusal("too_big");
      const event = toldEvent(told, asked.format);
      if (event !== undefined && !body.send(event)) leave();
    },
    onEnded: (_listen, why) => endByRefusal(why),
    fail: (reason) => end({ refusal: new ServerBusyError(reason) }),
  };

  const listen = newListen({
    target,
    path: asked.path,
    query: asked.query,
    answer(status, { noIndex }) {
      if (status !== "ok") return end({ refusal: refusalOf(status) });
      const { path, query } = asked;
      if (noIndex && query !== undefined) return end({ refusal: indexNotDefined(path, query) });
      answer.resolve(streamAnswer(body.stream));
    },
  });

  function endByRefusal(why: Exclude<ListenAnswer, "ok">): void {
    const refusal = refusalOf(why);
    end({ event: formatEvent("cancel", JSON.stringify(refusal.message)), refusal });
  }

  function end({ event, refusal }: Ending): void {
    if (isEnded) return;
    isEnded = true;
    request.signal.removeEventListener("abort", leave);
    auth.close();
    answer.reject(refusal);
    listeners.remove(listen);
    if (event !== undefined) body.send(event);
    body.close();
    deps.onEnd();
  }

  /** Nobody reads. */
  function leave(): void {
    body.cut();
    end({ refusal: new HttpRefusal(499, "The client is gone.") });
  }

  function revoke(): void {
    const refusal = new CredentialError("expired", "The credential is no longer valid.");
    end({ event: AUTH_REVOKED, refusal });
  }

  async function begin(): Promise<void> {
    request.signal.addEventListener("abort", leave);
    if (request.signal.aborted) return leave();
    if (asked.credential !== undefined) await auth.signIn({ cred: asked.credential });
    if (isEnded) auth.close();
    else listeners.add(listen);
  }

  return {
    open() {
      begin().catch((refusal: Error) => end({ refusal }));
      return answer.promise;
    },
    keepAlive() {
      if (!body.send(KEEP_ALIVE)) leave();
    },
    recheckAuth: (concerns) => auth.recheck(concerns),
    close: (reason) => end({ refusal: new ServerBusyError(reason) }),
  };
}

const adminAuth = {
  callerKey: () => keyOfCaller("admin"),
  version: () => 0,
  refresh: () => {},
  signIn: async () => {},
  recheck: async () => {},
  close: () => {},
};

function refusalOf(status: Exclude<ListenAnswer, "ok">): Error {
  if (status === "permission_denied") return permissionDenied();
  if (status === "unavailable") return new ServerBusyError("The database is busy; try again.");
  return tooBig("The value is too large to be listened to; listen to a part of it.");
}
