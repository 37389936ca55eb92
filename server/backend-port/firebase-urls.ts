/** Google's addresses of a Firebase project: all that this program knows of them. */
import type { BackendUrls } from "#lib/server-backend.ts";

const accounts = "https://identitytoolkit.googleapis.com";
const tokens = "https://securetoken.googleapis.com";
const documents = "https://firestore.googleapis.com";
const files = "https://firebasestorage.googleapis.com";
const keys =
  "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/** @param databaseURL origin of the project's Realtime Database. */
export function firebaseUrls(databaseURL: string): BackendUrls {
  return { accounts, database: databaseURL, documents, keys, storage: files };
}

/** What the browser's SDK connects to, as sources of a content security policy. */
export function firebaseSources(databaseURL: string): string[] {
  const { host } = new URL(databaseURL);
  // The database sends a client on to the machine that has its data: `s-gke-usc1-nssi3-1` in the place of its own name.
  const anyMachine = host.replace(/^[^.]+/, "*");
  return [accounts, tokens, documents, files, `wss://${host}`, `wss://${anyMachine}`];
}
