/** `/api/passkeys`: an account's own passkeys, and signing in with one, which anybody may try. */
import * as z from "zod/mini";
import { networkOf } from "#lib/network-of.ts";
import type { Account, ServerBackend } from "#lib/server-backend.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { registrationAnswer, signInAnswer } from "../../passkeys/answers.ts";
import type { StoredPasskey } from "../../passkeys/passkey-store.ts";
import { maxPasskeys } from "../../passkeys/passkey-store.ts";
import { PasskeyError } from "../../passkeys/passkeys.ts";
import type { PasskeyRefusal, Passkeys } from "../../passkeys/passkeys.ts";
import type { SecurityNotice } from "../../security-notices/security-notice.ts";

/** As the sign-in service's own changes of what one signs in with. */
const recentS = 5 * 60;
const maxAnswerBytes = 64 * 1024;

const id = z.string().check(z.regex(/^[\da-f]{64}$/));
const name = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));
const registration = z.object({ answer: registrationAnswer, name });
const signIn = z.object({ answer: signInAnswer });
const renaming = z.object({ id, name });
const removal = z.object({ id });

type PasskeyEndpointsBackend = Pick<
  ServerBackend,
  "verifyIdToken" | "getAccount" | "createCustomToken"
>;

export function createPasskeyEndpoints(deps: {
  backend: PasskeyEndpointsBackend;
  passkeys: Passkeys;
  notice?: SecurityNotice | undefined;
  now: () => number;
}): Endpoint[] {
  const { backend, passkeys, notice, now } = deps;
  const signIns = createRateLimit({ burst: 60, perMinute: 30, now });
  const readerOf = createCountedCaller({ backend, burst: 60, perMinute: 30, now });
  const callerOf = createCountedCaller({ backend, burst: 30, perMinute: 10, now });

  function endpoint(
    method: Endpoint["method"],
    path: Endpoint["path"],
    answer: (request: ApiRequest) => Promise<Response>,
    maxBodyBytes = 4096,
  ): Endpoint {
    return {
      method,
      path,
      maxBodyBytes,
      async answer(request) {
        try {
          return await answer(request);
        } catch (error) {
          if (error instanceof PasskeyError) return refusals[error.code]();
          throw error;
        }
      },
    };
  }

  /** For what changes something. */
  async function changer(request: ApiRequest, isRecent: boolean): Promise<Account | Response> {
    const caller = await callerOf(request, isRecent ? recentS : undefined);
    return caller instanceof Response ? caller : accountOf(caller);
  }

  /** For what anybody may ask. */
  function tooOften({ client }: ApiRequest): Response | undefined {
    const wait = signIns.take(networkOf(client));
    return wait > 0 ? tooManyRequests(wait) : undefined;
  }

  async function accountOf({ uid }: { uid: string }): Promise<Account | Response> {
    return (await backend.getAccount(uid)) ?? apiError(401, "unauthenticated", "Sign in first.");
  }

  return [
    endpoint("GET", "/api/passkeys", async (request) => {
      const caller = await readerOf(request);
      if (caller instanceof Response) return caller;
      const account = await accountOf(caller);
      if (account instanceof Response) return account;
      const own = await passkeys.list(account);
      return Response.json({ passkeys: own.map(toAnswer), possible: passkeys.possible() });
    }),
    endpoint("POST", "/api/passkeys/registration-options", async (request) => {
      const account = await changer(request, true);
      if (account instanceof Response) return account;
      return Response.json(await passkeys.registrationOptions(account));
    }),
    // That the sign-in was recent is proved by the challenge.
    endpoint(
      "POST",
      "/api/passkeys/registration",
      async (request) => {
        const account = await changer(request, false);
        if (account instanceof Response) return account;
        const { success, data } = registration.safeParse(parseJson(request.body));
        if (!success) return invalid("Send {answer, name} as JSON.");
        const passkey = await passkeys.register(account, data.answer, data.name);
        await notice?.(account.uid, "passkey-added");
        return Response.json({ passkey: toAnswer(passkey) });
      },
      maxAnswerBytes,
    ),
    endpoint(
      "POST",
      "/api/passkeys/sign-in-options",
      async (request) => tooOften(request) ?? Response.json(await passkeys.signInOptions()),
    ),
    endpoint(
      "POST",
      "/api/passkeys/sign-in",
      async (request) => {
        const refused = tooOften(request);
        if (refused !== undefined) return refused;
        const { success, data } = signIn.safeParse(parseJson(request.body));
        if (!success) return invalid("Send {answer} as JSON.");
        const uid = await passkeys.signIn(data.answer);
        return Response.json({ customToken: await backend.createCustomToken(uid) });
      },
      maxAnswerBytes,
    ),
    endpoint("POST", "/api/passkeys/rename", async (request) => {
      const account = await changer(request, false);
      if (account instanceof Response) return account;
      const { success, data } = renaming.safeParse(parseJson(request.body));
      if (!success) return invalid("A name has 1 to 80 characters.");
      await passkeys.rename(account.uid, data.id, data.name);
      return new Response(null, { status: 204 });
    }),
    endpoint("POST", "/api/passkeys/delete", async (request) => {
      const account = await changer(request, true);
      if (account instanceof Response) return account;
      const { success, data } = removal.safeParse(parseJson(request.body));
      if (!success) return invalid("Send {id} as JSON.");
      const accepted = await passkeys.remove(account, data.id);
      await notice?.(account.uid, "passkey-removed");
      return Response.json(accepted);
    }),
  ];
}

/** No key: the browser has no use for it. */
function toAnswer(passkey: StoredPasskey) {
  const { id: own, name: shown, backedUp, createdAt, lastUsedAt } = passkey;
  return { id: own, name: shown, backedUp, createdAt, lastUsedAt };
}

function invalid(sentence: string): Response {
  return apiError(400, "invalid-request", sentence);
}

const refusals: Record<PasskeyRefusal, () => Response> = {
  impossible: () =>
    apiError(
      409,
      "passkeys-impossible",
      "Passkeys need https and a host name; this site's address has not both.",
    ),
  // An unknown key, a wrong one, a disabled account and a late answer are all alike.
  refused: () =>
    apiError(
      403,
      "passkey-refused",
      "This passkey was not accepted. Try again, or sign in another way.",
    ),
  "known-already": () => apiError(409, "passkey-known", "This passkey is in use here already."),
  "too-many": () =>
    apiError(409, "too-many-passkeys", `At most ${maxPasskeys} passkeys. Remove one first.`),
  "not-found": () => apiError(404, "not-found", "This passkey is gone already."),
  "last-way-in": () =>
    apiError(
      409,
      "last-way-in",
      "This is the only way into your account. Set a password or add another passkey first.",
    ),
  "unproved-address": () =>
    apiError(409, "unproved-address", "Confirm your e-mail address first, then add a passkey."),
  busy: () => apiError(409, "busy", "Something else was changed at the same time. Try again."),
};
