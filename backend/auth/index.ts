/**
 * The embedded sign-in service: accounts, sessions and tokens over Identity Toolkit, Secure Token and OAuth's token
 * endpoint. It opens no port; the wiring routes requests to it.
 */
import { randomInt } from "node:crypto";
import type { Authenticate, RequestFacts } from "../http/index.ts";
import type { Log, SqlitePort } from "../sqlite/index.ts";
import {
  type AttemptLimits,
  DEFAULT_LIMITS,
  createAttemptLimiter,
} from "./limits/attempt-limits.ts";
import type { AuthMail, AuthMailKind, AuthMailer } from "./codes/auth-mail.ts";
import type { AuthContext } from "./auth-context.ts";
import { createAuthMails } from "./codes/mail-out.ts";
import { type CommitNote, isRevocation } from "./commit-notes.ts";
import { openConfig } from "./config/auth-config.ts";
import { createAuthHttp } from "./http/auth-http.ts";
import type { AuthOperations } from "./auth-operations.ts";
import { type ProvedIdentity, createIdpCredential } from "./identities/idp-credential.ts";
import { createAuthenticate } from "./sessions/authenticate.ts";
import { createCustomToken } from "./tokens/custom-token.ts";
import { readKeyFile, writeKeyFile } from "./sealing/key-file.ts";
import { openNotedSealing } from "./sealing/open-noted-sealing.ts";
import { createPasswordHasher } from "./passwords/password-hasher.ts";
import { readPendingSignIn } from "./second-factors/pending-credential.ts";
import { createServiceAccountUse } from "./service-accounts/service-account-use.ts";
import {
  type ServiceAccountInfo,
  type ServiceAccountKey,
  type ServiceAccounts,
  createServiceAccounts,
} from "./service-accounts/service-accounts.ts";
import { REVOCATION_KEPT_MS } from "./sessions/revocation-store.ts";
import { MAX_REVOCATIONS_KNOWN, createRevocations } from "./sessions/revocations.ts";
import { createTellingPort } from "./telling-port.ts";
import { openSigningKeys } from "./tokens/signing-keys.ts";
import { createTokenVerifier } from "./tokens/token-verifier.ts";
import { createWorkAside } from "./work-aside.ts";

export type {
  AttemptLimits,
  AuthMail,
  AuthMailKind,
  AuthMailer,
  AuthOperations,
  ProvedIdentity,
  ServiceAccountInfo,
  ServiceAccountKey,
  ServiceAccounts,
};

export { readKeyFile, writeKeyFile };

const KEYS_TURN_MS = 10 * 60 * 1000;

/** Who has tokens that were good and are not any more: one account, whoever acts as an administrator, everybody. */
export type Revoked = { uid: string } | "admins" | "everybody";

/** More of an account than the times of its use is not as it was, or it is new; or it is no more. */
export type AccountChange = { uid: string; deleted: boolean };

/** For `openSqlite`. */
export const authModule = new URL("./auth-operations.ts", import.meta.url);

export type AuthService = {
  /** `/identitytoolkit.googleapis.com/…`, `/securetoken.googleapis.com/…`, `/token`, `/.well-known/jwks.json` */
  fetch: (request: Request, facts: RequestFacts) => Promise<Response>;
  /** `/identitytoolkit.googleapis.com/v1/projects/{p}/accounts…` for the server's own code, without a token. */
  adminFetch: (request: Request) => Promise<Response>;
  /** Also throws StoreError: then nothing is known about the credential. */
  authenticate: Authenticate;
  /**
   * Signs somebody in who proved to the server's own code who they are: once, within two minutes. The account is there.
   * @throws OperationError when the uid or the claims cannot be used
   */
  createCustomToken: (uid: string, claims?: Record<string, unknown>) => Promise<string>;
  /**
   * For the SDK's `OAuthCredential`, after the server's own code has verified who somebody is at another provider; see
   * identities/idp-credential.ts.
   * @throws OperationError
   */
  createIdpCredential: (identity: ProvedIdentity) => Promise<string>;
  /** Whose sign-in waits for a second factor. @throws OperationError when it does not wait any more */
  pendingSignIn: (credential: string) => Promise<{ uid: string }>;
  /** What a timer does every few minutes: the next signing key when it is due, the end of an old one. */
  turnSigningKeys: () => Promise<void>;
  /** For an emergency: tokens of before are refused at once. People go on with their refresh tokens. */
  rotateSigningKey: () => Promise<void>;
  /** Ends timers and threads, and what nobody waits for; the store is closed by who opened it. */
  close: () => Promise<void>;
} & ServiceAccounts;

/** @throws Error that says what to do when the signing key is missing, damaged or not the one of this data. */
export async function createAuthService(deps: {
  sqlite: SqlitePort<AuthOperations>;
  /** The folder of the signing key. */
  keysDir: string;
  projectId: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
  /** Makes uids. */
  ids?: () => string;
  limits?: Partial<AttemptLimits>;
  /** Without it, what would send a mail is not allowed. */
  mailer?: AuthMailer;
  /** Where the links of mails lead, e.g. `https://example.com/forgot-password`. */
  actionUrl?: () => string;
  /** Stands in the links of mails; of the app's options. */
  apiKey?: string;
  /** Called when the change is on the disk, before anybody is answered. Must not throw. */
  onRevoked?: (revoked: Revoked) => void;
  /** Of an account that was deleted; called as `onRevoked`. */
  onDeleted?: (uid: string) => void;
  /** Called as `onRevoked`, once for an account in a commit. */
  onChanged?: (change: AccountChange) => void;
}): Promise<AuthService> {
  const { projectId, clock, log } = deps;
  const nowMs = () => Math.floor(clock());
  const loaded = await deps.sqlite.read("auth.revocations", {
    sinceMs: nowMs() - REVOCATION_KEPT_MS,
    limit: MAX_REVOCATIONS_KNOWN,
  });
  const revocations = createRevocations(loaded, clock);
  const mails = createAuthMails(deps.mailer, log);
  const aside = createWorkAside();
  const sqlite = createTellingPort(deps.sqlite, (notes) => {
    revocations.note(notes.flatMap((note) => (isRevocation(note) ? [note] : [])));
    for (const note of notes) tell(note);
    if (deps.onChanged !== undefined) changesIn(notes).forEach(deps.onChanged);
  });
  function tell(note: CommitNote): void {
    if ("uid" in note) deps.onRevoked?.({ uid: note.uid });
    if ("serviceAccount" in note) deps.onRevoked?.("admins");
    if ("deletedUid" in note) deps.onDeleted?.(note.deletedUid);
    if ("voidMails" in note) mails.forget(note.voidMails);
  }
  const keys = await openSigningKeys({ sqlite, keysDir: deps.keysDir, nowMs });
  await keys.turn();
  const verify = createTokenVerifier({ projectId, keys, clock });
  const context: AuthContext = {
    sqlite,
    projectId,
    keys,
    log,
    verify,
    passwords: createPasswordHasher(),
    sealing: await openNotedSealing(sqlite, deps.keysDir, nowMs()),
    limiter: createAttemptLimiter({ ...DEFAULT_LIMITS, ...deps.limits }, clock),
    config: await openConfig(sqlite, { hasMailer: mails.isOn }),
    mails,
    aside,
    actionUrl: deps.actionUrl,
    apiKey: deps.apiKey,
    nowMs,
    newUid: deps.ids ?? randomUid,
  };
  const useServiceAccount = createServiceAccountUse({ sqlite, nowMs, log, aside });
  const authenticate = createAuthenticate({ verify, revocations, sqlite, useServiceAccount });
  const turnSigningKeys = () => keys.turn();
  const timer = setInterval(() => {
    const turned = turnSigningKeys().catch((error: unknown) => {
      log.error({ err: error }, "The signing keys could not be looked after; the next try follows");
    });
    aside.start(turned);
  }, KEYS_TURN_MS);
  timer.unref();
  return {
    ...createAuthHttp(context, authenticate, log),
    authenticate,
    createCustomToken: (uid, claims) => createCustomToken(context, uid, claims),
    createIdpCredential: (identity) => createIdpCredential(context, identity),
    pendingSignIn: (credential) => readPendingSignIn(context, credential),
    ...createServiceAccounts(context),
    turnSigningKeys,
    async rotateSigningKey() {
      try {
        await keys.rotateNow();
      } finally {
        // Also when only an old file could not be removed: the key has changed by then.
        deps.onRevoked?.("everybody");
      }
    },
    async close() {
      clearInterval(timer);
      await context.passwords.close();
      await aside.settled();
      await mails.settled();
    },
  };
}

function changesIn(notes: readonly CommitNote[]): AccountChange[] {
  const changes = new Map<string, AccountChange>();
  for (const note of notes) {
    if ("changedUid" in note)
      changes.set(note.changedUid, { uid: note.changedUid, deleted: false });
    if ("deletedUid" in note) changes.set(note.deletedUid, { uid: note.deletedUid, deleted: true });
  }
  return [...changes.values()];
}

/** As long as Firebase's own. */
function randomUid(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length: 28 }, () => letters[randomInt(letters.length)]).join("");
}
