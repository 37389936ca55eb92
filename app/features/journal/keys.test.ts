import { expect, test, vi } from "vitest";
import { type EntryHandle, type ListHandle, shortcutsOf } from "./keys.ts";
import { openJournalBench } from "./testing/journal-bench.ts";

/** @param at the class of the part of the page that has the focus */
function pressKeys({ opened, row, at }: { opened: string; row?: string; at: string }) {
  const bench = openJournalBench();
  const keys = { open: bench.put("open"), row: bench.put("row") };
  const done: string[] = [];
  const focused = { closest: (classes: string) => (classes === at ? {} : null) };
  vi.stubGlobal("document", { activeElement: focused, body: {} });
  const list: ListHandle = {
    walk: () => undefined,
    current: () => row,
    focus: () => undefined,
    show: () => undefined,
  };
  const page: EntryHandle = {
    key: keys.open,
    edit: () => done.push("edit"),
    field: (name) => done.push(name),
    step: () => undefined,
  };
  const shortcuts = shortcutsOf({
    app: { ...bench, undo: bench.undo.stack },
    list,
    page,
    opened,
    chosen: "",
    onNew: () => undefined,
    onClose: () => done.push("close"),
    onOpen: (key) => done.push(`open ${key}`),
    onShow: () => undefined,
  });
  return {
    ...bench,
    keys,
    done,
    press: (key: string) => shortcuts.find((one) => one.key === key)!.run(),
  };
}

const [open, row] = ["p0diary0000000000000a.open", "p0diary0000000000000a.row"];

test("on a row of the list a key means that entry, also beside one that is open", () => {
  const { press, store, done } = pressKeys({ opened: open, row, at: ".entry-list" });
  press("s");
  expect([store.entry(row)?.star, store.entry(open)?.star]).toEqual([true, false]);
  press("m");
  press("Delete");
  expect(store.deleted().map(({ key }) => key)).toEqual([row]);
  expect(done).toEqual([`open ${row}`]);
});

test("elsewhere it means the entry that is open, but not while views are chosen", () => {
  const inPage = pressKeys({ opened: open, row, at: ".journal-page" });
  inPage.press("m");
  inPage.press("Delete");
  expect(inPage.store.deleted().map(({ key }) => key)).toEqual([open]);
  expect(inPage.done).toEqual(["mood", "close"]);
  const inNav = pressKeys({ opened: open, row, at: ".journal-nav" });
  inNav.press("Delete");
  expect(inNav.store.deleted()).toEqual([]);
});
