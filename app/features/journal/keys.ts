/** Single keys of the journal; those of a list with the arrows, and Ctrl-Z, are elsewhere. */
import type { ToolShortcut } from "#app/ui/tool-shortcuts.ts";
import type { FieldName } from "./entry/entry-fields.tsx";
import { togglePresenting } from "./private/presenting.ts";
import type { JournalApp } from "./store/journal-context.ts";
import type { EntryKey } from "./store/journal-store.ts";
import { partsOf } from "./store/room-index.ts";
import type { ViewName } from "./views.ts";

export type EntryHandle = {
  key: EntryKey;
  edit(): void;
  field(name: FieldName): void;
  /** To the next older or newer one. */
  step(by: 1 | -1): void;
};

export type ListHandle = {
  walk(by: 1 | -1): void;
  current(): string | undefined;
  focus(key: string): void;
  /** Scrolls to it where it is out of sight. */
  show(key: string): void;
};

type Parts = {
  app: JournalApp;
  list: ListHandle | null;
  page: EntryHandle | null;
  /** Of the entry that is opened; empty: none. */
  opened: string;
  onNew: () => void;
  onClose: () => void;
  /** @param act what is done once it is there */
  onOpen: (key: string, act: (page: EntryHandle) => void) => void;
  /** The journal that is shown alone; empty: all. */
  chosen: string;
  onShow: (view: ViewName) => void;
};

export function shortcutsOf(parts: Parts): ToolShortcut[] {
  const { app, list, page, opened, chosen, onNew, onClose, onOpen, onShow } = parts;
  const { acts, store } = app;
  const entry = (act: (key: string) => void) => () => {
    const isOnRow = Boolean(document.activeElement?.closest(".entry-list"));
    const row = isOnRow || opened === "" ? list?.current() : undefined;
    const key = row ?? opened;
    if (isMeant(opened === "") && store.entry(key)) act(key);
  };
  const inEntry = (act: (there: EntryHandle) => void) =>
    entry((key) => {
      if (opened !== key) onOpen(key, act);
      else if (page) act(page);
    });
  const field = (name: FieldName) => inEntry((there) => there.field(name));
  return [
    { key: "n", title: "New entry", run: onNew },
    { key: "j", title: "Next entry", run: () => list?.walk(1) },
    { key: "k", title: "Previous entry", run: () => list?.walk(-1) },
    { key: "e", title: "Write on in the entry", run: inEntry((there) => there.edit()) },
    { key: "[", title: "Older entry", run: () => page?.step(1) },
    { key: "]", title: "Newer entry", run: () => page?.step(-1) },
    { key: "m", title: "Mood", run: field("mood") },
    { key: "t", title: "Tags", run: field("tags") },
    {
      key: "s",
      title: "Star, or take it away",
      run: entry((key) => {
        const { star, isGone } = store.entry(key)!;
        if (!isGone) acts.entries.star([key], !star);
      }),
    },
    {
      key: "Delete",
      title: "Delete the entry; on a row Backspace, too",
      run: entry((key) => {
        acts.entries.remove([key]);
        if (opened === key) onClose();
      }),
    },
    { key: "1", title: "All entries", run: () => onShow("list") },
    { key: "2", title: "Calendar", run: () => onShow("calendar") },
    { key: "3", title: "Year", run: () => onShow("year") },
    { key: "4", title: "On this day", run: () => onShow("today") },
    { key: "5", title: "Photos", run: () => onShow("gallery") },
    { key: "6", title: "Map", run: () => onShow("map") },
    {
      key: "P",
      title: "Show this journal alone, or all of them again",
      run: () => togglePresenting(store, [partsOf(opened).journal, chosen]),
    },
    { key: "u", title: "Undo", run: () => void acts.undo() },
    { key: "r", title: "Redo", run: () => void acts.redo() },
  ];
}

/** Who is at something else does not mean the row where they were before, nor what is opened while they choose a view. */
function isMeant(isRow: boolean): boolean {
  const { activeElement: at, body } = document;
  if (at === null || at === body) return true;
  return isRow ? at.closest(".entry-list") !== null : at.closest(".journal-nav") === null;
}
