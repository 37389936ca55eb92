import { useEffect, useState } from "react";
import { checkCode } from "#app/session/account-actions-by-mail.ts";
import type { CodeFacts } from "#app/session/account-actions-by-mail.ts";
import { authProblem, knownAuthProblem } from "#app/session/auth-message.ts";
import { logFailure } from "#app/session/log-failure.ts";
import { ApplyLink } from "./apply-link.tsx";
import { AskForMail } from "./ask-for-mail.tsx";
import { forgetLink } from "./forget-link.ts";
import type { MailLink } from "./mail-link.ts";
import { NewPassword } from "./new-password.tsx";
import { isSpent, SpentLink } from "./spent-link.tsx";
import { Titled } from "./titled.tsx";

type Checked = { facts: CodeFacts } | { problem: string; isOver: boolean };

type CheckedMode = Exclude<MailLink["mode"], "signIn">;

const operationOf: Record<CheckedMode, string> = {
  resetPassword: "PASSWORD_RESET",
  verifyEmail: "VERIFY_EMAIL",
  verifyAndChangeEmail: "VERIFY_AND_CHANGE_EMAIL",
  recoverEmail: "RECOVER_EMAIL",
  revertSecondFactorAddition: "REVERT_SECOND_FACTOR_ADDITION",
};

type Props = { mode: CheckedMode; code: string };

/** Asks what the code is for, which uses nothing up, and then for the click that does: programs open links too. */
export function CheckedLink(link: Props) {
  const [turn, setTurn] = useState(0);
  return <Check key={turn} {...link} onAgain={() => setTurn(turn + 1)} />;
}

function Check({ mode, code, onAgain }: Props & { onAgain: () => void }) {
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    const life = new AbortController();
    const look = async () => {
      const outcome = await check(mode, code);
      if (life.signal.aborted) return;
      if ("problem" in outcome && outcome.isOver) forgetLink();
      setChecked(outcome);
    };
    void look();
    return () => life.abort();
  }, [mode, code]);

  if (checked === undefined) return <Titled title="One moment" lead="Looking at the link..." />;
  if ("facts" in checked) {
    const { email, emailNow } = checked.facts;
    if (mode === "resetPassword") return <NewPassword code={code} email={email} />;
    return <ApplyLink mode={mode} code={code} email={email} emailNow={emailNow} />;
  }
  if (!checked.isOver) {
    return (
      <Titled isNew title="The link could not be looked at" lead={checked.problem}>
        <p>
          <button type="button" className="submit" onClick={onAgain}>
            Try again
          </button>
        </p>
      </Titled>
    );
  }
  if (mode === "resetPassword") return <AskForMail why={checked.problem} />;
  return <SpentLink mode={mode} />;
}

async function check(mode: CheckedMode, code: string): Promise<Checked> {
  try {
    const facts = await checkCode(code);
    if (facts.operation === operationOf[mode]) return { facts };
    return { problem: "This link is not whole. Ask for a new one.", isOver: true };
  } catch (error) {
    if (knownAuthProblem(error) === undefined) logFailure("The link could not be checked", error);
    return { problem: authProblem(error).text, isOver: isSpent(error) };
  }
}
