import { expect, test } from "vitest";
import type { Op } from "./register.ts";
import { settleOps } from "./settle-ops.ts";

const shape = { text: () => true, set: () => false };
const op = (register: string, v: string, more: Partial<Op> = {}): Op => ({
  kind: "tasks",
  id: "a",
  register,
  value: { v },
  from: null,
  p: 0,
  t: 10,
  ...more,
});

test("what is written into a new item before it was sent goes with it", () => {
  const ops = [op("title", "Tea", { isNew: true }), op("notes", "Green", { t: 20 })];
  const none = () => undefined;
  const { writes, lost, dropped } = settleOps(shape, ops, none, none);
  expect(writes).toEqual({
    "tasks/a/at": { ".sv": "timestamp" },
    "tasks/a/title": { v: "Tea", t: 10, p: 0 },
    "tasks/a/notes": { v: "Green", t: 20, p: 0 },
  });
  expect([lost, dropped]).toEqual([[], []]);
});
