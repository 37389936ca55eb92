/** `/api/account/sessions`: where an account is signed in, and ending that. */
import * as z from "zod/mini";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError } from "../../http/answer.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { parseJson } from "../../http/parse-json.ts";

const ending = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) });

type SessionsBackend = Pick<
  ServerBackend,
  "verifyIdToken" | "listSessions" | "endSession" | "revokeSessions"
>;

export function createSessionEndpoints(deps: {
  backend: SessionsBackend;
  now: () => number;
}): Endpoint[] {
  const { backend, now } = deps;
  const callerOf = createCountedCaller({ backend, burst: 120, perMinute: 60, now });

  function endpoint(
    method: Endpoint["method"],
    path: Endpoint["path"],
    answer: (
      caller: { uid: string; sessionId: unknown },
      body: string,
    ) => Promise<Response | undefined>,
  ): Endpoint {
    return {
      method,
      path,
      maxBodyBytes: 1024,
      async answer(asked: ApiRequest) {
        const caller = await callerOf(asked);
        if (caller instanceof Response) return caller;
        const { uid, claims } = caller;
        try {
          const done = await answer({ uid, sessionId: claims["sid"] }, asked.body);
          return done ?? new Response(null, { status: 204 });
        } catch (error) {
          if (!(error instanceof BackendError) || error.status !== "UNIMPLEMENTED") throw error;
          // To ask is no mistake.
          if (method === "GET") return Response.json({ sessions: null });
          return apiError(
            501,
            "unimplemented",
            "Firebase keeps no list of where you are signed in. You can sign out everywhere.",
          );
        }
      },
    };
  }

  return [
    endpoint("GET", "/api/account/sessions", async ({ uid, sessionId }) => {
      const sessions = await backend.listSessions(uid);
      return Response.json({
        sessions: sessions
          .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt)
          .map((session) => ({ ...session, isThis: session.id === sessionId })),
      });
    }),
    endpoint("POST", "/api/account/sessions/end", async ({ uid }, body) => {
      const { success, data } = ending.safeParse(parseJson(body));
      if (!success) return apiError(400, "invalid-request", "Send {id} as JSON.");
      const sessions = await backend.listSessions(uid);
      // Whoever ended it meanwhile, it is ended.
      if (sessions.some((session) => session.id === data.id)) {
        await backend.endSession(uid, data.id);
      }
      return undefined;
    }),
    endpoint("POST", "/api/account/sessions/end-others", async ({ uid, sessionId }) => {
      const others = (await backend.listSessions(uid)).filter(({ id }) => id !== sessionId);
      await Promise.all(others.map((session) => backend.endSession(uid, session.id)));
      return Response.json({ ended: others.length });
    }),
    endpoint("POST", "/api/account/end-sessions", async ({ uid }) => {
      await backend.revokeSessions(uid);
      return undefined;
    }),
  ];
}
