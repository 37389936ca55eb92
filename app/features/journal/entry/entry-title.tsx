import { useCallback, useEffect } from "react";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import { useSharedText } from "#app/parts/records/use-shared-text.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { longest } from "#lib/journal/limits.ts";
import { useJournal } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useKeeper } from "./keep-text.ts";

type Props = {
  entry: JournalEntry;
  /** Enter: the text is next. */
  onDone: () => void;
};

export function EntryTitle({ entry, onDone }: Props) {
  const { store, acts } = useJournal();
  const { key, title } = entry;
  const keep = useKeeper(key, "title");
  const { text, type, leave } = useSharedText(title, {
    read: () => store.entry(key)?.title ?? "",
    write: (next) => void acts.entries.title(key, next),
    keep,
  });
  const left = useCallback(() => {
    leave();
    acts.settle();
  }, [leave, acts]);
  useEffect(() => () => acts.settle(), [acts]);
  return (
    <textarea
      className="entry-title"
      aria-label="Title"
      placeholder="Title"
      dir="auto"
      rows={1}
      autoComplete="off"
      spellCheck={!isSealedJournal(entry.journal)}
      value={text}
      maxLength={longest.title}
      // In the trash nothing is written: it would be deleted with the entry.
      readOnly={entry.isGone}
      onChange={({ currentTarget }) => type(currentTarget.value.replace(/\s/gu, " "))}
      onPaste={pasteThatFits}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.currentTarget.closest<HTMLElement>(".journal-page")?.focus();
        }
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onDone();
      }}
      onBlur={left}
    />
  );
}
