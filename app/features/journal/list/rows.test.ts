import { expect, test } from "vitest";
import { openJournalBench } from "../testing/journal-bench.ts";
import { plainRowsOf, rowsOf } from "./rows.ts";

test("entries stand under their months, and the first one of a day says so", () => {
  const { store, put } = openJournalBench();
  for (const [id, at] of [
    ["a", "2026-03-02T21:40"],
    ["b", "2026-03-02T08:00"],
    ["c", "2026-03-01"],
    ["d", "2025-03-01T10:00"],
  ] as const) {
    put(id, { at });
  }
  const rows = rowsOf(store.entries()).map((row) =>
    row.kind === "month" ? `${row.month} ${row.count}` : `${row.entry.id}${row.isDay ? "!" : ""}`,
  );
  expect(rows).toEqual(["2026-03 3", "a!", "b", "c!", "2025-03 1", "d!"]);
  expect(plainRowsOf(store.entries())).toHaveLength(4);
});
