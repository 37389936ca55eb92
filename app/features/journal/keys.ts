/** Single keys of the journal; those of a list with the arrows, and Ctrl-Z, are elsewhere. */
import type { ToolShortcut } from "#app/ui/tool-shortcuts.ts";
import type { FieldName } from "./entry/entry-fields.tsx";
import { togglePresenting } from "./private/presenting.ts";
import type { JournalApp } from "./store/journal-context.ts";
import { partsOf } from "./store/room-index.ts";
import type { ViewName } from "./views.ts";

export type EntryHandle = {
  edit(): void;
  field(name: FieldName): void;
};

export type ListHandle = {
  walk(by: 1 | -1): void;
  current(): string | undefined;
  focus(key: string): void;
};

type Parts = {
  app: JournalApp;
  list: ListHandle | null;
  page: EntryHandle | null;
  /** Of the entry that is opened; empty: none. */
  opened: string;
  onNew: () => void;
  onClose: () => void;
  onOpen: (key: string) => void;
  /** The journal that is shown alone; empty: all. */
  chosen: string;
  /** The next older or newer one. */
  onStep: (by: 1 | -1) => void;
  onShow: (view: ViewName) => void;
};

export function shortcutsOf(parts: Parts): ToolShortcut[] {
  const { app, list, page, opened, chosen, onNew, onClose, onOpen, onStep, onShow } = parts;
  const { acts, store } = app;
  const entry = (act: (key: string) => void) => () => {
    const key = opened === "" ? list?.current() : opened;
    if (key !== undefined && store.entry(key)) act(key);
  };
  const field = (name: FieldName) =>
    entry((key) => {
      if (opened === key) page?.field(name);
      else onOpen(key);
    });
  return [
    { key: "n", title: "New entry", run: onNew },
    { key: "j", title: "Next entry", run: () => list?.walk(1) },
    { key: "k", title: "Previous entry", run: () => list?.walk(-1) },
    {
      key: "e",
      title: "Write on in the entry",
      run: entry((key) => (opened === key ? page?.edit() : onOpen(key))),
    },
    { key: "[", title: "Older entry", run: () => onStep(1) },
    { key: "]", title: "Newer entry", run: () => onStep(-1) },
    { key: "m", title: "Mood", run: field("mood") },
    { key: "t", title: "Tags", run: field("tags") },
    {
      key: "s",
      title: "Star, or take it away",
      run: entry((key) => acts.entries.star([key], store.entry(key)?.star === false)),
    },
    {
      key: "Delete",
      title: "Delete the entry",
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
