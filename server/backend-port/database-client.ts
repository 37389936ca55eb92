/** The Realtime Database's REST over an injected fetch (https://firebase.google.com/docs/reference/rest/database). */
import { BackendError } from "#lib/server-backend.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { readAnswer, toBackendError } from "./backend-answer.ts";
import { databaseQueryText, inOrder } from "./database-query.ts";
import { serverClaims } from "./server-claims.ts";

export type DatabaseClient = Pick<
  ServerBackend,
  | "getValue"
  | "putValue"
  | "updateValues"
  | "updateInOrder"
  | "exportValue"
  | "exportChildren"
  | "queryValues"
  | "getPriority"
  | "getShallow"
>;

export function createDatabaseClient(options: {
  baseUrl: string;
  /** Undefined where the host says it. */
  namespace: string | undefined;
  fetch: (request: Request) => Promise<Response>;
}): DatabaseClient {
  const { baseUrl, namespace, fetch } = options;

  const named = namespace === undefined ? "" : `ns=${namespace}&`;

  /** `more` is the rest of the query. */
  function ask(method: string, path: string, init: RequestInit = {}, more = ""): Promise<Response> {
    const encoded = path.split("/").map(encodeKey).join("/");
    const url = `${baseUrl}/${encoded}.json?${named}${more}`;
    return fetch(new Request(url, { ...init, method }));
  }

  return {
    async getValue(path) {
      const response = await ask("GET", path, { headers: { "X-Firebase-ETag": "true" } });
      const value = (await readAnswer(response)) as DatabaseJson;
      return { value, etag: response.headers.get("etag") ?? "" };
    },
    async putValue(path, value, etag) {
      const headers = etag === undefined ? {} : { "if-match": etag };
      const body = JSON.stringify(value);
      // Google refuses `print` together with `if-match`.
      const more = etag === undefined ? "print=silent" : "";
      const response = await ask("PUT", path, { headers, body }, more);
      if (response.status === 412) return discard(response, false);
      if (!response.ok) throw await toBackendError(response);
      return discard(response, true);
    },
    async updateValues(values) {
      const response = await ask("PATCH", "", { body: JSON.stringify(values) }, "print=silent");
      if (!response.ok) throw await toBackendError(response);
      await discard(response, true);
    },
    async updateInOrder(kind, id, values) {
      const auth = { uid: `foyer-${kind}`, token: { [serverClaims[kind]]: id } };
      const more = `print=silent&auth_variable_override=${encodeURIComponent(JSON.stringify(auth))}`;
      const response = await ask("PATCH", "", { body: JSON.stringify(values) }, more);
      if (response.ok) return discard(response, true);
      const error = await toBackendError(response);
      // The same status has a token of the service account that is not taken.
      if (response.status === 401 && /permission denied/i.test(error.message)) return false;
      throw error;
    },
    async exportValue(path) {
      const response = await ask("GET", path, {}, "format=export");
      if (!response.ok) throw await toBackendError(response);
      if (response.body === null) throw new BackendError("UNAVAILABLE", "The answer has no body.");
      return response.body;
    },
    async exportChildren(path, { after, limit }) {
      const start = after === undefined ? "" : `&startAfter=${encodeJson(after)}`;
      const range = `&orderBy=${encodeJson("$key")}${start}&limitToFirst=${limit}`;
      const response = await ask("GET", path, {}, `format=export${range}`);
      return (await readAnswer(response)) as Record<string, DatabaseJson> | null;
    },
    async queryValues(path, query) {
      const response = await ask("GET", path, {}, databaseQueryText(query));
      return inOrder((await readAnswer(response)) as DatabaseJson, query);
    },
    async getPriority(path) {
      const response = await ask("GET", `${path}/.priority`);
      return (await readAnswer(response)) as number | string | null;
    },
    async getShallow(path) {
      return (await readAnswer(await ask("GET", path, {}, "shallow=true"))) as DatabaseJson;
    },
  };
}

const encodeJson = (text: string) => encodeURIComponent(JSON.stringify(text));

function encodeKey(key: string): string {
  // An address would lead to another place.
  if (key === "." || key === "..") {
    const message = `The key "${key}" must not contain . # $ / [ ] or control characters.`;
    throw new BackendError("INVALID_ARGUMENT", message);
  }
  if (!key.isWellFormed()) {
    const message = `The key ${JSON.stringify(key)} is not whole text, so no address can name it.`;
    throw new BackendError("INVALID_ARGUMENT", message);
  }
  return encodeURIComponent(key);
}

/** An answer that nobody reads keeps its connection. */
async function discard<Result>(response: Response, result: Result): Promise<Result> {
  await response.body?.cancel();
  return result;
}
