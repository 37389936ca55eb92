/**
 * What somebody does with an invite link, all by POST so that the code is in no address: `check` says what it is for,
 * `accept` makes the account where the sign-in service alone would refuse, and `join` gives who is signed in its role.
 */
import * as z from "zod/mini";
import { networkOf } from "#lib/network-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { isVisible, usernameMaxLength, usernameOf } from "#lib/user-record.ts";
import { UserChangeError, grantRole } from "../../accounts/change-user.ts";
import type { Audit } from "../../audit/audit.ts";
import { signedInCaller } from "../../http/admin-caller.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { Log } from "../../log.ts";
import type { Invites } from "../../sign-up/invites.ts";
import { refusalOfAccount } from "./account-refusal.ts";

const code = z.string().check(z.minLength(1), z.maxLength(100));
const onlyCode = z.object({ code });
const newAccount = z.object({
  code,
  email: z.string().check(z.maxLength(320)),
  // The sign-in service says how long it may be; this only bounds what is read.
  password: z.string().check(z.maxLength(4096)),
  name: z.string().check(z.maxLength(usernameMaxLength)),
});

type AcceptBackend = Pick<
  ServerBackend,
  | "verifyIdToken"
  | "createAccount"
  | "getValue"
  | "putValue"
  | "listAccounts"
  | "getAccount"
  | "findAccountByEmail"
  | "setClaims"
  | "updateAccount"
>;

export function createAcceptInviteEndpoints(deps: {
  backend: AcceptBackend;
  invites: Pick<Invites, "check" | "count" | "join" | "given">;
  audit: Pick<Audit, "add">;
  log: Log;
  now: () => number;
}): Endpoint[] {
  const { backend, invites, audit, log, now } = deps;
  const looks = createRateLimit({ burst: 60, perMinute: 30, now });
  // As many accounts as the sign-in service makes for one network within an hour.
  const accounts = createRateLimit({ burst: 100, perMinute: 100 / 60, now });
  const joins = createRateLimit({ burst: 20, perMinute: 10, now });

  async function check({ body, client }: ApiRequest): Promise<Response> {
    const wait = looks.take(networkOf(client));
    if (wait > 0) return tooMany(wait);
    const parsed = onlyCode.safeParse(parseJson(body));
    if (!parsed.success) return apiError(400, "invalid-request", "Send {code}.");
    const invite = await invites.check(parsed.data.code);
    return invite === undefined ? gone() : Response.json({ role: invite.role });
  }

  async function accept({ body, client }: ApiRequest): Promise<Response> {
    const parsed = newAccount.safeParse(parseJson(body));
    if (!parsed.success)
      return apiError(400, "invalid-request", "Send {code, email, password, name}.");
    const wait = accounts.take(networkOf(client));
    if (wait > 0) return tooMany(wait);
    const { email, password, name } = parsed.data;
    const use = await invites.count(parsed.data.code);
    if (use === undefined) return gone();
    let uid: string;
    try {
      const displayName = isVisible(name) ? { displayName: usernameOf(name) } : {};
      ({ uid } = await backend.createAccount({ email, password, ...displayName }));
    } catch (error) {
      const refusal = refusalOfAccount(error);
      // Without an answer it may have been made: the use stays counted.
      if (refusal === undefined) throw error;
      await use.giveBack();
      return refusal;
    }
    try {
      await use.made(uid);
    } catch (error) {
      // Joining counts it once more then: one too few may come in, never one too many.
      log.warn({ err: error, uid }, "who accepted an invite could not be noted");
    }
    return Response.json({ uid });
  }

  async function join({ request, body, client }: ApiRequest): Promise<Response> {
    const wait = joins.take(networkOf(client));
    if (wait > 0) return tooMany(wait);
    const parsed = onlyCode.safeParse(parseJson(body));
    if (!parsed.success) return apiError(400, "invalid-request", "Send {code}.");
    const caller = await signedInCaller(request, backend);
    if (caller instanceof Response) return caller;
    const { uid, claims } = caller;
    const { value: roles } = await backend.getValue(`users/${uid}/roles`);
    if (roles === null || typeof roles !== "object" || Array.isArray(roles)) {
      return apiError(409, "no-record", "Your account is not ready yet. Try again in a moment.");
    }
    const hasIt = roles["editor"] === true || roles["admin"] === true;
    const known = await invites.check(parsed.data.code);
    // An invite of a user gives nothing to who has an account; one that is used up may have been counted for this one.
    if (known?.role === "user" || hasIt) return Response.json({ role: "user" });
    const joined = await invites.join(parsed.data.code, { uid, keys: keysOf(claims) });
    if (joined === undefined) return gone();
    const { invite, isDue } = joined;
    // Whom an admin has made a user again stays one, whatever link they kept.
    if (invite.role === "user" || !isDue) return Response.json({ role: "user" });
    const account = await backend.getAccount(uid);
    if (account === null) return apiError(401, "unauthenticated", "Sign in again.");
    try {
      await audit.add({
        actor: uid,
        action: "invite.accept",
        target: uid,
        details: { invite: invite.id, label: invite.label, role: invite.role },
      });
      await grantRole(backend, account, "editor", new Date(now()));
      await invites.given(invite.id, uid);
    } catch (error) {
      if (!(error instanceof UserChangeError)) throw error;
      return apiError(409, "refused", error.message);
    }
    return Response.json({ role: invite.role });
  }

  const endpoint = (name: string, answer: Endpoint["answer"]): Endpoint => ({
    method: "POST",
    path: `/api/invites/${name}`,
    maxBodyBytes: 16_384,
    answer: orUnavailable(answer),
  });
  return [endpoint("check", check), endpoint("accept", accept), endpoint("join", join)];
}

/** What a provider's sign-in was counted by: see `Invites.take`. */
function keysOf(claims: Record<string, unknown>): string[] {
  const { email, email_verified: isVerified } = claims;
  const byEmail = typeof email === "string" && isVerified === true ? [email.toLowerCase()] : [];
  const { identities } = fieldsOf(claims["firebase"]);
  const byProvider = Object.entries(fieldsOf(identities)).flatMap(([provider, ids]) =>
    Array.isArray(ids) && provider !== "email" ? ids.map((id) => `${provider}:${String(id)}`) : [],
  );
  return [...byEmail, ...byProvider.slice(0, 20)];
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function gone(): Response {
  const text =
    "This invite does not work any more: it has been used, has ended or was taken back. Ask who gave it to you.";
  return apiError(410, "invite-gone", text);
}

function tooMany(seconds: number): Response {
  return apiError(429, "too-many-requests", `Try again in ${seconds} s.`, {
    "Retry-After": String(seconds),
  });
}
