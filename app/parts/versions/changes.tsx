import { useMemo } from "react";
import type { PlainFields } from "#lib/firestore-value.ts";
import { fieldChanges } from "./compare.ts";

type Props = {
  before: PlainFields;
  after: PlainFields;
  labelOf: (field: string) => string;
};

/** What was taken away is struck through, what was added underlined; who hears it is told by a word. */
export function Changes({ before, after, labelOf }: Props) {
  const changes = useMemo(() => fieldChanges(before, after), [before, after]);
  if (changes.length === 0) return <p className="faint">They are the same.</p>;
  return (
    <dl className="changes">
      {changes.map(({ field, pieces }) => (
        <div key={field}>
          <dt>{labelOf(field)}</dt>
          <dd dir="auto">
            {pieces.map(({ text, kind }, at) => {
              // Pieces have no names, and are made anew together.
              const key = `${at} ${kind}`;
              if (kind === "same") return <span key={key}>{text}</span>;
              return kind === "added" ? (
                <ins key={key}>
                  <span className="unseen">added: </span>
                  {text}
                </ins>
              ) : (
                <del key={key}>
                  <span className="unseen">taken away: </span>
                  {text}
                </del>
              );
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
