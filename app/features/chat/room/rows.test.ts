import { expect, test } from "vitest";
import type { ShownMessage } from "#app/live/chat/shown.ts";
import { cameBefore, rowsOf } from "./rows.ts";

const noon = new Date(2026, 10, 20, 12).getTime();
const minute = 60_000;
const shown = (n: number, by: string, at: number): ShownMessage => ({
  id: `i${n}`,
  key: `m${n}`,
  n,
  message: { by, at, id: `i${n}`, text: "" },
  state: "stored",
});

test("days, the first new one, and who wrote several in a row", () => {
  const rows = rowsOf(
    [
      shown(1, "ann", noon - 24 * 60 * minute),
      shown(2, "ann", noon),
      shown(3, "ann", noon + minute),
      shown(4, "ben", noon + 2 * minute),
      shown(5, "ben", noon + 3 * minute),
      shown(6, "ben", noon + 9 * minute),
    ],
    { newFrom: 4, uid: "ann" },
  );
  expect(
    rows.map((row) => (row.kind === "message" ? [row.shown.n, row.isHead] : row.kind)),
  ).toEqual([
    "day",
    [1, true],
    "day",
    [2, true],
    [3, false],
    [4, true],
    "new",
    [5, true],
    [6, true],
  ]);
});

test("where what was read last is not among them, no line says where the new begins", () => {
  const all = [shown(7, "ben", noon), shown(8, "ben", noon)];
  expect(rowsOf(all, { newFrom: 3, uid: "ann" }).some(({ kind }) => kind === "new")).toBe(false);
  expect(rowsOf(all, { newFrom: 6, uid: "ann" })[1]!.kind).toBe("new");
});

test("one's own messages are not new, and in a room that was never read nothing is", () => {
  const all = [shown(1, "ben", noon), shown(2, "ann", noon)];
  expect(rowsOf(all, { newFrom: 1, uid: "ann" }).some(({ kind }) => kind === "new")).toBe(false);
  expect(rowsOf(all, { newFrom: 0, uid: "ann" }).some(({ kind }) => kind === "new")).toBe(false);
});

test("only rows that come before the others keep their place from the end", () => {
  const place = { newFrom: 9, uid: "ann" };
  const [few, older, newer, other] = [
    [shown(3, "ann", noon)],
    [shown(2, "ann", noon), shown(3, "ann", noon)],
    [shown(3, "ann", noon), shown(4, "ann", noon)],
    [shown(8, "ann", noon)],
  ].map((all) => rowsOf(all, place));
  expect(cameBefore(few!, older!)).toBe(true);
  expect(cameBefore(few!, newer!)).toBe(false);
  expect(cameBefore(few!, other!)).toBe(false);
  expect(cameBefore([], few!)).toBe(false);
});
