/** The server's forms of Identity Toolkit, and the proof of ID tokens, over an injected fetch. */
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import { BackendError } from "#lib/server-backend.ts";
import type {
  Account,
  AccountSession,
  AuthConfig,
  AuthEvent,
  ServerBackend,
} from "#lib/server-backend.ts";
import { createAccountsCall } from "./accounts-client-call.ts";
import { nestedConfig } from "./accounts-client-config.ts";
import { refuseServerClaims } from "./server-claims.ts";

export type AccountsClient = Pick<
  ServerBackend,
  | "verifyIdToken"
  | "listAccounts"
  | "getAccount"
  | "getAccounts"
  | "findAccountByEmail"
  | "createAccount"
  | "updateAccount"
  | "deleteAccount"
  | "createPasswordResetLink"
  | "setClaims"
  | "listSessions"
  | "endSession"
  | "revokeSessions"
  | "removeSecondFactors"
  | "listAuthEvents"
  | "authConfig"
  | "setAuthConfig"
>;

/** Milliseconds, which Google writes as text, or an instant. */
type WireTime = string | number;

type WireAccount = {
  localId: string;
  email?: string;
  emailVerified?: boolean;
  displayName?: string;
  photoUrl?: string;
  providerUserInfo?: { providerId: string; email?: string }[];
  disabled?: boolean;
  createdAt?: WireTime;
  lastLoginAt?: WireTime;
  mfaInfo?: unknown[];
  customAttributes?: string;
  /** Seconds since 1970: who signed in before has been signed out. */
  validSince?: string;
  /** Firebase has none. */
  waysInSince?: WireTime;
};

type WireSession = {
  sessionId: string;
  device?: string | null;
  network?: string | null;
  provider: string;
  createdAt: WireTime;
  lastUsedAt: WireTime;
};

type WireEvent = Omit<AuthEvent, "id" | "at" | "uid" | "network"> & {
  eventId: string;
  /** RFC 3339. */
  time: string;
  uid?: string;
  network?: string;
};

const maxPageSize = 1000;

export function createAccountsClient(options: {
  baseUrl: string;
  keysUrl: string;
  projectId: string;
  /** Firebase has no list of sessions. */
  hasSessions?: boolean;
  fetch: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  clock: () => number;
}): AccountsClient {
  const { baseUrl, keysUrl, projectId, hasSessions = false, fetch, clock } = options;
  const call = createAccountsCall({ baseUrl, projectId, fetch });
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    [customFetch]: (url, init) => fetch(new Request(url, init)),
  });

  async function lookUpAll(by: { localId: string[] } | { email: string[] }): Promise<Account[]> {
    const { users = [] } = await call<{ users?: WireAccount[] }>("accounts:lookup", by);
    return users.map(toAccount);
  }

  async function lookUp(by: { localId: [string] } | { email: [string] }): Promise<Account | null> {
    return (await lookUpAll(by))[0] ?? null;
  }

  async function verify(token: string): ReturnType<ServerBackend["verifyIdToken"]> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ["RS256"],
        audience: projectId,
        issuer: `https://securetoken.google.com/${projectId}`,
        currentDate: new Date(clock()),
        requiredClaims: ["exp", "iat", "auth_time", "sub"],
      });
      if (typeof payload.sub !== "string" || payload.sub === "") {
        throw new errors.JWTInvalid("sub is missing");
      }
      return { uid: payload.sub, claims: payload };
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
        throw new BackendError("UNAVAILABLE", "The keys of ID tokens could not be read.", error);
      }
      throw new BackendError("UNAUTHENTICATED", "The ID token is not valid.", error);
    }
  }

  /** As `checkRevoked` of the official libraries for servers. */
  async function refuseRevoked(uid: string, authTime: unknown): Promise<void> {
    const lookup = { localId: [uid] };
    const { users = [] } = await call<{ users?: WireAccount[] }>("accounts:lookup", lookup);
    const isIn =
      users[0] !== undefined &&
      users[0].disabled !== true &&
      Number(authTime) >= Number(users[0].validSince ?? 0);
    if (!isIn) throw new BackendError("UNAUTHENTICATED", "The session has ended.");
  }

  const nowInSeconds = () => String(Math.floor(clock() / 1000));

  function sessionsOf(uid: string): string {
    if (!hasSessions) {
      throw new BackendError("UNIMPLEMENTED", "Firebase has no list of an account's sessions.");
    }
    return `accounts/${encodeURIComponent(uid)}/sessions`;
  }

  return {
    async verifyIdToken(token, { checkRevoked = false } = {}) {
      const verified = await verify(token);
      if (checkRevoked) await refuseRevoked(verified.uid, verified.claims["auth_time"]);
      return verified;
    },
    async listAccounts({ token = "", size = maxPageSize } = {}) {
      const query = new URLSearchParams({ maxResults: String(size), nextPageToken: token });
      const { users = [], nextPageToken = "" } = await call<{
        users?: WireAccount[];
        nextPageToken?: string;
      }>(`accounts:batchGet?${query}`);
      return {
        accounts: users.map(toAccount),
        next: nextPageToken === "" ? undefined : nextPageToken,
      };
    },
    getAccount: (uid) => lookUp({ localId: [uid] }),
    async getAccounts(uids) {
      if (uids.length === 0) return [];
      const found = new Map((await lookUpAll({ localId: uids })).map((each) => [each.uid, each]));
      return uids.flatMap((uid) => found.get(uid) ?? []);
    },
    findAccountByEmail: (email) => lookUp({ email: [email] }),
    async createAccount(account) {
      const { localId } = await call<{ localId: string }>("accounts", account);
      const created = await lookUp({ localId: [localId] });
      if (created === null) throw new BackendError("ABORTED", "The account is gone already.");
      return created;
    },
    async updateAccount(uid, { disabled, ...changes }) {
      const disableUser = disabled === undefined ? {} : { disableUser: disabled };
      // In the same step: who was in must not be in again when the account is enabled.
      const ending = disabled === true ? { validSince: nowInSeconds() } : {};
      const deleteAttribute = [
        ...(changes.displayName === null ? ["DISPLAY_NAME"] : []),
        ...(changes.photoUrl === null ? ["PHOTO_URL"] : []),
      ];
      const removing = deleteAttribute.length > 0 ? { deleteAttribute } : {};
      const body = { localId: uid, ...changes, ...disableUser, ...ending, ...removing };
      await call("accounts:update", withoutNulls(body));
    },
    async deleteAccount(uid) {
      await call("accounts:delete", { localId: uid });
    },
    async createPasswordResetLink(email) {
      const { oobLink } = await call<{ oobLink: string }>("accounts:sendOobCode", {
        requestType: "PASSWORD_RESET",
        email,
        returnOobLink: true,
      });
      return oobLink;
    },
    async setClaims(uid, claims) {
      refuseServerClaims(claims);
      await call("accounts:update", { localId: uid, customAttributes: JSON.stringify(claims) });
    },
    async listSessions(uid) {
      const { sessions = [] } = await call<{ sessions?: WireSession[] }>(sessionsOf(uid));
      return sessions.map(toSession);
    },
    async endSession(uid, sessionId) {
      const path = `${sessionsOf(uid)}/${encodeURIComponent(sessionId)}`;
      await call(path, undefined, { method: "DELETE" });
    },
    async revokeSessions(uid) {
      await call("accounts:update", { localId: uid, validSince: nowInSeconds() });
    },
    async removeSecondFactors(uid) {
      // Without enrollments it has none any more.
      await call("accounts:update", { localId: uid, mfa: {} });
    },
    async listAuthEvents({ uid, limit, before }) {
      if (!hasSessions) {
        throw new BackendError(
          "UNIMPLEMENTED",
          "Firebase has no list of what happened to accounts.",
        );
      }
      const query = new URLSearchParams({ pageSize: String(limit) });
      if (uid !== undefined) query.set("uid", uid);
      if (before !== undefined) query.set("pageToken", before);
      const { auditEvents } = await call<{ auditEvents: WireEvent[] }>(`auditEvents?${query}`);
      return auditEvents.map(toAuthEvent);
    },
    authConfig: () => call<AuthConfig>("config", undefined, { version: "v2" }),
    setAuthConfig(values) {
      const query = new URLSearchParams({ updateMask: Object.keys(values).join(",") });
      const options = { method: "PATCH", version: "v2" } as const;
      return call<AuthConfig>(`config?${query}`, nestedConfig(values), options);
    },
  };
}

function toAccount(account: WireAccount): Account {
  const { localId, email = null, displayName = null, customAttributes = "{}" } = account;
  return {
    uid: localId,
    email,
    emailVerified: account.emailVerified === true,
    displayName,
    photoUrl: account.photoUrl ?? null,
    disabled: account.disabled === true,
    createdAt: toMs(account.createdAt ?? 0),
    lastLoginAt: toTime(account.lastLoginAt),
    hasSecondFactor: (account.mfaInfo ?? []).length > 0,
    providers: (account.providerUserInfo ?? []).map((provider) => ({
      providerId: provider.providerId,
      email: provider.email ?? null,
    })),
    waysInSince: toMs(account.waysInSince ?? 0),
    validSince: Number(account.validSince ?? 0) * 1000,
    claims: JSON.parse(customAttributes) as Account["claims"],
  };
}

/** Google writes 0 for an account that nobody has signed in to. */
function toTime(time: WireTime | undefined): number | null {
  const ms = toMs(time ?? 0);
  return ms === 0 ? null : ms;
}

function toMs(time: WireTime): number {
  const ms = Number(time);
  return Number.isNaN(ms) ? Date.parse(String(time)) : ms;
}

function toSession(session: WireSession): AccountSession {
  const { sessionId, device = null, network = null, provider, createdAt, lastUsedAt } = session;
  return {
    id: sessionId,
    device,
    network,
    provider,
    createdAt: toMs(createdAt),
    lastUsedAt: toMs(lastUsedAt),
  };
}

function toAuthEvent({ eventId, time, uid, network, ...event }: WireEvent): AuthEvent {
  const at = Date.parse(time);
  return { ...event, id: eventId, at, uid: uid ?? null, network: network ?? null };
}

function withoutNulls(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
