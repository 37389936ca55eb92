/** The unmodified Lite SDK against a Firestore service on a real port of this machine. */
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deleteApp, initializeApp } from "firebase/app";
import {
  type Firestore,
  type Settings,
  connectFirestoreEmulator,
  initializeFirestore,
} from "firebase/firestore/lite";
import type { SignedIn } from "../../http/index.ts";
import { createMissingIndexes } from "./add-missing-indexes.ts";
import { FACTS, openDocuments } from "./open-documents.ts";

const OPEN_RULES = `
  rules_version = '2';
  service cloud.firestore {
    match /databases/{database}/documents {
      match /{document=**} { allow read, write; }
    }
  }`;

export type SentRequest = {
  path: string;
  /** The JSON that the SDK sent. */
  body: unknown;
};

type Options = {
  /** Without them everybody may do everything. */
  rules?: string;
  /** Who is signed in with which token. */
  clients?: Record<string, SignedIn>;
  /** Each index that a query lacks is added, and the query asked again. */
  addsIndexes?: boolean;
};

type ClientOptions = {
  /** Without one nobody is signed in. */
  token?: string;
  settings?: Omit<Settings, "host" | "ssl">;
};

export async function openSdk({ addsIndexes = false, rules = OPEN_RULES, clients }: Options = {}) {
  const documents = await openDocuments({ rules, ...(clients && { clients }) });
  const indexes = createMissingIndexes(documents.service);
  const requests: SentRequest[] = [];
  let beforeAnswer: ((request: SentRequest) => Promise<void>) | undefined;

  async function answer(request: Request, sent: SentRequest, outgoing: ServerResponse) {
    await beforeAnswer?.(sent);
    const send = () => documents.service.fetch(request.clone(), FACTS);
    const response = await (addsIndexes ? indexes.ask(send) : send());
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "", `http://${incoming.headers.host}`);
      const body = Buffer.concat(chunks);
      const request = new Request(url, {
        method: incoming.method ?? "GET",
        headers: incoming.headers as Record<string, string>,
        ...(chunks.length > 0 && { body }),
      });
      const sent = {
        path: decodeURIComponent(url.pathname),
        body: chunks.length === 0 ? undefined : JSON.parse(body.toString()),
      };
      requests.push(sent);
      answer(request, sent, outgoing).catch((error: unknown) => {
        // The SDK shows it as the message of its own error.
        outgoing.writeHead(500).end(JSON.stringify({ error: { message: String(error) } }));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const apps: ReturnType<typeof initializeApp>[] = [];
  let roots = 0;

  /** One more browser. */
  function newClient({ token, settings }: ClientOptions = {}): Firestore {
    const app = initializeApp({ apiKey: "any", projectId: "p" }, `client-${crypto.randomUUID()}`);
    apps.push(app);
    if (token === undefined) {
      return initializeFirestore(app, { host: `127.0.0.1:${port}`, ssl: false, ...settings });
    }
    const db = initializeFirestore(app, { ...settings });
    // The SDK's own way to say who is signed in without an Auth service: the text is sent as it is.
    connectFirestoreEmulator(db, "127.0.0.1", port, { mockUserToken: token });
    return db;
  }

  return {
    ...documents,
    port,
    /** What the SDK sent so far, in order. */
    requests,
    lastBody: (): unknown => requests.at(-1)?.body,
    newClient,
    db: newClient(),
    /** A collection at the root that no other test has. */
    newRoot: () => `c${(roots += 1)}`,
    /** Every request waits for it before the service gets it. */
    setBeforeAnswer: (wait: typeof beforeAnswer) => void (beforeAnswer = wait),
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((app) => deleteApp(app)));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await documents[Symbol.asyncDispose]();
    },
  };
}

export type OpenSdk = Awaited<ReturnType<typeof openSdk>>;

/** The code and text with which the SDK refuses; fails when it does not. */
export async function refusalOf(
  promise: Promise<unknown>,
): Promise<{ code: string; message: string }> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason as { code: string; message: string },
  );
  if (error === undefined) throw new Error("It was not refused.");
  return { code: error.code, message: error.message };
}
