/** All of the Storage SDK in one file for a page, with the site's own app and a new account. */
import type { StorageError, StorageReference, UploadTask } from "firebase/storage";
import { ref } from "firebase/storage";
import { openAuth, openFiles } from "../../app/live/firebase.ts";

export * from "firebase/storage";

/** The new account's folder. */
export async function openFolder(email: string): Promise<StorageReference> {
  const { auth, sdk } = await openAuth();
  const { user } = await sdk.createUserWithEmailAndPassword(auth, email, "correct horse");
  return ref((await openFiles()).files, `users/${user.uid}`);
}

export async function idToken(): Promise<string> {
  const { auth } = await openAuth();
  if (auth.currentUser === null) throw new Error("Nobody is signed in.");
  return auth.currentUser.getIdToken();
}

/** The SDK's code, or `no error`. */
export async function codeOf(call: Promise<unknown> | UploadTask): Promise<string> {
  try {
    await call;
    return "no error";
  } catch (error) {
    const { code, message } = error as Partial<StorageError>;
    return code ?? String(message);
  }
}
