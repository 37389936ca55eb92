import { useState } from "react";
import { setPasswordByCode } from "#app/session/account-actions-by-mail.ts";
import { authProblem, checkForm, passwordHint } from "#app/session/auth-message.ts";
import { PasswordField } from "#app/session/form-fields-password.tsx";
import { TextField } from "#app/session/form-fields.tsx";
import { keepTypedEmail } from "#app/session/sign-in-panel-email.ts";
import { AskForMail } from "./ask-for-mail.tsx";
import { LinkForm, useAct } from "./link-form.tsx";
import { forgetLink } from "./forget-link.ts";
import { isSpent } from "./spent-link.tsx";
import { Titled } from "./titled.tsx";
import { SignInNext } from "./what-next.tsx";

export function NewPassword({ code, email }: { code: string; email: string }) {
  const { busy, form, act, textOf } = useAct("The password was not set");
  const [length, setLength] = useState(0);
  const [outcome, setOutcome] = useState<"set" | { spent: string }>();

  async function setPassword(password: string): Promise<void> {
    try {
      await setPasswordByCode({ code, email, password });
      keepTypedEmail(email);
      setOutcome("set");
    } catch (error) {
      if (!isSpent(error)) throw error;
      setOutcome({ spent: authProblem(error).text });
    }
    forgetLink();
  }

  if (outcome === "set") {
    return (
      <Titled
        isNew
        title="Your new password is set"
        lead="Everybody who was signed in to your account is signed out."
      >
        <SignInNext />
      </Titled>
    );
  }
  if (outcome) return <AskForMail why={outcome.spent} />;
  return (
    <Titled isNew title="Set a new password" lead="It replaces the old one at once.">
      <LinkForm
        form={form}
        busy={busy}
        submit="Set this password"
        busyText="Setting it..."
        problem={textOf("form")}
        onSend={({ password }) =>
          void act(checkForm({ email, isEmail: true, password, isNew: true }), () =>
            setPassword(password),
          )
        }
      >
        {/* Password managers keep the new one by it. */}
        <TextField
          name="email"
          type="email"
          label="Account"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          readOnly={busy}
          hint={textOf("password") === undefined ? passwordHint(length) : undefined}
          problem={textOf("password")}
          onInput={setLength}
        />
      </LinkForm>
    </Titled>
  );
}
