import { useId } from "react";

export type FieldProps = {
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

// There before it says anything, so that it is read out when it does.
export function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p className="form-problem" id={id} role="alert">
      {text}
    </p>
  );
}
