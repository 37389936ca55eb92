import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Modal } from "#app/ui/modal.tsx";

/** A secret address to hand on: shown once, never kept here. */
export function LinkDialog({
  title,
  text,
  link,
  onClose,
}: {
  title: string;
  text: ReactNode;
  link: string;
  onClose: () => void;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState("");
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      setSaid("Copied");
    } catch {
      // Browsers allow it by https only.
      field.current?.select();
      setSaid("Press Ctrl+C or ⌘C to copy what is marked");
    }
  }
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <p className="confirm-text">{text}</p>
      <textarea
        ref={field}
        className="link-field"
        readOnly
        rows={4}
        value={link}
        aria-label="Link"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <output className="faint">{said}</output>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={() => void copy()}>Copy link</Button>
      </div>
    </Modal>
  );
}
