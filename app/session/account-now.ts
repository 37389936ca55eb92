import type { User } from "firebase/auth";
import { signedInUser } from "#app/live/firebase.ts";

/** Signing in once more may put another object in the place of `account`, which then has no session. @throws as openAuth */
export async function accountNow(account: User): Promise<User> {
  const now = await signedInUser();
  return now?.uid === account.uid ? now : account;
}
