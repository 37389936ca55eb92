/**
 * The browser's way to Firebase's four services. Each product's code is a file of its own that comes when the first
 * screen needs it. The only place that knows the mode: the server says it at run time, as Firebase Hosting says its
 * options, so one build serves the embedded backend and Firebase itself.
 */
import type { FirebaseApp, FirebaseOptions } from "firebase/app";
import type { Auth, User } from "firebase/auth";
import type { Database } from "firebase/database";
import type { Firestore } from "firebase/firestore/lite";
import type { FirebaseStorage } from "firebase/storage";
import type { authSdk } from "./auth-sdk.ts";
import type { databaseSdk } from "./database-sdk.ts";
import type { documentsSdk } from "./documents-sdk.ts";
import type { filesSdk } from "./files-sdk.ts";
import { once } from "./once.ts";

const optionsPath = "/__/firebase/init.json";
/** In localStorage; every visitor is told what it holds. */
const optionsKey = "foyer:connection";
const hostedFilesOrigin = "https://firebasestorage.googleapis.com";
const hostedDocumentsOrigin = "https://firestore.googleapis.com";
const effectsPath = "/api/effects";
const endSessionPath = "/identitytoolkit.googleapis.com/v1/accounts:endSession";
const answerTimeoutMs = 20_000;
/** Nobody waits for it. */
const endTimeoutMs = 5000;

type Connection = {
  app: FirebaseApp;
  /** The site itself, where it is its own backend; undefined on Firebase. */
  embedded: URL | undefined;
};

const connect = once(async (): Promise<Connection> => {
  const [{ initializeApp }, answer] = await Promise.all([import("./app-sdk.ts"), readOptions()]);
  const { options, embedded } = connectionOf(answer, new URL(location.origin));
  return { app: initializeApp(options), embedded };
});

type AuthSdk = typeof authSdk;
type DatabaseSdk = typeof databaseSdk;
type DocumentsSdk = typeof documentsSdk;
type FilesSdk = typeof filesSdk;

/** @throws TypeError, TimeoutError or Error when the site cannot be reached or its answer makes no sense; ask again later. */
export const openAuth = once(async (): Promise<{ auth: Auth; sdk: AuthSdk }> => {
  const [{ authSdk: sdk }, { app, embedded }] = await Promise.all([
    import("./auth-sdk.ts"),
    connect(),
  ]);
  const auth = sdk.initializeAuth(app, {
    persistence: [sdk.indexedDBLocalPersistence, sdk.browserLocalPersistence],
  });
  // Before anything waits: auth refuses it once it has begun to read the stored user.
  if (embedded) sdk.connectAuthEmulator(auth, embedded.origin, { disableWarnings: true });
  return { auth, sdk };
});

/**
 * Ends the session of `account` in this browser, whose tokens are then refused. Firebase has no such thing: nothing there.
 * @throws Error when it was not ended; TypeError, TimeoutError or FirebaseError likewise.
 */
export async function endSession(account: Pick<User, "getIdTokenResult">): Promise<void> {
  const { app, embedded } = await connect();
  if (!embedded) return;
  const { token, claims } = await account.getIdTokenResult();
  const key = encodeURIComponent(app.options.apiKey ?? "");
  const response = await fetch(`${endSessionPath}?key=${key}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ idToken: token, sessionId: claims["sid"] }),
    // Also when the page is left meanwhile.
    keepalive: true,
    signal: AbortSignal.timeout(endTimeoutMs),
  });
  if (!response.ok) throw new Error(`${endSessionPath} answered ${response.status}.`);
}

/** False on Firebase, which leads people to other providers by itself. @throws as openAuth */
export async function asksProvidersItself(): Promise<boolean> {
  return (await connect()).embedded !== undefined;
}

/** Speaks for who is signed in from the time that openAuth has been; so do the next two. @throws as openAuth */
export const openDatabase = once(async (): Promise<{ database: Database; sdk: DatabaseSdk }> => {
  const [{ databaseSdk: sdk }, { app }] = await Promise.all([
    import("./database-sdk.ts"),
    connect(),
  ]);
  // Its other way, long polling, adds script elements that the content security policy forbids.
  sdk.forceWebSockets();
  return { database: sdk.getDatabase(app), sdk };
});

/** @throws as openAuth */
export const openDocuments = once(
  async (): Promise<{ documents: Firestore; sdk: DocumentsSdk }> => {
    const [{ documentsSdk: sdk }, { app, embedded }] = await Promise.all([
      import("./documents-sdk.ts"),
      connect(),
    ]);
    const place = embedded && { host: embedded.host, ssl: embedded.protocol === "https:" };
    const documents = sdk.initializeFirestore(app, { ...place, ignoreUndefinedProperties: true });
    return { documents, sdk };
  },
);

/** @throws as openAuth */
export const openFiles = once(async (): Promise<{ files: FirebaseStorage; sdk: FilesSdk }> => {
  const [{ filesSdk: sdk }, { app, embedded }] = await Promise.all([
    import("./files-sdk.ts"),
    connect(),
  ]);
  const files = sdk.getStorage(app);
  if (embedded) placeFiles(files, sdk, embedded);
  return { files, sdk };
});

export type StoragePlace = {
  /** Of the bucket's objects: `…/v0/b/BUCKET/o`. */
  objectsUrl: string;
  /** The site's own backend: it keeps preconditions and quotas itself. */
  isEmbedded: boolean;
};

/** For what speaks to the file storage without Firebase's SDK. @throws as openAuth */
export async function storagePlace(): Promise<StoragePlace> {
  const { app, embedded } = await connect();
  const bucket = app.options.storageBucket;
  if (bucket === undefined) throw new Error(`${optionsPath} has no storageBucket.`);
  const origin = embedded?.origin ?? hostedFilesOrigin;
  return {
    objectsUrl: `${origin}/v0/b/${encodeURIComponent(bucket)}/o`,
    isEmbedded: embedded !== undefined,
  };
}

/** For what speaks to Firestore without Firebase's SDK: where it is, and what the names of documents begin with. @throws as openAuth */
export async function documentsPlace(): Promise<{ url: string; root: string }> {
  const { app, embedded } = await connect();
  const root = `projects/${app.options.projectId}/databases/(default)/documents`;
  return { url: `${embedded?.origin ?? hostedDocumentsOrigin}/v1/${root}`, root };
}

/** For what speaks to the Realtime Database without Firebase's SDK. @throws as openAuth */
export async function databasePlace(): Promise<{ origin: string; namespace: string | undefined }> {
  const { app } = await connect();
  const { databaseURL } = app.options;
  if (databaseURL === undefined) throw new Error(`${optionsPath} has no databaseURL.`);
  const url = new URL(databaseURL);
  return { origin: url.origin, namespace: url.searchParams.get("ns") ?? undefined };
}

/** Once it is known; null when nobody is. @throws as openAuth */
export async function signedInUser(): Promise<User | null> {
  const { auth } = await openAuth();
  await auth.authStateReady();
  return auth.currentUser;
}

/**
 * Has the server do what must follow a write at `path`. Where the site is its own backend it has seen the write; false then.
 * @throws Error when it should be tried again later; TypeError, TimeoutError or FirebaseError likewise.
 */
export async function tellServer(path: string): Promise<boolean> {
  const { embedded } = await connect();
  if (embedded) return false;
  const { auth } = await openAuth();
  const token = await auth.currentUser?.getIdToken();
  if (token === undefined) throw new Error("Nobody is signed in.");
  const response = await fetch(effectsPath, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ path }),
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  if (!response.ok) throw new Error(`${effectsPath} answered ${response.status}.`);
  return true;
}

/** Sends what concerns files to the site instead of Google. */
export function placeFiles(files: FirebaseStorage, sdk: FilesSdk, site: URL): void {
  if (site.protocol === "http:") {
    sdk.connectStorageEmulator(files, site.hostname, Number(site.port || 80));
    return;
  }
  // The public way to another host speaks http only, so this takes the setter that the class has (storage 0.14.5).
  const settable = files as unknown as { host?: unknown };
  if (typeof settable.host !== "string")
    throw new Error("This version of firebase/storage has no host that can be set.");
  settable.host = site.host;
}

/** What the server's answer means for a page of `site`. Any answer without a mode is Firebase's own options. */
export function connectionOf(
  answer: unknown,
  site: URL,
): { options: FirebaseOptions; embedded: URL | undefined } {
  if (!hasText(answer, "apiKey") || !hasText(answer, "projectId") || !hasText(answer, "appId"))
    throw new Error(`${optionsPath} has no apiKey, projectId or appId.`);
  const { mode, ...options } = answer as FirebaseOptions & { mode?: unknown };
  if (mode !== "embedded") return { options, embedded: undefined };
  const databaseURL = `${site.origin}?ns=${encodeURIComponent(answer.projectId)}`;
  return { options: { ...options, databaseURL, authDomain: site.host }, embedded: site };
}

/** Those of the last answer where there is none now: a browser that was here before can start without a network. */
async function readOptions(): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(optionsPath, { signal: AbortSignal.timeout(answerTimeoutMs) });
  } catch (error) {
    const kept = keptOptions();
    if (kept === undefined) throw error;
    return kept;
  }
  if (!response.ok) throw new Error(`${optionsPath} answered ${response.status}.`);
  const answer: unknown = await response.json();
  // What makes no sense is not kept.
  connectionOf(answer, new URL(location.origin));
  keepOptions(answer);
  return answer;
}

function keptOptions(): unknown {
  try {
    const kept = localStorage.getItem(optionsKey);
    return kept === null ? undefined : (JSON.parse(kept) as unknown);
  } catch {
    // A browser that keeps nothing, or something else under this name.
    return undefined;
  }
}

function keepOptions(answer: unknown): void {
  try {
    localStorage.setItem(optionsKey, JSON.stringify(answer));
  } catch {
    // Without room for it there is no start without a network.
  }
}

function hasText<Name extends string>(value: unknown, name: Name): value is Record<Name, string> {
  if (typeof value !== "object" || value === null) return false;
  const text = (value as Partial<Record<Name, unknown>>)[name];
  return typeof text === "string" && text !== "";
}
