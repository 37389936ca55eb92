import { useState } from "react";

type Props = {
  label: string;
  /** Read out only. */
  isUnseen?: boolean;
  value: string;
  /** Letters. */
  most: number;
  /** When the field is left, or Enter is pressed; what is empty is not written. */
  onWrite: (text: string) => void;
};

/** One name, kept when the field is left. */
export function NameField({ label, isUnseen = false, value, most, onWrite }: Props) {
  const [typed, setTyped] = useState<string>();
  const write = () => {
    if (typed !== undefined && typed.trim() !== "") onWrite(typed);
    setTyped(undefined);
  };
  return (
    <label className="record-field">
      <span className={isUnseen ? "unseen" : undefined}>{label}</span>
      <input
        dir="auto"
        autoComplete="off"
        value={typed ?? value}
        maxLength={most}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={write}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          write();
        }}
      />
    </label>
  );
}
