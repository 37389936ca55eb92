import type { ReactNode } from "react";
import { useState } from "react";
import { applyCode } from "#app/session/account-actions-by-mail.ts";
import { keepTypedEmail } from "#app/session/sign-in-panel-email.ts";
import { LinkForm, useAct } from "./link-form.tsx";
import { forgetLink } from "./forget-link.ts";
import type { MailLink } from "./mail-link.ts";
import { isSpent, SpentLink } from "./spent-link.tsx";
import { Titled } from "./titled.tsx";
import { NewPasswordNext, SignInNext } from "./what-next.tsx";

type Applied = Exclude<MailLink["mode"], "resetPassword" | "signIn">;
type Words = { title: string; lead: (email: ReactNode) => ReactNode };

const before: Record<Applied, Words & { submit: string }> = {
  verifyEmail: {
    title: "Confirm your e-mail",
    lead: (email) => <>Is {email} yours, and the account with it?</>,
    submit: "Confirm",
  },
  verifyAndChangeEmail: {
    title: "Confirm your new e-mail",
    lead: (email) => (
      <>{email} becomes the e-mail of your account, and you sign in with it from then on.</>
    ),
    submit: "Change to this e-mail",
  },
  recoverEmail: {
    title: "Take your e-mail back",
    lead: (email) => (
      <>
        {email} becomes the e-mail of your account again, and everybody who is signed in to it is
        signed out.
      </>
    ),
    submit: "Take it back",
  },
  revertSecondFactorAddition: {
    title: "Remove the second step",
    lead: (email) => <>The second step of signing in as {email} is removed.</>,
    submit: "Remove it",
  },
};

const after: Record<Applied, Words & { isRecovery: boolean }> = {
  verifyEmail: {
    title: "Your e-mail is confirmed",
    lead: (email) => <>{email} is known to be yours.</>,
    isRecovery: false,
  },
  verifyAndChangeEmail: {
    title: "Your e-mail is changed",
    lead: (email) => <>Sign in with {email} from now on.</>,
    isRecovery: false,
  },
  recoverEmail: {
    title: "Your e-mail is back",
    lead: (email) => (
      <>
        {email} is the e-mail of your account again. Now set a new password: the old one may not
        work any more, and somebody else may know it.
      </>
    ),
    isRecovery: true,
  },
  revertSecondFactorAddition: {
    title: "The second step is removed",
    lead: () => "Now set a new password: somebody else may know the old one.",
    isRecovery: true,
  },
};

type Props = { mode: Applied; code: string; email: string; emailNow: string | undefined };

export function ApplyLink({ mode, code, email, emailNow }: Props) {
  const { busy, form, act, textOf } = useAct("The link was not used");
  const [outcome, setOutcome] = useState<"done" | "spent">();

  async function apply(): Promise<void> {
    try {
      await applyCode(code, emailNow);
      keepTypedEmail(email);
      setOutcome("done");
    } catch (error) {
      if (!isSpent(error)) throw error;
      setOutcome("spent");
    }
    forgetLink();
  }

  const address = <bdi>{email}</bdi>;
  if (outcome === "spent") return <SpentLink mode={mode} />;
  if (outcome === "done") {
    const { title, lead, isRecovery } = after[mode];
    return (
      <Titled isNew title={title} lead={lead(address)}>
        {isRecovery ? <NewPasswordNext email={email} /> : <SignInNext isFromSettings />}
      </Titled>
    );
  }
  const { title, lead, submit } = before[mode];
  return (
    <Titled isNew title={title} lead={lead(address)}>
      <LinkForm
        form={form}
        busy={busy}
        submit={submit}
        busyText="One moment..."
        problem={textOf("form")}
        onSend={() => void act(undefined, apply)}
      />
    </Titled>
  );
}
