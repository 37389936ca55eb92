import { TextInput } from "@mantine/core";
import { digitsOf } from "#app/session/form-fields-code.tsx";
import { focusAtFirst } from "./form-text.ts";

/** The six digits of an authenticator app. */
export function CodeInput({ name, problem }: { name: string; problem: string | undefined }) {
  return (
    <TextInput
      className="security-code"
      name={name}
      label="Code of your authenticator app (six digits)"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      ref={focusAtFirst}
      error={problem}
      onInput={({ currentTarget: input }) => {
        // Apps show it in two groups, and a paste brings the gap along.
        const digits = digitsOf(input.value);
        if (digits !== input.value) input.value = digits;
      }}
    />
  );
}
