/** The Realtime Database's REST over an injected fetch (https://firebase.google.com/docs/reference/rest/database). */
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { readAnswer, toBackendError } from "./backend-answer.ts";

export type DatabaseClient = Pick<ServerBackend, "getValue" | "putValue" | "updateValues">;

export function createDatabaseClient(options: {
  baseUrl: string;
  namespace: string;
  fetch: (request: Request) => Promise<Response>;
}): DatabaseClient {
  const { baseUrl, namespace, fetch } = options;

  function ask(method: string, path: string, init: RequestInit = {}, more = ""): Promise<Response> {
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    const url = `${baseUrl}/${encoded}.json?ns=${namespace}${more}`;
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
      const more = etag === undefined ? "&print=silent" : "";
      const response = await ask("PUT", path, { headers, body }, more);
      if (response.status === 412) return discard(response, false);
      if (!response.ok) throw await toBackendError(response);
      return discard(response, true);
    },
    async updateValues(values) {
      const response = await ask("PATCH", "", { body: JSON.stringify(values) }, "&print=silent");
      if (!response.ok) throw await toBackendError(response);
      await discard(response, true);
    },
  };
}

/** An answer that nobody reads keeps its connection. */
async function discard<Result>(response: Response, result: Result): Promise<Result> {
  await response.body?.cancel();
  return result;
}
