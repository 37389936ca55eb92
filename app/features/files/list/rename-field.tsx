/** A name, changed in its place. Enter keeps it, Esc leaves it; what may not be is said below it. */
import { useEffect, useId, useRef, useState } from "react";
import { splitName, tidyName, whyNotName } from "#lib/drive/names.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";

type Props = {
  node: DriveNode;
  /** @returns why not */
  onRename: (node: DriveNode, name: string) => Promise<string | undefined>;
  onDone: () => void;
};

export function RenameField({ node, onRename, onDone }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [why, setWhy] = useState<string>();
  const isSending = useRef(false);

  useEffect(() => {
    const { current } = field;
    current?.focus();
    // Its ending is what stays, mostly.
    const { stem } = node.kind === "file" ? splitName(node.name) : { stem: node.name };
    current?.setSelectionRange(0, stem.length);
    // Only when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  async function keep(isLeaving: boolean): Promise<void> {
    if (isSending.current) return;
    const name = tidyName(field.current?.value ?? node.name);
    if (name === node.name) {
      onDone();
      return;
    }
    const wrong = whyNotName(name);
    if (wrong !== undefined) {
      if (isLeaving) onDone();
      else setWhy(wrong);
      return;
    }
    isSending.current = true;
    const refused = await onRename(node, name);
    isSending.current = false;
    if (refused === undefined) onDone();
    else setWhy(refused);
  }

  return (
    <span className="drive-rename">
      <input
        ref={field}
        type="text"
        aria-label={`New name of ${quoted(node.name)}`}
        aria-invalid={why !== undefined}
        aria-describedby={why === undefined ? undefined : id}
        defaultValue={node.name}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key === "Enter") void keep(false);
          else if (event.key === "Escape") onDone();
          else return;
          event.preventDefault();
        }}
        onBlur={() => void keep(true)}
      />
      <span id={id} className="drive-why" role="alert">
        {why}
      </span>
    </span>
  );
}
