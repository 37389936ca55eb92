import { Button } from "@mantine/core";

type Props = {
  /** `Title of “Pay rent”` */
  what: string;
  text: string;
  /** Undefined: what it belongs to is open already, or not there. */
  onOpen?: (() => void) | undefined;
  /** Undefined: what it belongs to is gone for good. */
  onUse?: (() => void) | undefined;
  onLetGo: () => void;
};

/** A text that lost against another one, with the way back into what it belongs to. */
export function KeptText({ what, text, onOpen, onUse, onLetGo }: Props) {
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
            Use this
          </Button>
        ) : null}
        <Button variant="subtle" size="compact-md" onClick={onLetGo}>
          Let it go
        </Button>
      </div>
    </div>
  );
}
