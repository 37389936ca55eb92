import { useId, useState } from "react";
import { FieldProblem } from "./form-fields.tsx";
import type { FieldProps } from "./form-fields.tsx";

export function PasswordField({
  name,
  label,
  autoComplete,
  readOnly,
  problem,
  hint,
  onInput,
}: FieldProps & { hint: string | undefined; onInput: (length: number) => void }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="password">
        <input
          id={id}
          name={name}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          readOnly={readOnly}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}problem ${id}hint`}
          onInput={(event) => onInput(event.currentTarget.value.length)}
        />
        <button type="button" onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
          <span className="unseen"> password</span>
        </button>
      </span>
      <FieldProblem id={`${id}problem`} text={problem} />
      {hint === undefined ? null : (
        <p className="quiet" id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
