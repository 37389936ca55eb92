import { useId, useState } from "react";

type FieldProps = {
  name: string;
  label: string;
  autoComplete: string;
  /** While the form is being sent: a disabled field would lose the focus. */
  readOnly: boolean;
  problem?: string | undefined;
};

export function TextField({
  name,
  label,
  problem,
  ...input
}: FieldProps & { type?: "email"; defaultValue?: string; maxLength?: number }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        autoCapitalize={input.type === "email" ? "none" : undefined}
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}problem`}
        {...input}
      />
      <FieldProblem id={`${id}problem`} text={problem} />
    </div>
  );
}

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

// There before it says anything, so that it is read out when it does.
function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p className="form-problem" id={id} role="alert">
      {text}
    </p>
  );
}
