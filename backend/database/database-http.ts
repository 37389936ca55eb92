/** The REST dialect: URL and JSON to calls of the store and back. */
import type { Authenticate, Caller, RequestFacts } from "../http/index.ts";
import { type Log, OperationError } from "../sqlite/index.ts";
import type { DatabaseValue } from "../rules/index.ts";
import { invalidToken } from "./errors.ts";
import { createEventStreams } from "./event-streams.ts";
import { hashOf } from "./hash.ts";
import { HttpRefusal, errorAnswer, jsonAnswer } from "./http-answer.ts";
import { indexNotDefined } from "./http-query.ts";
import { type HttpRequest, parseHttpRequest, readJson } from "./http-request.ts";
import { parseMerge, parsePut } from "./parse-writes.ts";
import { formatPath, isPriorityPath } from "./path.ts";
import { createPushIds } from "./push-id.ts";
import type { Concerns } from "./socket-auth.ts";
import type { DoneWrite, Store } from "./store.ts";
import { toExportText, toText } from "./value.ts";

const MAX_CREDENTIAL_CHARS = 16 * 1024;

export function createDatabaseHttp(deps: {
  store: Store;
  projectId: string;
  clock: () => number;
  log: Log;
  authenticate: Authenticate;
  /** Event streams that one address may have open. */
  maxStreamsPerClient: number;
}) {
  const { store } = deps;
  const nextPushId = createPushIds(deps.clock);
  const streams = createEventStreams(deps);

  /** @param from the server itself, or what is known of the client */
  async function answer(request: Request, from: "admin" | RequestFacts): Promise<Response> {
    try {
      const asked = parseHttpRequest(request, deps.projectId);
      if (asked.isStream) return await streams.open(asked, request, from);
      const real = from === "admin" ? from : await callerOf(asked);
      // Whoever is no admin stays who they are.
      const caller = real === "admin" && asked.actsAs !== undefined ? asked.actsAs : real;
      return await ACTIONS[asked.method](caller, asked, request);
    } catch (error) {
      return errorAnswer(error, deps.log);
    }
  }

  const ACTIONS = { GET: get, PUT: put, PATCH: patch, POST: post, DELETE: put };

  async function inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await store.turns.enter();
    try {
      if (signal.aborted) throw new HttpRefusal(499, "The client is gone.");
      return await work();
    } finally {
      store.turns.leave();
    }
  }

  async function get(caller: Caller, asked: HttpRequest, request: Request): Promise<Response> {
    const { path, query, shallow, format } = asked;
    const input = { caller, path, query, shallow, format, withHash: asked.wantsEtag };
    const found = await inTime(asked.timeoutMs, request.signal, (signal) =>
      inTurn(signal, () => store.get(input)),
    );
    if (query !== undefined && !found.indexed) throw indexNotDefined(path, query);
    return jsonAnswer(200, found.text, { ...asked, etag: found.hash });
  }

  async function put(caller: Caller, asked: HttpRequest, request: Request): Promise<Response> {
    const { path, format } = asked;
    const removes = asked.method === "DELETE";
    const { json, sizeChars } = removes
      ? { json: null, sizeChars: 0 }
      : await readJson(request, caller);
    const writes = parsePut(path, json);
    try {
      const write = () => store.write({ caller, writes, hash: asked.ifMatch, sizeChars });
      const result = await (asked.ifMatch === undefined ? write() : inTurn(request.signal, write));
      const value = result.writes[0]?.value ?? null;
      // A priority is no data that could be put by its hash.
      const etag = isPriorityPath(path) ? undefined : etagOf(asked, result);
      const text = result.isReadable ? textOf(value, format) : JSON.stringify(json);
      return jsonAnswer(200, text, { print: asked.print, etag });
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== "datastale") throw error;
      const found = await inTurn(request.signal, () =>
        store.get({ caller, path, format, withHash: true }),
      );
      return jsonAnswer(412, found.text, { print: asked.print, etag: found.hash });
    }
  }

  async function patch(caller: Caller, asked: HttpRequest, request: Request): Promise<Response> {
    const { json, sizeChars } = await readJson(request, caller);
    const writes = parseMerge(asked.path, json);
    const none: DoneWrite = { commit: 0, writes: [], changed: [], isReadable: true };
    const result = writes.length > 0 ? await store.write({ caller, writes, sizeChars }) : none;
    const members = result.writes.map(({ path, value }) => {
      const key = JSON.stringify(formatPath(path.slice(asked.path.length)));
      return `${key}:${textOf(value, asked.format)}`;
    });
    const text = result.isReadable ? `{${members.join(",")}}` : JSON.stringify(json);
    return jsonAnswer(200, text, { print: asked.print });
  }

  async function post(caller: Caller, asked: HttpRequest, request: Request): Promise<Response> {
    const { json, sizeChars } = await readJson(request, caller);
    const name = nextPushId();
    const result = await store.write({
      caller,
      writes: parsePut([...asked.path, name], json),
      sizeChars,
    });
    const etag = etagOf(asked, result);
    return jsonAnswer(200, JSON.stringify({ name }), { print: asked.print, etag });
  }

  async function callerOf({ credential }: HttpRequest): Promise<Caller> {
    if (credential === undefined) return null;
    if (credential === "owner" || credential.length > MAX_CREDENTIAL_CHARS) {
      throw invalidToken("There is no such credential.");
    }
    return deps.authenticate(credential);
  }

  return {
    fetch: (request: Request, facts: RequestFacts) => answer(request, facts),
    adminFetch: (request: Request) => answer(request, "admin"),
    /** Ends the streams of this account whose token is refused now. */
    recheckAuth: (concerns: Concerns) => streams.recheckAuth(concerns),
    /** Ends all event streams and takes no new ones. */
    close: () => streams.close(),
  };
}

/** Who may write but not read is answered what was sent: of a sum even the hash tells what was stored. */
function etagOf(asked: HttpRequest, { writes, isReadable }: DoneWrite): string | undefined {
  return asked.wantsEtag && isReadable ? hashOf(writes[0]?.value ?? null) : undefined;
}

function textOf(value: DatabaseValue, format: HttpRequest["format"]): string {
  return format === "export" ? toExportText(value) : toText(value);
}

/** What is not begun in time is not begun; what is, goes on unheard. @param read is given when to give up */
async function inTime<Result>(
  timeoutMs: number | undefined,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (timeoutMs === undefined) return read(signal);
  const late = new AbortController();
  const tooLate = new Promise<never>((_resolve, reject) => {
    late.signal.addEventListener("abort", () => {
      reject(new HttpRefusal(400, "The read took longer than its timeout."));
    });
  });
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    return await Promise.race([read(AbortSignal.any([signal, late.signal])), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
