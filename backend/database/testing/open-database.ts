/** A database of its own behind a real server, for tests. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { WebSocket } from "ws";
import { CredentialError, type SignedIn } from "../../http/index.ts";
import { type Log, type SqlitePort, openSqlite, silentLog } from "../../sqlite/index.ts";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import {
  type DatabaseCommitEvent,
  type DatabaseOperations,
  createDatabaseService,
  databaseModule,
} from "../index.ts";
import { type RawClient, openRawClient } from "./raw-client.ts";

const OPEN_RULES = { rules: { ".read": true, ".write": true } };

// Answers are JSON of many shapes; a test says what it expects of them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; body: any; etag: string | null };

type Options = {
  rules?: object;
  clock?: () => number;
  log?: Log;
  /** Who is signed in with which token; "temporary" fails as a server that is starting does. */
  clients?: Record<string, SignedIn | "admin">;
  maxSocketsPerClient?: number;
  /** A folder that is kept; without it there is a new one. */
  folder?: string;
  /** Every write waits for it before it reaches the store. */
  beforeWrite?: () => Promise<void>;
  /** Every value that is asked for once waits for it before it is asked of the store. */
  beforeGet?: () => Promise<void>;
  /** Every sign-in waits for it. */
  beforeSignIn?: () => Promise<void>;
  /** What the process in front says of every socket, instead of the truth. */
  socketOrigin?: string;
};

export async function openDatabase(options: Options = {}) {
  const dir = options.folder === undefined ? createTempDir() : undefined;
  const log = options.log ?? silentLog;
  const rules = { file: "test.rules.json", text: JSON.stringify(options.rules ?? OPEN_RULES) };
  const sqlite = await openSqlite<DatabaseOperations>({
    path: join(options.folder ?? dir?.path ?? "", "test.sqlite"),
    modules: [{ url: databaseModule, settings: { rules } }],
    log,
  });
  const clients = new Map(Object.entries(options.clients ?? {}));
  const port: SqlitePort<DatabaseOperations> = {
    async read(name, input) {
      if (name === "database.get") await options.beforeGet?.();
      return sqlite.read(name, input);
    },
    async write(name, ...call) {
      if (name === "database.write") await options.beforeWrite?.();
      return sqlite.write(name, ...call);
    },
  };
  const service = await createDatabaseService({
    sqlite: options.beforeWrite === undefined && options.beforeGet === undefined ? sqlite : port,
    projectId: "foyer",
    clock: options.clock ?? Date.now,
    log,
    authenticate: async (credential) => {
      await options.beforeSignIn?.();
      if (credential === "temporary") throw new Error("The key store is not there yet.");
      if (credential === "expired") throw new CredentialError("expired", "The token has expired.");
      const client = clients.get(credential);
      if (client === undefined) throw new CredentialError("invalid", "Nobody has this token.");
      return client;
    },
    ...(options.maxSocketsPerClient === undefined
      ? {}
      : { maxSocketsPerClient: options.maxSocketsPerClient }),
  });
  const commits: DatabaseCommitEvent[] = [];
  service.onCommit((event) => commits.push(event));
  const server = createServer((_request, response) => response.end());
  server.on("upgrade", (request, socket, head) => {
    const client = String(request.headers["x-test-client"] ?? "127.0.0.1");
    const facts = { client, origin: options.socketOrigin ?? origin() };
    service.upgrade(request, socket, head, facts);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const raws: RawClient[] = [];

  async function send(
    as: "admin" | "client",
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const [pathname, search] = path.split("?");
    const request = new Request(`http://test/${pathname}.json?${search ?? ""}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const facts = { client: "127.0.0.1", origin: origin() };
    const response = await (as === "admin"
      ? service.adminFetch(request)
      : service.fetch(request, facts));
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      etag: response.headers.get("etag"),
    };
  }

  return {
    service,
    sqlite,
    commits,
    origin,
    /** The token is refused from now on. */
    revoke: (token: string) => void clients.delete(token),
    url: () => `${origin()}?ns=foyer`,
    /** As the server itself. */
    admin: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      send("admin", method, path, body, headers),
    /** As a client, who signs in by a header or `?auth=`. */
    rest: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      send("client", method, path, body, headers),
    value: async (path: string) => (await send("admin", "GET", path)).body,
    /** @param address by which the server knows the client */
    async raw(token?: string, address = "127.0.0.1"): Promise<RawClient> {
      const headers = { "x-test-client": address };
      const url = `${origin()}/.ws?v=5&ns=foyer`;
      const client = await openRawClient(new WebSocket(url, { headers }));
      raws.push(client);
      if (token !== undefined) await client.ask("auth", { cred: token });
      return client;
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      server.close();
      server.closeAllConnections();
      await sqlite.close();
      dir?.[Symbol.dispose]();
    },
  };
}
