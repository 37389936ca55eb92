/** A Storage service with a database, a folder and an HTTP server of its own, for tests. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { deleteApp, initializeApp } from "firebase/app";
import { type FirebaseStorage, connectStorageEmulator, getStorage } from "firebase/storage";
import { CredentialError, type SignedIn } from "../../http/index.ts";
import { type Log, openSqlite, silentLog } from "../../sqlite/index.ts";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import {
  type StorageOperations,
  type StorageOptions,
  createStorageService,
  storageModule,
} from "../index.ts";
import type { DocumentOperations } from "./document-operations.ts";

export const BUCKET = "test-bucket";

const RULES = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /public/{path=**} {
      allow get: if true;
      allow list, write: if request.auth != null;
    }
    match /users/{uid}/{path=**} {
      allow read, write: if request.auth != null && request.auth.uid == uid;
    }
    match /open/{path=**} {
      allow read, write: if true;
    }
    match /small/{name} {
      allow create: if request.resource.size <= 10;
    }
    match /once/{name} {
      allow create: if true;
      allow get: if true;
    }
    match /chat/{room}/{path=**} {
      allow read, write: if request.auth != null
        && firestore.exists(/databases/(default)/documents/memberships/$('chat_' + room + '_' + request.auth.uid));
    }
  }
}
`;

/** The token of each is the name; besides there are as many as are needed: user1, user2 … */
const CLIENTS: Record<string, SignedIn> = {
  ada: { uid: "ada", token: { sub: "ada" } },
  bob: { uid: "bob", token: { sub: "bob" } },
};

export type OpenStorage = Awaited<ReturnType<typeof openStorage>>;

export async function openStorage(
  options: StorageOptions & {
    dir?: string;
    rules?: string;
    clock?: () => number;
    log?: Log;
    every?: (intervalMs: number, work: () => Promise<void>) => () => void;
  } = {},
) {
  const ownDir = options.dir === undefined ? createTempDir() : undefined;
  const dir = options.dir ?? ownDir?.path ?? "";
  const filesDir = join(dir, "files");
  const log = options.log ?? silentLog;
  const rules = { file: "test.rules", text: options.rules ?? RULES };
  const sqlite = await openSqlite<StorageOperations & DocumentOperations>({
    path: join(dir, "test.sqlite"),
    modules: [
      { url: storageModule, settings: { rules, readDocument: "test.readDocument" } },
      { url: new URL("./document-operations.ts", import.meta.url) },
    ],
    log,
  });
  const service = await createStorageService({
    sqlite,
    filesDir,
    bucket: BUCKET,
    clock: options.clock ?? Date.now,
    log,
    options,
    laterMs: () => 0,
    ...(options.every && { every: options.every }),
    async authenticate(credential) {
      if (credential === "outage") throw new Error("The keys cannot be read.");
      if (/^user\d+$/.test(credential)) return { uid: credential, token: { sub: credential } };
      const client = Object.hasOwn(CLIENTS, credential) ? CLIENTS[credential] : undefined;
      if (client === undefined) throw new CredentialError("invalid", "Nobody has this token.");
      return client;
    },
  });
  const server = createServer(
    createRequestListener((request) => service.fetch(request, { client: "127.0.0.1", origin })),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  const app = initializeApp({ storageBucket: BUCKET, projectId: "test" }, origin);
  // So that a wrong 5xx fails a test and does not hang it.
  const sdk: FirebaseStorage = getStorage(app);
  connectStorageEmulator(sdk, "127.0.0.1", port);
  sdk.maxOperationRetryTime = 4000;
  sdk.maxUploadRetryTime = 4000;

  /** `token` null is nobody; `path` is below the bucket's `/o`. */
  function ask(token: string | null, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set("authorization", `Firebase ${token}`);
    return fetch(`${origin}/v0/b/${BUCKET}/o${path}`, { ...init, headers });
  }

  return {
    dir,
    filesDir,
    origin,
    port,
    sqlite,
    service,
    sdk,
    ask,
    upload(
      token: string | null,
      name: string,
      content: string | Uint8Array = "content",
      metadata: object = {},
    ) {
      return ask(token, `?name=${encodeURIComponent(name)}`, multipart(content, metadata));
    },
    adminUpload(name: string, content: string, metadata: object = {}) {
      return service.adminFetch(
        new Request(
          `http://local/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`,
          multipart(content, metadata),
        ),
      );
    },
    /** Of everything in the folder of files. */
    files: () =>
      readdirSync(filesDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    async [Symbol.asyncDispose]() {
      await deleteApp(app);
      await service.close();
      server.closeAllConnections();
      server.close();
      await sqlite.close();
      ownDir?.[Symbol.dispose]();
    },
  };
}

/** As the SDK sends it. */
export function multipart(
  content: string | Uint8Array,
  metadata: object = {},
  boundary = "0123456789",
) {
  return {
    method: "POST",
    headers: {
      "x-goog-upload-protocol": "multipart",
      "content-type": `multipart/related; boundary=${boundary}`,
    },
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n` +
          `${JSON.stringify(metadata)}\r\n--${boundary}\r\n` +
          "Content-Type: application/octet-stream\r\n\r\n",
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--`),
    ]),
  };
}
