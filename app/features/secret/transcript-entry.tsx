import { memo } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Line, LinkedText } from "./outcome.ts";
import type { Entry } from "./transcript.ts";

/** Added in one piece, so that a screen reader says a command's output once and whole. */
export const TranscriptEntry = memo(function TranscriptEntry({ entry }: { entry: Entry }) {
  const { prompt, typed, lines } = entry;
  return (
    <div className="terminal-entry">
      {prompt === undefined ? null : (
        <p className="terminal-typed">
          <span className="terminal-prompt">{prompt} $</span> {typed}
        </p>
      )}
      {lines.map((line, at) => (
        // The lines of an entry never change.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={at}>
          <LineText line={line} />
        </p>
      ))}
    </div>
  );
});

function LineText({ line }: { line: Line }) {
  return line.map((part, at) =>
    typeof part === "string" ? (
      <WithAddresses key={at} text={part} />
    ) : (
      <LinkTo key={at} part={part} />
    ),
  );
}

function LinkTo({ part: { text, href } }: { part: LinkedText }): ReactNode {
  if (href.startsWith("/")) return <Link to={href}>{text}</Link>;
  return (
    <a href={href} rel="noopener noreferrer" target="_blank">
      {text}
    </a>
  );
}

/** Addresses of the web within a text can be followed. */
function WithAddresses({ text }: { text: string }): ReactNode {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, at) =>
      at % 2 === 1 ? <LinkTo key={at} part={{ text: part, href: part }} /> : part,
    );
}
