/** A sign-in service on a data folder of its own, for tests. */
import { join } from "node:path";
import { type Log, openSqlite, silentLog } from "../../sqlite/index.ts";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import {
  type AccountChange,
  type AttemptLimits,
  type AuthMailer,
  type AuthOperations,
  type AuthService,
  type Revoked,
  authModule,
  createAuthService,
} from "../index.ts";
import { DEFAULT_LIMITS } from "../limits/attempt-limits.ts";

export const PROJECT = "p";
export const ORIGIN = "http://auth.test";
export const PASSWORD = "correct horse";

// Bodies and answers are JSON of many shapes; a test says what it expects of them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;
export type Answer = { status: number; headers: Headers; text: string; body: Json };

/** Far above what a test tries. */
const NO_LIMITS = Object.fromEntries(
  Object.entries(DEFAULT_LIMITS).map(([name, limit]) => [
    name,
    "count" in limit ? { count: 1e6, windowMs: 1 } : { ...limit, free: 1e6 },
  ]),
) as AttemptLimits;

type Options = {
  nowMs?: number;
  log?: Log;
  limits?: Partial<AttemptLimits>;
  ids?: () => string;
  projectId?: string;
  mailer?: AuthMailer;
  actionUrl?: () => string;
  apiKey?: string;
  onRevoked?: (revoked: Revoked) => void;
  onChanged?: (change: AccountChange) => void;
};

/** Opens the service on a folder that outlives it. Close the service before opening the folder again. */
export async function openAuthAt(dir: string, options: Options = {}) {
  const log = options.log ?? silentLog;
  /** `tickMs`: by so much it goes on each time that it is looked at. */
  const time = { nowMs: options.nowMs ?? Date.now(), tickMs: 0 };
  const sqlite = await openSqlite<AuthOperations>({
    path: join(dir, "test.sqlite"),
    modules: [{ url: authModule }],
    log,
  });
  let service: AuthService;
  try {
    service = await createAuthService({
      sqlite,
      keysDir: join(dir, "keys"),
      projectId: options.projectId ?? PROJECT,
      clock: () => (time.nowMs += time.tickMs),
      log,
      limits: options.limits ?? NO_LIMITS,
      ...(options.ids && { ids: options.ids }),
      ...(options.mailer && { mailer: options.mailer }),
      ...(options.actionUrl && { actionUrl: options.actionUrl }),
      ...(options.apiKey !== undefined && { apiKey: options.apiKey }),
      ...(options.onRevoked && { onRevoked: options.onRevoked }),
      ...(options.onChanged && { onChanged: options.onChanged }),
    });
  } catch (error) {
    await sqlite.close();
    throw error;
  }

  async function send(path: string, init: RequestInit = {}, client = "192.0.2.1"): Promise<Answer> {
    const response = await service.fetch(new Request(`${ORIGIN}${path}`, init), {
      client,
      origin: ORIGIN,
    });
    return readAnswer(response);
  }
  const call = (verb: string, body: unknown, client?: string) =>
    send(
      `/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=any`,
      { method: "POST", body: JSON.stringify(body) },
      client,
    );
  async function admin(rest: string, body?: unknown): Promise<Answer> {
    const url = `${ORIGIN}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts${rest}`;
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    return readAnswer(await service.adminFetch(new Request(url, init)));
  }
  /** As of the server's own code; the account is made when it is missing. */
  async function customToken(uid: string, claims: Record<string, unknown> = {}): Promise<string> {
    await admin("", { localId: uid });
    return service.createCustomToken(uid, claims);
  }
  const sendForm = (path: string, form: Record<string, string>) =>
    send(path, { method: "POST", body: new URLSearchParams(form) });

  return {
    sqlite,
    service,
    time,
    send,
    call,
    sendForm,
    signUp: async (email: string, password = PASSWORD) =>
      (await call("signUp", { email, password, returnSecureToken: true })).body,
    /** Somebody's session without the work of a password; a new account when there is none. */
    async enter(uid: string, claims: Record<string, unknown> = {}): Promise<Json> {
      const token = await customToken(uid, claims);
      const { body } = await call("signInWithCustomToken", { token, returnSecureToken: true });
      return { localId: uid, ...body };
    },
    signIn: (email: string, password = PASSWORD, client?: string) =>
      call("signInWithPassword", { email, password, returnSecureToken: true }, client),
    refresh: (refreshToken: string) =>
      sendForm("/securetoken.googleapis.com/v1/token", {
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      }),
    admin,
    customToken,
    /** As the SDK's `deleteUser` needs it. */
    async letPeopleDelete(): Promise<void> {
      const mask = "client.permissions.disabledUserDeletion";
      const url = `${ORIGIN}/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=${mask}`;
      const body = JSON.stringify({ client: { permissions: { disabledUserDeletion: false } } });
      await service.adminFetch(new Request(url, { method: "PATCH", body }));
    },
    /** An administrator's GET or DELETE below the project. */
    async adminAsk(method: "GET" | "DELETE", rest: string): Promise<Answer> {
      const url = `${ORIGIN}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/${rest}`;
      return readAnswer(await service.adminFetch(new Request(url, { method })));
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await sqlite.close();
    },
  };
}

export async function openAuth(options: Options = {}) {
  const dir = createTempDir();
  const auth = await openAuthAt(dir.path, options);
  return {
    ...auth,
    dir: dir.path,
    async [Symbol.asyncDispose]() {
      await auth[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}

export function payloadOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
