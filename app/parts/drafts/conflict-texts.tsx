/** Two texts of one field side by side, with the words marked that only one of them has. */
import { Button } from "@mantine/core";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { fieldChanges } from "#app/parts/versions/compare.ts";
import type { Piece } from "#app/parts/versions/compare.ts";
import { valueText } from "#app/parts/versions/value-text.ts";
import type { PlainFields } from "#lib/firestore-value.ts";

type Props = {
  saved: PlainFields[string];
  kept: PlainFields[string];
  keptTitle: string;
  savedAction: ReactNode;
  keptAction: ReactNode;
  onCopy: (text: string) => void;
};

export function ConflictTexts({ saved, kept, keptTitle, savedAction, keptAction, onCopy }: Props) {
  const pieces = useMemo((): readonly Piece[] => {
    const [change] = fieldChanges({ text: saved }, { text: kept });
    return change?.pieces ?? [{ text: valueText(kept), kind: "same" }];
  }, [saved, kept]);
  return (
    <div className="conflict-texts">
      <Text title="Saved now" pieces={pieces} own="removed" of={saved} onCopy={onCopy}>
        {savedAction}
      </Text>
      <Text title={keptTitle} pieces={pieces} own="added" of={kept} onCopy={onCopy}>
        {keptAction}
      </Text>
    </div>
  );
}

function Text({
  title,
  pieces,
  own,
  of,
  onCopy,
  children,
}: {
  title: string;
  pieces: readonly Piece[];
  own: "added" | "removed";
  of: PlainFields[string];
  onCopy: (text: string) => void;
  children: ReactNode;
}) {
  const shown = pieces.filter(({ kind }) => kind === "same" || kind === own);
  return (
    <div className="conflict-text">
      <h3>
        <bdi>{title}</bdi>
      </h3>
      {/* It may be long: who has no mouse moves it by the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <p dir="auto" tabIndex={0} role="group" aria-label={title}>
        {shown.length === 0 ? <span className="faint">Empty</span> : null}
        {shown.map(({ text, kind }, at) => {
          // Pieces have no names, and are made anew together.
          const key = `${at} ${kind}`;
          return kind === "same" ? <span key={key}>{text}</span> : <mark key={key}>{text}</mark>;
        })}
      </p>
      <div className="draft-choices">
        {children}
        <Button
          variant="subtle"
          aria-label={`Copy: ${title}`}
          onClick={() => onCopy(valueText(of))}
        >
          Copy
        </Button>
      </div>
    </div>
  );
}
