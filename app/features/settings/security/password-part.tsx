import { Button, PasswordInput } from "@mantine/core";
import { useRef, useState } from "react";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { passwordHint } from "#app/session/auth-message.ts";
import { digitsOf } from "#app/session/form-fields-code.tsx";
import { changePassword } from "./change-password.ts";
import type { PasswordProblem } from "./change-password.ts";
import type { SecurityFacts } from "./security-facts.ts";
import { CodeInput } from "./code-input.tsx";
import { focusAtFirst, textIn } from "./form-text.ts";
import { Part } from "./part.tsx";
import { problemText } from "#app/session/problem-text.ts";

type Props = { facts: SecurityFacts; refresh: () => Promise<void> };

export function PasswordPart({ facts, refresh }: Props) {
  const { hasPassword, email } = facts;
  const [isOpen, setOpen] = useState(false);
  const verb = hasPassword ? "Change password" : "Set a password";
  const state = hasPassword
    ? "You can sign in by your e-mail and a password."
    : email === null
      ? "None. A password needs an e-mail address: add one first."
      : "None yet. With one you can sign in even without the other ways.";
  return (
    <Part
      title="Password"
      isOpen={isOpen}
      state={state}
      action={
        isOpen || email === null ? undefined : (
          <Button variant="default" onClick={() => setOpen(true)}>
            {verb}
          </Button>
        )
      }
    >
      {isOpen ? (
        <PasswordForm
          email={email ?? ""}
          isFirst={!hasPassword}
          verb={verb}
          onClose={() => setOpen(false)}
          onDone={async () => {
            setOpen(false);
            tell(
              hasPassword
                ? "Password changed. Everywhere else you are signed out."
                : "Password set. You can sign in by it from now on.",
            );
            await refresh();
          }}
        />
      ) : null}
    </Part>
  );
}

function PasswordForm({
  email,
  isFirst,
  verb,
  onClose,
  onDone,
}: {
  email: string;
  isFirst: boolean;
  verb: string;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [length, setLength] = useState(0);
  const [needsCode, setNeedsCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PasswordProblem | { field: "form"; text: string }>();

  async function send(): Promise<void> {
    if (busy) return;
    const read = (name: string) => textIn(form.current, name);
    const [current, next, code] = [
      isFirst ? undefined : read("current"),
      read("next"),
      read("code"),
    ];
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await changePassword({ current, next, code: digitsOf(code) });
      if (answer === "done") await onDone();
      else if (answer === "needs-code") setNeedsCode(true);
      else setProblem(answer);
    } catch (error) {
      const text = problemText(error);
      setProblem(text === undefined ? undefined : { field: "form", text });
    } finally {
      setBusy(false);
    }
  }

  const problemOf = (field: "current" | "next" | "code" | "form") =>
    problem?.field === field ? problem.text : undefined;
  return (
    <form
      ref={form}
      className="security-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {isFirst ? null : (
        <PasswordInput
          name="current"
          label="Current password"
          autoComplete="current-password"
          ref={focusAtFirst}
          error={problemOf("current")}
        />
      )}
      <PasswordInput
        name="next"
        label="New password"
        autoComplete="new-password"
        ref={isFirst ? focusAtFirst : undefined}
        description={problemOf("next") === undefined ? passwordHint(length) : undefined}
        inputWrapperOrder={["label", "input", "error", "description"]}
        error={problemOf("next")}
        onInput={(event) => setLength(event.currentTarget.value.length)}
      />
      {needsCode ? <CodeInput name="code" problem={problemOf("code")} /> : null}
      <p role="alert" className="security-problem">
        {problemOf("form")}
      </p>
      <div className="security-buttons">
        <Button type="submit" loading={busy}>
          {verb}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
