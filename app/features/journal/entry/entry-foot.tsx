/** Under an entry: how long it is, when it was written, what it was before, and the way out. */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Revisions, TemplateMenu } from "./late-parts.tsx";
import { stampWords } from "../stamp-words.ts";
import { MoveButton } from "../move/move-button.tsx";
import { useJournal } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import type { HeldText } from "./use-held-text.ts";

type Props = { entry: JournalEntry; held: HeldText; onClose: () => void };

export function EntryFoot({ entry, held, onClose }: Props) {
  const { store, acts } = useJournal();
  const { key, words, edited, revs, isGone } = entry;
  const [isLooking, setLooking] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(
    () => () => {
      // Those that it keeps no more go when it is left; what cannot go now goes the next time.
      void import("../acts/thin-revisions.ts")
        .then(({ thinRevisions }) => thinRevisions(store, key, Date.now()))
        .catch(() => undefined);
    },
    [store, key],
  );
  return (
    <footer className="entry-foot">
      <p className="entry-foot-facts">
        <span>{words === 1 ? "1 word" : `${words.toLocaleString("en")} words`}</span>
        {edited === 0 ? null : <span>Edited {stampWords(edited)}</span>}
      </p>
      {isGone || held.state !== "ready" ? null : (
        <div className="entry-foot-acts">
          <TemplateMenu entry={entry} />
          {revs.length === 0 ? null : (
            <Button
              variant="subtle"
              size="compact-md"
              ref={toggle}
              aria-expanded={isLooking}
              onClick={() => setLooking(!isLooking)}
            >
              {revs.length === 1 ? "1 revision" : `${revs.length} revisions`}
            </Button>
          )}
          {store.isBegun(key) ? null : (
            <>
              <MoveButton entry={entry} />
              <Button
                variant="subtle"
                size="compact-md"
                onClick={() => {
                  acts.entries.remove([key]);
                  onClose();
                }}
              >
                Delete
              </Button>
            </>
          )}
        </div>
      )}
      {isLooking && revs.length > 0 ? (
        <Revisions
          entry={entry}
          onClose={() => {
            setLooking(false);
            toggle.current?.focus();
          }}
        />
      ) : null}
    </footer>
  );
}
