/** A name, changed in its place. Enter keeps it, Esc leaves it; what may not be is said below it. */
import { useEffect, useId, useRef, useState } from "react";
import { splitName, tidyName, whyNotName } from "#lib/drive/names.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";

type Props = {
  node: DriveNode;
  /** @returns why not */
  onRename: (node: DriveNode, name: string) => Promise<string | undefined>;
  /** @param isBack the keyboard goes back to the list, unless it has gone elsewhere meanwhile */
  onDone: (isBack: boolean) => void;
};

export function RenameField({ node, onRename, onDone }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [why, setWhy] = useState<string>();
  /** It is being sent, or over: the blur that follows is nobody's wish. */
  const isOver = useRef(false);

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
    if (isOver.current) return;
    const name = tidyName(field.current?.value ?? node.name);
    const wrong = name === node.name ? undefined : whyNotName(name);
    if (name === node.name || (wrong !== undefined && isLeaving)) {
      leave(!isLeaving);
      return;
    }
    if (wrong !== undefined) {
      setWhy(wrong);
      return;
    }
    isOver.current = true;
    const refused = await onRename(node, name);
    if (refused === undefined) {
      onDone(!isLeaving);
      return;
    }
    isOver.current = false;
    setWhy(refused);
  }

  function leave(isBack: boolean): void {
    isOver.current = true;
    onDone(isBack);
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
          else if (event.key === "Escape") leave(true);
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
