/** Found entries, the best first, each with the line of its text in which the words stand. */
import { Button } from "@mantine/core";
import { Fragment, memo, useMemo, useState } from "react";
import type { SnippetPart } from "#lib/journal/search/snippet.ts";
import { shortDay } from "../dates.ts";
import { EntryLink } from "../day/entry-link.tsx";
import { useEntry } from "../store/journal-context.ts";
import { keyOf } from "../store/room-index.ts";
import type { Search } from "./search-client.ts";
import type { Hit } from "./search-messages.ts";
import { useSnippets } from "./use-search.ts";

type Props = {
  search: Search | undefined;
  query: string;
  hits: readonly Hit[];
  /** Nothing more comes. */
  isOver: boolean;
  /** What is said where nothing is found. */
  none: string;
  onShowAll: (() => void) | undefined;
};

const atOnce = 30;

export function FoundList({ search, query, hits, isOver, none, onShowAll }: Props) {
  const [most, setMost] = useState(atOnce);
  const shown = useMemo(() => hits.slice(0, most), [hits, most]);
  const snippets = useSnippets(query === "" ? undefined : search, query, shown);
  if (hits.length === 0) {
    if (!isOver) return null;
    return (
      <div className="found-none">
        <p>{none}</p>
        {onShowAll ? (
          <Button variant="default" onClick={onShowAll}>
            Clear the search
          </Button>
        ) : null}
      </div>
    );
  }
  return (
    <>
      <ol className="found-list">
        {shown.map(({ journal, id }) => {
          const key = keyOf(journal, id);
          return <Found key={key} entryKey={key} parts={snippets.get(key)} />;
        })}
      </ol>
      {hits.length > most ? (
        <Button variant="default" onClick={() => setMost(most + atOnce * 2)}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

type FoundProps = { entryKey: string; parts: readonly SnippetPart[] | undefined };

/** What is found stays while more is typed, and is not drawn anew with each letter. */
const Found = memo(function Found({ entryKey, parts }: FoundProps) {
  const entry = useEntry(entryKey);
  // It was deleted just now.
  if (!entry || entry.isGone) return null;
  return (
    <li>
      <EntryLink
        entry={entry}
        before={<span>{shortDay(entry.when.v)}</span>}
        {...(parts && parts.length > 0 && { below: <Line parts={parts} /> })}
      />
    </li>
  );
});

function Line({ parts }: { parts: readonly SnippetPart[] }) {
  return parts.map(({ text, isFound }, at) => (
    // A part has no other name than its place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>{isFound ? <mark>{text}</mark> : text}</Fragment>
  ));
}
