import { Button } from "@mantine/core";
import { useRef } from "react";
import { tell } from "#app/parts/tool-frame/toasts.ts";

type Props = {
  label: string;
  value: string;
  help?: string;
  /** It has just been made. */
  takesFocus?: boolean;
};

/** An address to be copied; where the browser does not let it, it is marked. */
export function CopyField({ label, value, help, takesFocus = false }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      tell("The address is copied.");
    } catch {
      field.current?.select();
    }
  };
  return (
    <div className="boards-form">
      <label className="record-field">
        <span>{label}</span>
        <input
          ref={field}
          readOnly
          value={value}
          // What was pressed to make it is for the next one.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={takesFocus}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </label>
      <Button variant="default" onClick={() => void copy()}>
        Copy
      </Button>
      {help === undefined ? null : <p className="faint">{help}</p>}
    </div>
  );
}
