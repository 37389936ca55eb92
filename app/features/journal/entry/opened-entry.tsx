/** One entry as a page: in the list's place, or beside it where there is room. */
import { Button } from "@mantine/core";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ReactNode, Ref } from "react";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { isField } from "#app/parts/tool-frame/is-field.ts";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { BackIcon, StarIcon } from "../icons.tsx";
import type { EntryHandle } from "../keys.ts";
import { PhotoStrip, PromptLine } from "./late-parts.tsx";
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
  /** In their order: what is older and newer. */
  entries: readonly JournalEntry[];
  onClose: () => void;
  onOpen: (key: string) => void;
};

export function EntryPage(props: Props) {
  const { ref, entryKey, isWaiting, locked, entries, onUnlock, onClose, onOpen } = props;
  const entry = useEntry(entryKey);
  const place = useRef<HTMLElement>(null);
  const isThere = entry !== undefined;
  // Opened by a key or a press it has the focus; begun just now its text has.
  useEffect(() => {
    const page = place.current;
    if (!isThere || page === null || page.contains(document.activeElement)) return;
    const { activeElement } = document;
    const isFromView =
      activeElement === document.body ||
      (activeElement?.closest(".journal-main, .tool-head") && !isField(activeElement));
    if (isFromView) page.focus({ preventScroll: true });
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
          entries={entries}
          onClose={onClose}
          onOpen={onOpen}
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
              text="It was deleted for good, it never had a word, or it is not shown now."
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
} & Pick<Props, "entries" | "onClose" | "onOpen">;

function Opened({ ref, entry, hasLocked, entries, onClose, onOpen }: OpenedProps) {
  const { acts } = useJournal();
  const { key, star, isGone, words } = entry;
  const held = useHeldText(key);
  const text = useRef<{ edit: () => void }>(null);
  const [field, setField] = useState<FieldName>();
  // It keeps its room when words come: nothing moves under who writes them.
  const [wasBlank] = useState(words === 0);
  const at = entries.findIndex((one) => one.key === key);
  const older = at === -1 ? undefined : entries[at + 1]?.key;
  const newer = entries[at - 1]?.key;
  // A key may come before the text is there.
  const isToEdit = useRef(false);
  useEffect(() => {
    if (held.state !== "ready" || !isToEdit.current) return;
    isToEdit.current = false;
    // It is drawn at once, which nothing can while this is.
    queueMicrotask(() => text.current?.edit());
  }, [held.state]);
  const handle = useMemo<EntryHandle>(
    () => ({
      key,
      edit() {
        if (text.current) text.current.edit();
        else isToEdit.current = true;
      },
      field: (name) => isGone || setField(name),
      step(by) {
        const next = by === 1 ? older : newer;
        if (next !== undefined) onOpen(next);
      },
    }),
    [key, isGone, older, newer, onOpen],
  );
  useImperativeHandle(ref, () => handle, [handle]);
  return (
    <>
      <PageBar onClose={onClose}>
        <div className="journal-page-acts">
          {/* Not `disabled`: who walks through the bar by keys hears that there is none. */}
          <Button
            variant="subtle"
            size="compact-md"
            aria-disabled={older === undefined}
            data-disabled={older === undefined}
            onClick={() => handle.step(1)}
          >
            Older
          </Button>
          <Button
            variant="subtle"
            size="compact-md"
            aria-disabled={newer === undefined}
            data-disabled={newer === undefined}
            onClick={() => handle.step(-1)}
          >
            Newer
          </Button>
          <button
            type="button"
            className="journal-star"
            aria-pressed={star}
            aria-label="Star"
            title={star ? "Take the star away" : "Star"}
            disabled={isGone}
            onClick={() => acts.entries.star([key], !star)}
          >
            <StarIcon isOn={star} />
          </button>
        </div>
      </PageBar>
      {isGone ? (
        <div className="kept-note">
          <p>This entry is in the trash.</p>
          <Button
            variant="default"
            size="compact-md"
            onClick={({ currentTarget }) => {
              // It goes with its line.
              currentTarget.closest<HTMLElement>(".journal-page")?.focus();
              acts.entries.restore([key]);
            }}
          >
            Restore
          </Button>
        </div>
      ) : null}
      <EntryHead entry={entry} hasLocked={hasLocked} isOpen={field === "when"} onOpen={setField} />
      <EntryTitle entry={entry} onDone={() => text.current?.edit()} />
      {isGone || held.state !== "ready" || !wasBlank ? null : <PromptLine entry={entry} />}
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
