/** A new passphrase, typed twice; what is typed is in the fields alone. */
import { TextInput } from "@mantine/core";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import type { Ref } from "react";
import { typedPassphrase, weakness } from "./passphrase.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-private.css";

export type PassphraseHandle = {
  /** Undefined: something is missing, which is said. */
  read(): string | undefined;
};

type Props = { ref: Ref<PassphraseHandle>; label: string; takesFocus?: boolean };

type Problem = { field: "first" | "second"; text: string };

export function PassphraseFields({ ref, label, takesFocus = false }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    if (takesFocus) first.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useImperativeHandle(ref, () => ({
    read() {
      const passphrase = typedPassphrase(first.current?.value ?? "");
      const found = problemOf(passphrase, typedPassphrase(second.current?.value ?? ""));
      setProblem(found);
      if (found === undefined) return passphrase;
      (found.field === "first" ? first : second).current?.focus();
      return undefined;
    },
  }));
  const shared = {
    type: isShown ? "text" : "password",
    autoComplete: "off",
    autoCapitalize: "none",
    autoCorrect: "off",
    spellCheck: false,
    onInput: () => setProblem(undefined),
    errorProps: { role: "alert" },
  };
  const errorOf = (field: Problem["field"]) =>
    problem?.field === field ? problem.text : undefined;
  return (
    <>
      <div className="journal-secret">
        <TextInput
          {...shared}
          ref={first}
          name="journal-new-passphrase"
          label={label}
          description="Four or five words that have nothing to do with each other are good, and easy to keep in mind."
          error={errorOf("first")}
        />
        <button
          type="button"
          className="record-link"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          Show it
        </button>
      </div>
      <TextInput
        {...shared}
        ref={second}
        name="journal-new-passphrase-again"
        label="The same again"
        error={errorOf("second")}
      />
    </>
  );
}

function problemOf(passphrase: string, again: string): Problem | undefined {
  const weak = weakness(passphrase);
  if (weak !== undefined) return { field: "first", text: weak };
  if (passphrase.normalize("NFKC") !== again.normalize("NFKC")) {
    return { field: "second", text: "These are not the same." };
  }
  return undefined;
}
