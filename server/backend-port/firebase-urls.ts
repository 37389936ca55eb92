/** Google's addresses of a Firebase project: all that this program knows of them. */
import type { BackendUrls } from "#lib/server-backend.ts";

const accounts = "https://identitytoolkit.googleapis.com";
const tokens = "https://securetoken.googleapis.com";
const documents = "https://firestore.googleapis.com";
const files = "https://firebasestorage.googleapis.com";
const objects = "https://storage.googleapis.com";
const keys =
  "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/** @param databaseURL origin of the project's Realtime Database. */
export function firebaseUrls(databaseURL: string): BackendUrls {
  return { accounts, database: databaseURL, documents, keys, storage: files, objects };
}

/** What the browser's SDK needs, as sources of a content security policy. */
export type FirebaseSources = { connect: string[]; scripts: string[]; frames: string[] };

/** @param popups whether Firebase opens windows of other providers: only then code of Google's runs in our pages. */
export function firebaseSources(
  options: { databaseURL: string; authDomain?: string | undefined },
  { popups }: { popups: boolean },
): FirebaseSources {
  const { host } = new URL(options.databaseURL);
  // The database sends a client on to the machine that has its data: `s-gke-usc1-nssi3-1` in the place of its own name.
  const anyMachine = host.replace(/^[^.]+/, "*");
  return {
    connect: [
      accounts,
      tokens,
      documents,
      files,
      // What has to be told whether it arrived is written by its REST.
      `https://${host}`,
      `wss://${host}`,
      `wss://${anyMachine}`,
    ],
    scripts: popups ? ["https://apis.google.com"] : [],
    frames: popups && options.authDomain !== undefined ? [`https://${options.authDomain}`] : [],
  };
}
