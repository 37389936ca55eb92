/** Who is signed in on one socket, and until when. */
import { keyOfCaller } from "./caller-key.ts";
import { type Authenticate, type Caller, CredentialError, type SignedIn } from "../http/index.ts";
import { invalidToken } from "./errors.ts";

const MAX_CREDENTIAL_CHARS = 16 * 1024;
const MAX_TIMER_MS = 2 ** 31 - 1;
/** A service account's token does not say here when it ends; none lives longer. */
const ADMIN_TTL_MS = 60 * 60 * 1000;

/** Whose tokens may have been revoked. */
export type Concerns = (caller: SignedIn | "admin") => boolean;

export function createSocketAuth(deps: {
  authenticate: Authenticate;
  clock: () => number;
  /** The caller is another now. */
  onChange(): void;
  /** The token's time is over; called before `onChange`. */
  onExpired(): void;
  /** The token is refused now; called before `onChange`. */
  onRevoked(): void;
}) {
  let caller: Caller = null;
  let key = "";
  let version = 0;
  let expiresAtMs = Infinity;
  let timer: NodeJS.Timeout | undefined;
  let credential: string | undefined;
  let signingIn: Promise<void> = Promise.resolve();

  function set(next: Caller, by?: string): void {
    clearTimeout(timer);
    caller = next;
    credential = by;
    key = keyOfCaller(next);
    version += 1;
    expiresAtMs = expiryOf(next, deps.clock());
    deps.onChange();
    armTimer();
  }

  // A token may live longer than a timer can.
  function armTimer(): void {
    if (expiresAtMs === Infinity) return;
    const waitMs = Math.min(Math.max(expiresAtMs - deps.clock(), 0), MAX_TIMER_MS);
    timer = setTimeout(() => {
      refresh();
      if (expiresAtMs !== Infinity) armTimer();
    }, waitMs + 1);
    timer.unref();
  }

  function refresh(): void {
    if (deps.clock() < expiresAtMs) return;
    expiresAtMs = Infinity;
    deps.onExpired();
    set(null);
  }

  async function signIn(body: Record<string, unknown>): Promise<void> {
    const { cred } = body;
    try {
      if (typeof cred !== "string" || cred.length > MAX_CREDENTIAL_CHARS) {
        throw invalidToken("cred must be an ID token.");
      }
      if (cred === "owner") throw invalidToken("There is no such credential.");
      if (Object.hasOwn(body, "authvar") || Object.hasOwn(body, "noauth")) {
        throw invalidToken("Acting as somebody else (authvar, noauth) is not supported.");
      }
      const next = await deps.authenticate(cred);
      if (expiryOf(next, deps.clock()) <= deps.clock()) {
        throw new CredentialError("expired", "The ID token has expired.");
      }
      set(next, cred);
    } catch (error) {
      if (caller !== null) set(null);
      throw error;
    }
  }

  return {
    caller: (): Caller => caller,
    callerKey: () => key,
    version: () => version,
    /** Signs out when the token has expired meanwhile. */
    refresh,
    signOut(): void {
      if (caller !== null) set(null);
    },
    /** Refused, nobody is signed in. @throws OperationError invalid_token, CredentialError; others are temporary */
    signIn(body: Record<string, unknown>): Promise<void> {
      const signedIn = signIn(body);
      signingIn = signedIn.catch(() => {});
      return signedIn;
    },
    /** Checks the token again of a caller who is concerned. Rejects when that cannot be done now. */
    async recheck(concerns: Concerns): Promise<void> {
      // What is being checked may have been looked at too early.
      await signingIn;
      if (caller === null || !concerns(caller)) return;
      const checked = version;
      try {
        await deps.authenticate(credential ?? "");
      } catch (error) {
        if (!(error instanceof CredentialError)) throw error;
        if (version !== checked) return;
        deps.onRevoked();
        set(null);
      }
    },
    close: () => clearTimeout(timer),
  };
}

function expiryOf(caller: Caller, nowMs: number): number {
  if (caller === null) return Infinity;
  if (caller === "admin") return nowMs + ADMIN_TTL_MS;
  const { exp } = caller.token;
  return typeof exp === "number" ? exp * 1000 : Infinity;
}
