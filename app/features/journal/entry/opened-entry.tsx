/** One entry as a page: in the list's place, or beside it where there is room. */
import { Button } from "@mantine/core";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ReactNode, Ref } from "react";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { BackIcon, StarIcon } from "../icons.tsx";
import type { EntryHandle } from "../keys.ts";
import { PhotoStrip, PromptLine } from "../late-views.tsx";
import { useEntry, useJournal } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { partsOf } from "../store/room-index.ts";
import { EntryFields } from "./entry-fields.tsx";
import type { FieldName } from "./entry-fields.tsx";
import { EntryFoot } from "./entry-foot.tsx";
import { EntryHead } from "./entry-head.tsx";
import { EntryText } from "./entry-text.tsx";
import { EntryTitle } from "./entry-title.tsx";
import { useHeldText } from "./use-held-text.ts";

type Props = {
  ref: Ref<EntryHandle>;
  entryKey: string;
  /** It may still come. */
  isWaiting: boolean;
  locked: readonly JournalHeader[];
  onUnlock: () => void;
  onClose: () => void;
  /** The next older or newer one. */
  onStep: (by: 1 | -1) => void;
};

export function EntryPage({ ref, entryKey, isWaiting, locked, onUnlock, onClose, onStep }: Props) {
  const entry = useEntry(entryKey);
  const place = useRef<HTMLElement>(null);
  const isThere = entry !== undefined;
  // Opened by a key or a press it has the focus; begun just now its text has.
  useEffect(() => {
    const page = place.current;
    if (!isThere || page === null || page.contains(document.activeElement)) return;
    const { activeElement } = document;
    const isFromList =
      activeElement === document.body || activeElement?.closest(".entry-list, .tool-head");
    if (isFromList) page.focus({ preventScroll: true });
    if (getComputedStyle(page).position !== "sticky") scrollTo({ top: 0 });
  }, [isThere]);
  return (
    // It has the focus when it opens, so that Esc and the keys of an entry mean it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={place}
      className="journal-page"
      aria-label="Entry"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      {entry ? (
        <Opened
          ref={ref}
          entry={entry}
          hasLocked={locked.length > 0}
          onClose={onClose}
          onStep={onStep}
        />
      ) : (
        <>
          <PageBar onClose={onClose} />
          {locked.some(({ id }) => id === partsOf(entryKey).journal) ? (
            <EmptyRoom
              title="This journal is locked"
              text="The entry is in a private journal. Unlock it to read on."
              action={<Button onClick={onUnlock}>Unlock…</Button>}
            />
          ) : isWaiting ? (
            <SkeletonForm fields={4} />
          ) : (
            <EmptyRoom
              title="This entry is not there"
              text="It was deleted for good, or it never had a word."
              action={
                <Button variant="default" onClick={onClose}>
                  All entries
                </Button>
              }
            />
          )}
        </>
      )}
    </article>
  );
}

type OpenedProps = {
  ref: Ref<EntryHandle>;
  entry: JournalEntry;
  /** There are other journals that are not in sight. */
  hasLocked: boolean;
  onClose: () => void;
  onStep: (by: 1 | -1) => void;
};

function Opened({ ref, entry, hasLocked, onClose, onStep }: OpenedProps) {
  const { acts } = useJournal();
  const { key, star, isGone, words } = entry;
  const held = useHeldText(key);
  const text = useRef<{ edit: () => void }>(null);
  const [field, setField] = useState<FieldName>();
  const handle = useMemo<EntryHandle>(
    () => ({ edit: () => text.current?.edit(), field: setField }),
    [],
  );
  useImperativeHandle(ref, () => handle, [handle]);
  return (
    <>
      <PageBar onClose={onClose}>
        <div className="journal-page-acts">
          <Button variant="subtle" size="compact-md" onClick={() => onStep(1)}>
            Older
          </Button>
          <Button variant="subtle" size="compact-md" onClick={() => onStep(-1)}>
            Newer
          </Button>
          <button
            type="button"
            className="journal-star"
            aria-pressed={star}
            aria-label="Star"
            title={star ? "Take the star away" : "Star"}
            onClick={() => acts.entries.star([key], !star)}
          >
            <StarIcon isOn={star} />
          </button>
        </div>
      </PageBar>
      {isGone ? (
        <div className="kept-note">
          <p>This entry is in the trash.</p>
          <Button variant="default" size="compact-md" onClick={() => acts.entries.restore([key])}>
            Restore
          </Button>
        </div>
      ) : null}
      <EntryHead entry={entry} hasLocked={hasLocked} isOpen={field === "when"} onOpen={setField} />
      <EntryTitle entry={entry} onDone={() => text.current?.edit()} />
      {isGone || held.state !== "ready" || words > 0 ? null : <PromptLine entry={entry} />}
      <EntryText ref={text} entry={entry} held={held} />
      <PhotoStrip entry={entry} />
      <EntryFields entry={entry} opened={field} onOpen={setField} />
      <EntryFoot entry={entry} held={held} onClose={onClose} />
    </>
  );
}

function PageBar({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  return (
    <div className="journal-page-bar">
      <button type="button" className="journal-back" onClick={onClose}>
        <BackIcon /> <span>All entries</span>
      </button>
      {children}
    </div>
  );
}
