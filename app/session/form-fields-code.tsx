import { useId } from "react";
import { FieldProblem } from "./form-fields.tsx";

const codeLength = 6;

/** The six digits of an authenticator app. Calls `onWhole` when all are there, by hand or pasted. */
export function CodeField({
  name,
  label,
  readOnly,
  problem,
  onWhole,
}: {
  name: string;
  label: string;
  readOnly: boolean;
  problem: string | undefined;
  onWhole: () => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readOnly}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}problem`}
        onInput={({ currentTarget: input }) => {
          const digits = digitsOf(input.value);
          // Apps show it in two groups, and a paste brings the gap along.
          if (digits !== input.value) input.value = digits;
          if (digits.length === codeLength) onWhole();
        }}
      />
      <FieldProblem id={`${id}problem`} text={problem} />
    </div>
  );
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "").slice(0, codeLength);
}
