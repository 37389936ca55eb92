/** An account's sessions: seen and ended by the person, or by an administrator. Identity Toolkit has nothing like it. */
import { readActingUser } from "../accounts/acting-user.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { describeDevice } from "./describe-device.ts";
import type { StoredSession } from "./session-store.ts";
import type { Client } from "./sessions.ts";

/** `accounts:listSessions {idToken}`, newest first. */
export async function listSessions(context: AuthContext, body: Body) {
  const { account, token } = await readActingUser(context, body);
  const sessions = await context.sqlite.read("auth.sessions", {
    uid: account.uid,
    nowMs: context.nowMs(),
  });
  return {
    kind: "identitytoolkit#ListSessionsResponse",
    sessions: sessions.map((session) => ({
      ...toWire(session),
      current: session.id === token.sid,
    })),
  };
}

/** `accounts:endSession {idToken, sessionId}`; also the own one. @throws SESSION_NOT_FOUND */
export async function endSession(context: AuthContext, body: Body, client: Client) {
  const { account } = await readActingUser(context, body);
  const { uid } = account;
  const by = { actor: `uid:${uid}`, network: client.address };
  await end(context, uid, readString(body, "sessionId") ?? "", by);
  return { kind: "identitytoolkit#EndSessionResponse" };
}

/** `accounts:endOtherSessions {idToken}` */
export async function endOtherSessions(context: AuthContext, body: Body, client: Client) {
  const { account, token } = await readActingUser(context, body);
  const { uid } = account;
  // A token of an earlier version does not say which one is its own.
  if (token.sid === undefined) throw refusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  const endedCount = await context.sqlite.write("auth.endOtherSessions", {
    uid,
    sessionId: token.sid,
    by: { actor: `uid:${uid}`, network: client.address },
    nowMs: context.nowMs(),
  });
  return { kind: "identitytoolkit#EndSessionsResponse", endedCount };
}

/** `GET projects/{p}/accounts/{uid}/sessions` @throws USER_NOT_FOUND */
export async function adminListSessions(context: AuthContext, uid: string) {
  const sessions = await context.sqlite.read("auth.sessions", { uid, nowMs: context.nowMs() });
  return { sessions: sessions.map(toWire) };
}

/** `DELETE projects/{p}/accounts/{uid}/sessions/{sid}` @throws SESSION_NOT_FOUND */
export async function adminEndSession(
  context: AuthContext,
  { uid, sessionId, actor }: { uid: string; sessionId: string; actor: string },
) {
  await end(context, uid, sessionId, { actor, network: null });
  return {};
}

async function end(
  context: AuthContext,
  uid: string,
  sessionId: string,
  by: { actor: string; network: string | null },
): Promise<void> {
  const input = { uid, sessionId, by, nowMs: context.nowMs() };
  const hasEnded = await context.sqlite.write("auth.endSession", input);
  if (!hasEnded) throw refusal("SESSION_NOT_FOUND");
}

function toWire(session: StoredSession) {
  const { id, device, network, createdAt, lastUsedAt, authTimeS, provider, secondFactor } = session;
  return {
    sessionId: id,
    device: describeDevice(device),
    ...(device !== null && { userAgent: device }),
    ...(network !== null && { network }),
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: new Date(lastUsedAt).toISOString(),
    authTime: new Date(authTimeS * 1000).toISOString(),
    provider,
    secondFactor: secondFactor !== null,
  };
}
