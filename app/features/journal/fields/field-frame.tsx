/** What is around the field of an entry: it ends by Esc or “Done”, and the focus goes back to where it came from. */
import { Button } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-fields.css";

type Props = {
  /** Of the field, as the button that opens it says in `data-field`. */
  name: "when" | "mood" | "tags" | "people" | "place" | "weather";
  /** For who does not see where it stands. */
  label: string;
  onClose: () => void;
  children: ReactNode;
  /** Beside “Done”. */
  more?: ReactNode;
  /** False: “Done” stays, something is to be said first. */
  mayEnd?: () => boolean;
};

export function FieldFrame({ name, label, onClose, children, more, mayEnd }: Props) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(mayEnd);
  useLayoutEffect(() => {
    latest.current = mayEnd;
  });
  /** As at any other leaving; what comes of it is drawn before anybody is asked. */
  function settle(): void {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && frame.current?.contains(activeElement)) {
      flushSync(() => activeElement.blur());
    }
  }
  function close(): void {
    settle();
    const page = frame.current?.closest<HTMLElement>(".journal-page");
    flushSync(onClose);
    const opener = page?.querySelector<HTMLElement>(`[data-field="${name}"]`);
    (opener ?? page)?.focus({ preventScroll: true });
  }
  return (
    // Esc is for the field, and not for the entry around it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      ref={frame}
      className="journal-field"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      {children}
      <div className="record-acts">
        <Button
          variant="default"
          size="compact-md"
          // The field left by it may draw a line more: the button would go away below the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            settle();
            if (latest.current?.() ?? true) close();
          }}
        >
          Done
        </Button>
        {more}
      </div>
    </fieldset>
  );
}
