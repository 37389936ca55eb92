/** The REST dialect: URL and JSON to calls of the store and back. */
import type { Authenticate, Caller } from "../http/index.ts";
import { type Log, OperationError } from "../sqlite/index.ts";
import { invalidToken } from "./errors.ts";
import { hashOf } from "./hash.ts";
import { HttpRefusal, errorAnswer, jsonAnswer } from "./http-answer.ts";
import { type HttpRequest, parseHttpRequest, readJson } from "./http-request.ts";
import { parseMerge, parsePut } from "./parse-writes.ts";
import { formatPath } from "./path.ts";
import { createPushIds } from "./push-id.ts";
import type { Store } from "./store.ts";
import { toText } from "./value.ts";
import type { WriteResult } from "./write.ts";

const MAX_CREDENTIAL_CHARS = 16 * 1024;

export function createDatabaseHttp(deps: {
  store: Store;
  projectId: string;
  clock: () => number;
  log: Log;
  authenticate: Authenticate;
}) {
  const { store } = deps;
  const nextPushId = createPushIds(deps.clock);

  async function answer(
    request: Request,
    callerOf: (asked: HttpRequest) => Promise<Caller>,
  ): Promise<Response> {
    try {
      const asked = parseHttpRequest(request, deps.projectId);
      const caller = await callerOf(asked);
      return await ACTIONS[asked.method](caller, asked, request);
    } catch (error) {
      return errorAnswer(error, deps.log);
    }
  }

  const ACTIONS = { GET: get, PUT: put, PATCH: patch, POST: post, DELETE: put };

  async function inTurn<Result>(request: Request, work: () => Promise<Result>): Promise<Result> {
    await store.turns.enter();
    try {
      if (request.signal.aborted) throw new HttpRefusal(499, "The client is gone.");
      return await work();
    } finally {
      store.turns.leave();
    }
  }

  async function get(caller: Caller, asked: HttpRequest, request: Request): Promise<Response> {
    const { path, shallow } = asked;
    const found = await inTurn(request, () =>
      store.get({ caller, path, shallow, withHash: asked.wantsEtag }),
    );
    return jsonAnswer(200, found.text, asked.print, found.hash);
  }

  async function put(caller: Caller, asked: HttpRequest, request: Request): Promise<Response> {
    const removes = asked.method === "DELETE";
    const { json, sizeChars } = removes
      ? { json: null, sizeChars: 0 }
      : await readJson(request, caller);
    const writes = parsePut(asked.path, json);
    try {
      const write = () => store.write({ caller, writes, hash: asked.ifMatch, sizeChars });
      const result = await (asked.ifMatch === undefined ? write() : inTurn(request, write));
      const value = result.writes[0]?.value ?? null;
      return jsonAnswer(
        200,
        toText(value),
        asked.print,
        asked.wantsEtag ? hashOf(value) : undefined,
      );
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== "datastale") throw error;
      // Refused as any other read when the caller may write but not read.
      const found = await inTurn(request, () =>
        store.get({ caller, path: asked.path, withHash: true }),
      );
      return jsonAnswer(412, found.text, asked.print, found.hash);
    }
  }

  async function patch(caller: Caller, asked: HttpRequest, request: Request): Promise<Response> {
    const { json, sizeChars } = await readJson(request, caller);
    const writes = parseMerge(asked.path, json);
    const none: WriteResult = { commit: 0, writes: [], changed: [] };
    const result = writes.length > 0 ? await store.write({ caller, writes, sizeChars }) : none;
    const members = result.writes.map(({ path, value }) => {
      return `${JSON.stringify(formatPath(path.slice(asked.path.length)))}:${toText(value)}`;
    });
    return jsonAnswer(200, `{${members.join(",")}}`, asked.print);
  }

  async function post(caller: Caller, asked: HttpRequest, request: Request): Promise<Response> {
    const { json, sizeChars } = await readJson(request, caller);
    const name = nextPushId();
    const writes = parsePut([...asked.path, name], json);
    await store.write({ caller, writes, sizeChars });
    return jsonAnswer(200, JSON.stringify({ name }), asked.print);
  }

  async function callerOf({ credential }: HttpRequest): Promise<Caller> {
    if (credential === undefined) return null;
    if (credential === "owner" || credential.length > MAX_CREDENTIAL_CHARS) {
      throw invalidToken("There is no such credential.");
    }
    return deps.authenticate(credential);
  }

  return {
    fetch: (request: Request) => answer(request, callerOf),
    adminFetch: (request: Request) => answer(request, async () => "admin"),
  };
}
