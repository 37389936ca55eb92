/** `/api/recovery-codes`: an account's own ones, and signing in with one in place of the authenticator's code. */
import * as z from "zod/mini";
import { networkOf } from "#lib/network-of.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { Log } from "../../log.ts";
import type { RecoveryCodes } from "../../recovery-codes/recovery-codes.ts";
import type { SecurityNotice } from "../../security-notices/security-notice.ts";

const recentS = 5 * 60;

const use = z.object({
  pendingCredential: z.string().check(z.minLength(1), z.maxLength(4096)),
  code: z.string().check(z.maxLength(100)),
});

type CodesBackend = Pick<
  ServerBackend,
  "verifyIdToken" | "getAccount" | "createCustomToken" | "pendingSignIn"
>;

export function createRecoveryCodeEndpoints(deps: {
  backend: CodesBackend;
  /** Undefined on Firebase, whose half sign-ins this server cannot read. */
  codes: RecoveryCodes | undefined;
  notice?: SecurityNotice | undefined;
  log: Log;
  now: () => number;
}): Endpoint[] {
  const { backend, codes, notice, log, now } = deps;
  const perNetwork = createRateLimit({ burst: 30, perMinute: 15, now });
  const perAccount = createRateLimit({ burst: 10, perMinute: 10 / 60, now });
  const readerOf = createCountedCaller({ backend, burst: 30, perMinute: 15, now });
  const renewerOf = createCountedCaller({ backend, burst: 10, perMinute: 1, now });

  function endpoint(
    method: Endpoint["method"],
    path: Endpoint["path"],
    answer: (codes: RecoveryCodes, request: ApiRequest) => Promise<Response>,
  ): Endpoint {
    return {
      method,
      path,
      maxBodyBytes: 8192,
      async answer(request) {
        return codes === undefined ? notOffered() : answer(codes, request);
      },
    };
  }

  async function pendingUid(credential: string): Promise<string | Response> {
    try {
      return (await backend.pendingSignIn(credential)).uid;
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      if (error.status === "UNIMPLEMENTED") return notOffered();
      if (error.status === "UNAVAILABLE" || error.status === "INTERNAL") throw error;
      return apiError(401, "sign-in-over", "The sign-in took too long. Begin again.");
    }
  }

  return [
    endpoint("GET", "/api/recovery-codes", async (own, request) => {
      const caller = await readerOf(request);
      if (caller instanceof Response) return caller;
      const state = await own.state(caller.uid);
      return Response.json(state ?? { left: 0, createdAt: null });
    }),
    endpoint("POST", "/api/recovery-codes/new", async (own, request) => {
      const caller = await renewerOf(request, recentS);
      if (caller instanceof Response) return caller;
      const { uid } = caller;
      const account = await backend.getAccount(uid);
      if (account?.hasSecondFactor !== true) {
        return apiError(
          409,
          "no-second-step",
          "Recovery codes stand in for a second step. Set that up first.",
        );
      }
      const made = await own.renew(uid);
      await notice?.(uid, "recovery-codes-made");
      return Response.json({ codes: made });
    }),
    endpoint("POST", "/api/recovery-codes/delete", async (own, request) => {
      const caller = await readerOf(request, recentS);
      if (caller instanceof Response) return caller;
      await own.forget(caller.uid);
      return new Response(null, { status: 204 });
    }),
    endpoint("POST", "/api/recovery-codes/use", async (own, { body, client }) => {
      const often = perNetwork.take(networkOf(client));
      if (often > 0) return tooManyRequests(often);
      const { success, data } = use.safeParse(parseJson(body));
      if (!success) return apiError(400, "invalid-request", "Send {pendingCredential, code}.");
      const uid = await pendingUid(data.pendingCredential);
      if (uid instanceof Response) return uid;
      const wait = perAccount.take(uid);
      if (wait > 0) return tooManyRequests(wait);
      const account = await backend.getAccount(uid);
      const used = account?.disabled === false && (await own.use(uid, data.code));
      if (used === false) {
        return apiError(403, "wrong-code", "This is none of your unused recovery codes.");
      }
      log.info({ uid, left: used.left }, "a recovery code was used");
      const customToken = await backend.createCustomToken(uid);
      await notice?.(uid, "recovery-code-used");
      return Response.json({ customToken, left: used.left });
    }),
  ];
}

function notOffered(): Response {
  return apiError(
    501,
    "unimplemented",
    "This site has no recovery codes. Its owner can remove the second step from your account.",
  );
}
