import type { MailLink } from "./mail-link.ts";
import { Titled } from "./titled.tsx";
import { SignInNext } from "./what-next.tsx";

const askOwner =
  "If something about your account is not as it should be, ask the owner of this site for help.";

const nextSteps: Record<MailLink["mode"], string> = {
  resetPassword: "Ask for a new one.",
  verifyEmail:
    "If your e-mail is confirmed already, there is nothing to do. If not, sign in and ask for a new mail.",
  verifyAndChangeEmail:
    "If your e-mail has changed already, there is nothing to do. If not, sign in and change it once more.",
  recoverEmail: askOwner,
  revertSecondFactorAddition: askOwner,
  signIn: "Sign in once more, and ask for a new one there.",
};

/** A link that nothing can be done with any more, and what to do instead. */
export function SpentLink({ mode }: { mode: MailLink["mode"] }) {
  return (
    <Titled
      isNew
      title="This link does not work any more"
      lead={`It has been used, has expired, or is not whole. ${nextSteps[mode]}`}
    >
      {nextSteps[mode] === askOwner ? null : <SignInNext />}
    </Titled>
  );
}

/** Nothing can be tried again with this code. `error` is what the auth SDK threw. */
export function isSpent(error: unknown): boolean {
  const codes = ["expired-action-code", "invalid-action-code", "user-not-found", "user-disabled"];
  return (
    error instanceof Error && "code" in error && codes.some((code) => error.code === `auth/${code}`)
  );
}
