import { Button } from "@mantine/core";
import { useState } from "react";
import { latePart } from "../tool-frame/late-part.tsx";
import type { PictureValue } from "./picture-value.ts";

const LibraryDialog = latePart(
  async () => (await import("./library-dialog.tsx")).LibraryDialog,
  null,
);

/** A picture that the site has already. */
export function LibraryButton({
  label,
  disabled,
  onChosen,
}: {
  label: string;
  disabled: boolean;
  onChosen: (picture: PictureValue) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        disabled={disabled}
        aria-label={`From the library: ${label}`}
        onClick={() => setOpen(true)}
      >
        From the library
      </Button>
      {isOpen ? (
        <LibraryDialog
          onClose={() => setOpen(false)}
          onChosen={(picture) => {
            setOpen(false);
            onChosen(picture);
          }}
        />
      ) : null}
    </>
  );
}
