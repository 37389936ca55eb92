import { signedInUser } from "./firebase.ts";
import { NoAnswerError } from "./outbox/outbox.ts";

/** Of nobody else, ever: what one account did is not sent as another. @throws NoAnswerError */
export async function tokenOf(uid: string, fresh: boolean): Promise<string> {
  try {
    const user = await signedInUser();
    if (user?.uid === uid) return await user.getIdToken(fresh);
  } catch (cause) {
    throw new NoAnswerError("There is no ID token.", { cause });
  }
  throw new NoAnswerError("Somebody else, or nobody, is signed in.");
}
