/** The site's uploader in one file for a page, with what a test does there by name. */
import { openAuth } from "../../app/live/firebase.ts";
import { openUploads } from "../../app/live/uploads/open-uploads.ts";
import type { NewUpload, Upload, Uploads } from "../../app/live/uploads/upload.ts";

export * from "../../app/live/files.ts";

const password = "correct horse";
let uploads: Uploads | undefined;
let called = 0;

function opened(): Uploads {
  if (uploads === undefined) throw new Error("Nobody's uploads are open.");
  return uploads;
}

/** Signs in, with a new account where there is none yet, and opens its uploads. */
export async function enter(email: string): Promise<{ uid: string }> {
  const { auth, sdk } = await openAuth();
  await auth.authStateReady();
  if (auth.currentUser?.email !== email) {
    await sdk
      .createUserWithEmailAndPassword(auth, email, password)
      .catch(() => sdk.signInWithEmailAndPassword(auth, email, password));
  }
  const { uid } = auth.currentUser!;
  uploads = await openUploads(uid);
  uploads.subscribe(() => (called += 1));
  return { uid };
}

/** The uploads stay in the page's hands. */
export async function leave(): Promise<void> {
  const { auth, sdk } = await openAuth();
  await sdk.signOut(auth);
}

export async function idToken(): Promise<string> {
  const { auth } = await openAuth();
  return auth.currentUser!.getIdToken();
}

/** Where a test puts its files. */
export function makeInput(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.ariaLabel = "Files of the test";
  document.body.append(input);
}

function chosen(): File[] {
  const input = document.querySelector<HTMLInputElement>("[aria-label='Files of the test']");
  return [...(input?.files ?? [])];
}

/** All that are in the input, into this folder; the names of those that are not added. */
export async function addChosen(
  folder: string,
  rest: Omit<NewUpload, "file" | "name"> = {},
): Promise<string[]> {
  const files = chosen().map((file) => ({ ...rest, file, name: `${folder}${file.name}` }));
  return (await opened().add(files)).map(({ name }) => name);
}

/** Small files that are made here. */
export function addMade(folder: string, count: number) {
  const files = Array.from({ length: count }, (_, index) => {
    const file = new File([`file ${index}`], `${index}.txt`, { type: "text/plain" });
    return { file, name: folder + file.name };
  });
  return opened().add(files);
}

/** Names of those that belong to no upload. */
export async function attachChosen(): Promise<string[]> {
  return (await opened().attach(chosen())).map(({ name }) => name);
}

export function list(): readonly Upload[] {
  return opened().snapshot();
}

export function timesCalled(): number {
  return called;
}

/** Of the first one in the list. */
export function first(what: "pause" | "resume" | "retry" | "cancel"): unknown {
  return opened()[what](list()[0]!.id);
}

export function keepBoth(): void {
  opened().again(list()[0]!.id, "keep-both");
}

export function clear(): void {
  opened().clear();
}

export function retryLast(): void {
  opened().retry(list().at(-1)!.id);
}
