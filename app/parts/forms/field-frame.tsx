/** Around a field that is more than one control: its name, its help and its problem, tied together for who hears them. */
import { useId } from "react";
import type { ReactNode } from "react";
import { useProblem } from "./form-state.ts";

export function FieldFrame({
  path,
  label,
  help,
  below,
  children,
}: {
  path: string;
  label: string;
  help?: string | undefined;
  /** The problem of a part that no control of its own shows. */
  below?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const { problem: own, watch } = useProblem(path);
  const problem = own ?? below;
  const describedBy = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div
      // A fieldset would draw, and shrink, by rules of its own.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      className="field-frame"
      data-field={path}
      aria-labelledby={id}
      aria-describedby={describedBy || undefined}
      {...watch}
    >
      <p id={id} className="field-label">
        {label}
      </p>
      {help === undefined ? null : (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      {children}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </div>
  );
}

function FieldProblem({ id, text }: { id?: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="field-problem">
      {text}
    </p>
  );
}
