import { useState } from "react";
import { Link } from "react-router";
import { askForPasswordMail } from "#app/session/account-actions-by-mail.ts";
import { openSignIn, useSession } from "#app/session/session.ts";
import { LinkForm, useAct } from "./link-form.tsx";

/** The way on for who is done. */
export function SignInNext({ isFromSettings = false }: { isFromSettings?: boolean }) {
  const { status } = useSession();
  return (
    <p>
      {status === "signed-out" ? (
        <button type="button" className="submit" onClick={openSignIn}>
          Sign in
        </button>
      ) : (
        <Link className="as-link" to={isFromSettings ? "/Settings#email" : "/"}>
          {isFromSettings ? "Go to Settings" : "Go to the home page"}
        </Link>
      )}
    </p>
  );
}

/** For who had to take their account back: whoever got into it may know the password. */
export function NewPasswordNext({ email }: { email: string }) {
  const { busy, form, act, textOf } = useAct("The mail was not asked for");
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <output>
        A mail with a link to set a new password is on its way to <bdi>{email}</bdi>.
      </output>
    );
  }
  return (
    <LinkForm
      form={form}
      busy={busy}
      submit="Set a new password"
      busyText="Sending..."
      problem={textOf("form")}
      onSend={() =>
        void act(undefined, async () => {
          await askForPasswordMail(email);
          setSent(true);
        })
      }
    />
  );
}
