import type { ReactNode } from "react";
import { askForPasswordMail } from "#app/session/account-actions-by-mail.ts";
import { authProblem, checkForm, knownAuthProblem } from "#app/session/auth-message.ts";
import type { FormProblem } from "#app/session/auth-message.ts";
import { logFailure } from "#app/session/log-failure.ts";
import { keepTypedEmail } from "#app/session/sign-in-panel-email.ts";
import { readSignInOptions } from "#app/session/sign-in-panel-options.ts";
import { Titled } from "./titled.tsx";

/**
 * The answer is the same whether the address has an account or not. `isEmail`: the browser's own verdict; `onAgain`:
 * the form is wanted once more.
 */
export async function sendPasswordMail({
  email,
  isEmail,
  onAgain,
}: {
  email: string;
  isEmail: boolean;
  onAgain: () => void;
}): Promise<{ answer: ReactNode } | { problem: FormProblem }> {
  // No password is needed to ask for a new one.
  const mistake = checkForm({ email, isEmail, password: "-", isNew: false });
  if (mistake) return { problem: mistake };
  try {
    await askForPasswordMail(email);
  } catch (error) {
    if (knownAuthProblem(error) === undefined) logFailure("The mail was not asked for", error);
    return { problem: authProblem(error) };
  }
  keepTypedEmail(email);
  const options = await readSignInOptions();
  const lead = options?.sendsMail === false ? liesReady(email) : isOnItsWay(email);
  const answer = (
    <Titled
      isNew
      title={options?.sendsMail === false ? "Ask the owner" : "Look into your mail"}
      lead={lead}
    >
      <p>
        <button type="button" className="as-link" onClick={onAgain}>
          Ask once more
        </button>
      </p>
    </Titled>
  );
  return { answer };
}

function isOnItsWay(email: string): ReactNode {
  return (
    <>
      If <bdi>{email}</bdi> has an account here, a mail with a link is on its way. It may take some
      minutes, and it may lie among the unwanted ones.
    </>
  );
}

function liesReady(email: string): ReactNode {
  return (
    <>
      This site sends no mail by itself. If <bdi>{email}</bdi> has an account here, a link for it
      lies ready: ask the owner of the site for it.
    </>
  );
}
