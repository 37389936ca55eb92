import { Button } from "@mantine/core";
import { useId } from "react";
import type { ReactNode } from "react";

type Props = {
  /** Of the words that say which one it is. */
  id?: string;
  /** `Title of “Pay rent”` */
  what: string;
  text: string;
  /** Undefined: what it belongs to is open already, or not there. */
  onOpen?: (() => void) | undefined;
  /** What its button says. */
  use?: string;
  /** Undefined: what it belongs to is gone for good. */
  onUse?: (() => void) | undefined;
  /** It stands below the other one then. Undefined: there is no room for both. */
  onBoth?: (() => void) | undefined;
  onLetGo: () => void;
  /** Behind its buttons. */
  more?: ReactNode;
};

/** A text that lost against another one, with the way back into what it belongs to. */
export function KeptText(props: Props) {
  const { what, text, onOpen, use = "Use this", onUse, onBoth, onLetGo, more } = props;
  const own = useId();
  const id = props.id ?? own;
  return (
    <div className="kept-line">
      <p id={id} className="faint">
        {onOpen ? (
          <button type="button" className="record-link" onClick={onOpen}>
            {what}
          </button>
        ) : (
          what
        )}
      </p>
      <p className="kept-text" dir="auto">
        {text}
      </p>
      <div className="record-acts">
        {onUse ? (
          <Button variant="default" size="compact-md" aria-describedby={id} onClick={onUse}>
            {use}
          </Button>
        ) : null}
        {onBoth ? (
          <Button variant="default" size="compact-md" aria-describedby={id} onClick={onBoth}>
            Keep both
          </Button>
        ) : null}
        <Button variant="subtle" size="compact-md" aria-describedby={id} onClick={onLetGo}>
          Let it go
        </Button>
        {more}
      </div>
    </div>
  );
}
