/** Fields of the dialogs that move something without dragging it. */
import type { ReactNode } from "react";

type SelectProps = {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
};

/** It has the focus when the dialog comes. */
export function FirstSelect({ label, value, onChoose, children }: SelectProps) {
  return (
    <label className="record-field">
      <span>{label}</span>
      <select
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        // The first thing to say, before the buttons.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      >
        {children}
      </select>
    </label>
  );
}

export type End = "first" | "last";

export function EndSelect({ value, onChoose }: { value: End; onChoose: (end: End) => void }) {
  return (
    <label className="record-field">
      <span>Place</span>
      <select
        value={value}
        onChange={({ currentTarget }) =>
          onChoose(currentTarget.value === "first" ? "first" : "last")
        }
      >
        <option value="first">First</option>
        <option value="last">Last</option>
      </select>
    </label>
  );
}
