/** The unmodified Firebase SDK in Node, as a browser of one person would have it. */
import { deleteApp, initializeApp, setLogLevel } from "firebase/app";
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  inMemoryPersistence,
  initializeAuth,
} from "firebase/auth";
import { type Database, forceWebSockets, getDatabase, goOffline } from "firebase/database";
import { type Firestore, initializeFirestore } from "firebase/firestore/lite";
import { type FirebaseStorage, connectStorageEmulator, getStorage } from "firebase/storage";
import { newUserRecord } from "#lib/user-record.ts";

export type SdkClient = AsyncDisposable & {
  auth: Auth;
  database: Database;
  documents: Firestore;
  files: FirebaseStorage;
};

// It warns of every refusal, which is what many tests are after; once is enough for all its apps.
setLogLevel("silent");
forceWebSockets();

let clients = 0;

export function createSdkClient(origin: string): SdkClient {
  const { host, hostname, port } = new URL(origin);
  const app = initializeApp(
    {
      apiKey: "foyer-embedded",
      projectId: "foyer",
      appId: "1:1:web:1",
      databaseURL: `${origin}?ns=foyer`,
      storageBucket: "foyer",
    },
    `client-${++clients}`,
  );
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origin, { disableWarnings: true });
  const database = getDatabase(app);
  const documents = initializeFirestore(app, { host, ssl: false });
  const files = getStorage(app);
  connectStorageEmulator(files, hostname, Number(port));
  return {
    auth,
    database,
    documents,
    files,
    async [Symbol.asyncDispose]() {
      goOffline(database);
      await deleteApp(app);
    },
  };
}

export type SignedInClient = SdkClient & {
  uid: string;
  email: string;
  idToken: (fresh?: boolean) => Promise<string>;
};

let people = 0;

/** A new account; its record is not written. */
export async function signUp(client: SdkClient): Promise<SignedInClient> {
  const email = `person-${++people}@example.com`;
  const { user } = await createUserWithEmailAndPassword(client.auth, email, "correct horse");
  return Object.assign(client, {
    uid: user.uid,
    email,
    idToken: (fresh = false) => user.getIdToken(fresh),
  });
}

/** What the browser writes at a first sign-in. */
export function recordOf({ uid, email }: { uid: string; email: string }) {
  return newUserRecord({ uid, email, name: "Person", now: new Date("2026-01-02T03:04:05.678Z") });
}
