import { expect, test } from "vitest";
import { diary, garden, openJournalBench } from "../testing/journal-bench.ts";

test("while one journal is presented, acts in the others are neither said nor taken back; then they can be again", () => {
  const { store, acts, undo, put } = openJournalBench();
  const [hidden, shown] = [put("h", { title: "Harsh words" }, garden), put("s")];
  const seen: (string | undefined)[] = [];
  undo.stack.subscribe(() => seen.push(undo.stack.state().undo));
  acts.entries.star([hidden], true);
  store.present(diary);
  expect(undo.stack.state()).toEqual({ undo: undefined, redo: undefined });
  expect(undo.stack.undo()).toBeUndefined();

  acts.entries.star([shown], true);
  undo.stack.undo();
  expect(store.entry(shown)?.star).toBe(false);

  store.present(undefined);
  expect(seen.at(-1)).toContain("Harsh words");
  undo.stack.undo();
  expect(store.entry(hidden)?.star).toBe(false);
});

test("a lock takes away what could be undone while one journal was presented, too", () => {
  const { store, acts, undo, put } = openJournalBench();
  store.present(diary);
  acts.entries.star([put("s")], true);
  undo.drop();
  expect(undo.stack.state().undo).toBeUndefined();
});
