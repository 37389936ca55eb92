/** What somebody changes of their own account, and asks of it. Each throws an ApiError, or a FirebaseError with an auth code. */
import type { UserDetails } from "#lib/user-admin.ts";
import { callApi } from "./api.ts";
import { openAuth } from "./firebase.ts";

/** As the server takes it. */
export const maxPictureBytes = 10 * 1024 * 1024;

export function saveProfile(change: {
  name?: string;
  findable?: boolean;
}): Promise<{ name: string }> {
  return callApi("POST", "/api/account/profile", change);
}

/** @returns its address. */
export async function saveAvatar(picture: Blob): Promise<string> {
  const image = await base64Of(picture);
  const { url } = await callApi<{ url: string }>("POST", "/api/account/avatar", { image });
  await readAccountAgain();
  return url;
}

export async function removeAvatar(): Promise<void> {
  await callApi("POST", "/api/account/avatar/remove", {});
  await readAccountAgain();
}

export type OwnEmail = { email: string | null; isVerified: boolean };

/** As the sign-in service has it now. */
export async function readOwnEmail(): Promise<OwnEmail> {
  const { auth } = await openAuth();
  await auth.currentUser?.reload();
  const account = auth.currentUser;
  return { email: account?.email ?? null, isVerified: account?.emailVerified ?? false };
}

/** The address changes once the link of the mail that goes there is opened. */
export async function askForNewEmail(email: string): Promise<void> {
  const { auth, sdk } = await openAuth();
  if (auth.currentUser) await sdk.verifyBeforeUpdateEmail(auth.currentUser, email);
}

export type OwnDeletion = {
  /** ISO instant. */
  dueAt: string;
  receiptUrl: string;
  /** False when an admin decided it. */
  isOwn: boolean;
};

export async function readOwnDeletion(): Promise<OwnDeletion | null> {
  const { deletion } = await callApi<{ deletion: OwnDeletion | null }>(
    "GET",
    "/api/account/deletion",
  );
  return deletion;
}

export function askForDeletion(): Promise<Pick<OwnDeletion, "dueAt" | "receiptUrl">> {
  return callApi("POST", "/api/account/deletion", {});
}

export async function keepAccount(): Promise<void> {
  await callApi("POST", "/api/account/deletion/cancel", {});
}

/** What an admin can see of who is signed in. */
export function readVisible(): Promise<UserDetails> {
  return callApi("GET", "/api/account/visible");
}

/** Where everything can be fetched, once, within five minutes. */
export async function askForExport(): Promise<string> {
  const { url } = await callApi<{ url: string }>("POST", "/api/account/export", {});
  return url;
}

/** The account's picture is in its profile and its tokens. */
async function readAccountAgain(): Promise<void> {
  const { auth } = await openAuth();
  await auth.currentUser?.reload();
}

function base64Of(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    const url = typeof reader.result === "string" ? reader.result : "";
    resolve(url.slice(url.indexOf(",") + 1));
  });
  reader.addEventListener("error", () => reject(reader.error ?? new Error("It cannot be read.")));
  reader.readAsDataURL(blob);
  return promise;
}
