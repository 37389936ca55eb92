/** The text of an entry, as its field shows and writes it; others may write it, too. */
import { useCallback, useEffect, useRef } from "react";
import { mergeBlocks } from "#lib/rich-text/merge-blocks.ts";
import type { Texts } from "#lib/records/texts.ts";
import { useSharedText } from "#app/parts/records/use-shared-text.ts";
import { mostTextBytes } from "#lib/journal/limits.ts";
import { useJournal, useText } from "../store/journal-context.ts";
import type { EntryKey } from "../store/journal-store.ts";
import { useKeeper } from "./keep-text.ts";

/** Letters: to keep more than this at each letter would be felt in typing. */
const longText = 20_000;
const quietMs = 250;

// Three bytes a letter are the most.
const merge = (texts: Texts) => mergeBlocks(texts, mostTextBytes / 3);

export function useEntryText(key: EntryKey): {
  /** Rich text as JSON. */
  text: string;
  /** A long text is kept shortly after. */
  type: (text: string) => void;
  /** It is kept at once, however long it is. */
  typeNow: (text: string) => void;
  leave: () => void;
} {
  const { store, acts } = useJournal();
  const stored = useText(key)?.doc ?? "";
  const keep = useKeeper(key, "doc");
  const shared = useSharedText(stored, {
    read: () => store.text(key)?.doc ?? "",
    write: (text) => void acts.entries.text(key, text),
    keep,
    merge,
  });
  const { text, type, leave } = shared;
  const waits = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);
  const flush = useCallback(() => {
    const last = waits.current;
    if (last === undefined) return;
    clearTimeout(last.timer);
    waits.current = undefined;
    type(last.text);
  }, [type]);
  const typed = useCallback(
    (next: string) => {
      if (next.length < longText) {
        clearTimeout(waits.current?.timer);
        waits.current = undefined;
        type(next);
        return;
      }
      const timer = waits.current?.timer ?? setTimeout(flush, quietMs);
      waits.current = { text: next, timer };
    },
    [type, flush],
  );
  const left = useCallback(() => {
    flush();
    leave();
    acts.settle();
  }, [flush, leave, acts]);
  useEffect(() => {
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      flush();
      acts.settle();
    };
  }, [flush, acts]);
  return { text, type: typed, typeNow: type, leave: left };
}
