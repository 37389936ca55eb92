/** `/api/todos/feed…` with an ID token: the caller's calendar address. docs/todo.md */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import type { Feed } from "../../todos/feed.ts";

export function createTodoEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  feed: Feed;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { feed } = deps;
  const counted = createCountedCaller({ ...deps, burst: 20, perMinute: 20 });

  const endpoint = (
    method: Endpoint["method"],
    path: Endpoint["path"],
    answer: (uid: string) => Promise<Response>,
  ): Endpoint => ({
    method,
    path,
    maxBodyBytes: method === "GET" ? 0 : 100,
    answer: orUnavailable(async (asked: ApiRequest) => {
      const caller = await counted(asked);
      return caller instanceof Response ? caller : answer(caller.uid);
    }),
  });

  return [
    endpoint("GET", "/api/todos/feed", async (uid) =>
      Response.json({ feed: await feed.state(uid) }),
    ),
    endpoint("POST", "/api/todos/feed/make", async (uid) =>
      Response.json({ path: await feed.make(uid) }),
    ),
    endpoint("POST", "/api/todos/feed/revoke", async (uid) => {
      await feed.revoke(uid);
      return new Response(null, { status: 204 });
    }),
  ];
}
