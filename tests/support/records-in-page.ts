/** The engine of the todo list in one file for a page, with what a test does there by name. */
import { openAuth } from "../../app/live/firebase.ts";
import type { Change, Records } from "../../app/live/records/records.ts";
import { openTodos } from "../../app/live/todos.ts";
import { forgetAccount, sendUnsent, unsentOf } from "../../app/live/unsent.ts";

const password = "correct horse";
let records: Records | undefined;
let uid = "";

/** Signs in, with a new account where there is none yet. @returns its uid */
export async function enter(email: string): Promise<string> {
  const { auth, sdk } = await openAuth();
  await auth.authStateReady();
  if (auth.currentUser?.email !== email) {
    await sdk
      .createUserWithEmailAndPassword(auth, email, password)
      .catch(() => sdk.signInWithEmailAndPassword(auth, email, password));
  }
  ({ uid } = auth.currentUser!);
  return uid;
}

export async function openRecords(): Promise<void> {
  records = await openTodos(uid);
}

export function state() {
  if (records === undefined) throw new Error("No records are open.");
  const titles = [...records.all("tasks")].map(
    ([id, { registers }]) => [id, registers["title"]?.value["v"]] as const,
  );
  const lost = [...records.all("lost").values()].map(
    ({ registers }) => registers["text"]?.value["v"],
  );
  return {
    status: records.status(),
    sync: records.sync(),
    titles: Object.fromEntries(titles),
    lost,
  };
}

export async function change(changes: readonly Change[]): Promise<void> {
  await records?.change(changes);
}

export const unsent = () => unsentOf(uid);
export const send = () => sendUnsent(uid);
export const forget = () => forgetAccount(uid);

/** How many rows of whom are kept in this browser, by database and store. */
export async function kept(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name = "" } of await indexedDB.databases()) {
    if (!/^foyer-(records|outbox)$/.test(name)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const database = await asked(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      // oxlint-disable-next-line no-await-in-loop
      const count = await asked(database.transaction(store).objectStore(store).count());
      counts[`${name} ${store}`] = count;
    }
    database.close();
  }
  return counts;
}

function asked<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
