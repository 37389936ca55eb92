import { expect, test } from "vitest";
import { isJournalId, isSealedJournal, newJournalId } from "./journal-id.ts";

test("a new journal says by its id for ever whether it is sealed", () => {
  const [sealed, plain] = [newJournalId("sealed"), newJournalId("plain")];
  expect([sealed, plain].map(isJournalId)).toEqual([true, true]);
  expect([sealed, plain].map(isSealedJournal)).toEqual([true, false]);
  expect(newJournalId("sealed")).not.toBe(sealed);
});

test("what only looks like an id is none, and nothing of it is sealed", () => {
  const id = `s${"a1".repeat(10)}`;
  expect(isSealedJournal(id)).toBe(true);
  const others = ["", "s", id.slice(1), `${id}a`, `${id}\n`, `x${id.slice(1)}`, id.toUpperCase()];
  for (const other of [...others, `s${"é".repeat(20)}`, `${id}/a`, `/${id}`]) {
    expect(isJournalId(other)).toBe(false);
    expect(isSealedJournal(other)).toBe(false);
  }
});
