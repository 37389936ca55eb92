import { Button } from "@mantine/core";
import { useRef } from "react";

/** A button that asks for files. */
export function ChooseFiles({
  children,
  label,
  accept,
  multiple = false,
  disabled,
  subtle = false,
  onChosen,
}: {
  children: string;
  /** For who does not see what it stands by. */
  label: string;
  accept: string;
  multiple?: boolean;
  disabled: boolean;
  subtle?: boolean;
  onChosen: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = "";
          if (files.length > 0) onChosen(files);
        }}
      />
      <Button
        variant={subtle ? "subtle" : "default"}
        disabled={disabled}
        aria-label={label === children ? undefined : `${children}: ${label}`}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
