import { Button } from "@mantine/core";

type Props = {
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
};

/** A text that lost against another one, with the way back into what it belongs to. */
export function KeptText({ what, text, onOpen, use = "Use this", onUse, onBoth, onLetGo }: Props) {
  return (
    <div className="kept-line">
      <p className="faint">
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
          <Button variant="default" size="compact-md" onClick={onUse}>
            {use}
          </Button>
        ) : null}
        {onBoth ? (
          <Button variant="default" size="compact-md" onClick={onBoth}>
            Keep both
          </Button>
        ) : null}
        <Button variant="subtle" size="compact-md" onClick={onLetGo}>
          Let it go
        </Button>
      </div>
    </div>
  );
}
