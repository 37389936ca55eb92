import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import {
  addressOfSignInMail,
  forgetSignInMail,
  signInByMail,
} from "#app/session/account-actions-by-mail.ts";
import type { SecondFactor } from "#app/session/account-actions-second-factor.ts";
import { checkForm } from "#app/session/auth-message.ts";
import type { FormProblem } from "#app/session/auth-message.ts";
import { TextField } from "#app/session/form-fields.tsx";
import { startSession } from "#app/session/session.ts";
import { typedEmail } from "#app/session/sign-in-panel-email.ts";
import { SecondFactorForm } from "#app/session/sign-in-panel-second-factor.tsx";
import { LinkForm, useAct } from "./link-form.tsx";
import { forgetLink } from "./forget-link.ts";
import { isSpent, SpentLink } from "./spent-link.tsx";
import { Titled } from "./titled.tsx";

const notItsAddress: FormProblem = {
  field: "email",
  text: "The mail was not sent to this address. Type the one that it was sent to.",
};

/** Signs in by the link of a mail: at once in the browser that asked for it, elsewhere by the address it was sent to. */
export function MailSignIn({ code, returnTo }: { code: string; returnTo: string }) {
  const { busy, form, act, textOf } = useAct("Signing in by mail failed");
  const [known] = useState(addressOfSignInMail);
  const [isTried, setTried] = useState(false);
  const [factor, setFactor] = useState<SecondFactor>();
  const [isGone, setGone] = useState(false);
  const navigate = useNavigate();
  const begun = useRef(false);

  const enter = () => {
    startSession();
    void navigate(returnTo, { replace: true });
  };

  async function signIn(email: string): Promise<FormProblem | void> {
    try {
      const more = await signInByMail(email, code);
      forgetSignInMail();
      forgetLink();
      if (more) setFactor(more);
      else enter();
    } catch (error) {
      if (isOtherAddress(error)) return notItsAddress;
      if (!isSpent(error)) throw error;
      forgetLink();
      setGone(true);
    } finally {
      setTried(true);
    }
  }

  useEffect(() => {
    if (known === undefined || begun.current) return;
    begun.current = true;
    void act(undefined, () => signIn(known));
  });

  if (isGone) return <SpentLink mode="signIn" />;
  if (factor) {
    return (
      <Titled isNew title="One more step" lead="Your account asks for a code of your app.">
        <SecondFactorForm factor={factor} onDone={enter} onOver={() => setGone(true)} />
      </Titled>
    );
  }
  if (known !== undefined && !isTried) return <Titled title="Signing in" lead="One moment..." />;
  return (
    <Titled isNew title="Sign in" lead="Type the address that the mail was sent to.">
      <LinkForm
        form={form}
        busy={busy}
        submit="Sign in"
        busyText="Signing in..."
        problem={textOf("form")}
        onSend={({ email, isEmail }) =>
          void act(checkForm({ email, isEmail, password: "-", isNew: false }), () => signIn(email))
        }
      >
        <TextField
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          defaultValue={known ?? typedEmail()}
          readOnly={busy}
          problem={textOf("email")}
        />
      </LinkForm>
    </Titled>
  );
}

/** What the service says of an address that is one, but not the link's. `error` is what the auth SDK threw. */
function isOtherAddress(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "auth/invalid-email";
}
