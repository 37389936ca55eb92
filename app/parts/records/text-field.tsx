import { useEffect, useRef } from "react";
import { pasteThatFits } from "./paste-that-fits.ts";

/** How many letters are left is said from here on. */
const fewLeft = 200;

type Props = {
  id: string;
  label: string;
  value: string;
  /** Letters. */
  most: number;
  /** One line, which may be shown on several. */
  isLine?: boolean;
  onWrite: (text: string) => void;
  /** Also when the field goes. */
  onLeave: () => void;
};

/** What is typed is handed on with each letter; what is typed until the field is left is one step to undo. */
export function TextField({ id, label, value, most, isLine = false, onWrite, onLeave }: Props) {
  const left = most - value.length;
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => () => leave.current(), []);
  return (
    <div className="record-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        dir="auto"
        rows={isLine ? 1 : 5}
        value={value}
        maxLength={most}
        aria-describedby={left < fewLeft ? `${id}-left` : undefined}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value;
          onWrite(isLine ? typed.replace(/\s/gu, " ") : typed);
        }}
        onPaste={pasteThatFits}
        onKeyDown={(event) => {
          if (isLine && event.key === "Enter") event.preventDefault();
        }}
        onBlur={onLeave}
      />
      {left < fewLeft ? (
        <p id={`${id}-left`} className="faint">
          {left} of {most} letters are left.
        </p>
      ) : null}
    </div>
  );
}
