import { openAuth } from "#app/live/firebase.ts";
import { withSecondFactor } from "#app/session/account-actions-second-factor.ts";
import { knownAuthProblem } from "#app/session/auth-message.ts";
import { withRecentSignIn } from "#app/session/with-recent-sign-in.ts";

export type PasswordProblem = { field: "current" | "next" | "code"; text: string };

const wrongPassword = ["auth/invalid-credential", "auth/wrong-password", "auth/missing-password"];

/**
 * The password that is known proves who it is; without one a recent sign-in does.
 * @param form.current undefined when the account has none
 * @param form.code of the second step, empty before it is asked for
 * @throws FirebaseError and others that no field is to blame for
 */
export async function changePassword(form: {
  current: string | undefined;
  next: string;
  code: string;
}): Promise<"done" | "needs-code" | PasswordProblem> {
  const { current, next, code } = form;
  if (current === "") return { field: "current", text: "Enter your current password." };
  if (next === "") return { field: "next", text: "Enter a new password." };
  if (next === current) return { field: "next", text: "This is the password that you have." };
  const opened = await openAuth();
  const { auth, sdk } = opened;
  const { currentUser } = auth;
  if (currentUser === null) throw new Error("Nobody is signed in.");
  if (current !== undefined) {
    try {
      const credential = sdk.EmailAuthProvider.credential(currentUser.email ?? "", current);
      const step = await withSecondFactor(opened, () =>
        sdk.reauthenticateWithCredential(currentUser, credential),
      );
      if (step !== undefined && code === "") return "needs-code";
      await step?.verify(code);
    } catch (error) {
      if (wrongPassword.includes(codeOf(error))) {
        return { field: "current", text: "This is not your current password." };
      }
      const problem = knownAuthProblem(error);
      if (problem?.field === "code") return { field: "code", text: problem.text };
      throw error;
    }
  }
  try {
    await withRecentSignIn(() => sdk.updatePassword(auth.currentUser ?? currentUser, next));
    return "done";
  } catch (error) {
    const problem = knownAuthProblem(error);
    if (problem?.field === "password") return { field: "next", text: problem.text };
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
