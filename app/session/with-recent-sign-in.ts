import { askToSignInAgain } from "./reauthenticate.tsx";

/** The person closed what asked them to sign in again. */
export class LeftError extends Error {
  constructor() {
    super("Nothing was changed: this needs a fresh sign-in.");
    this.name = "LeftError";
  }
}

/**
 * For what a borrowed screen must not be enough for: asks to sign in again, when that was too long ago, or was by a way that
 * is not enough for it.
 * @throws LeftError and what `act` throws
 */
export async function withRecentSignIn<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const again = signInNeeded(error);
    if (again === undefined) throw error;
    if (!(await askToSignInAgain(again))) throw new LeftError();
    return act();
  }
}

function signInNeeded(error: unknown): { by?: "password" } | undefined {
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "recent-sign-in-needed":
    case "auth/requires-recent-login":
      return {};
    // A second step belongs to a password; who came by a passkey is not asked for one.
    case "auth/unsupported-first-factor":
      return { by: "password" };
    default:
      return undefined;
  }
}
