import { expect, test } from "vitest";
import type { Change } from "#app/live/records/records.ts";
import type { Parts } from "#lib/records/register.ts";
import { createMemoryRecords } from "../records/testing/memory-records.ts";
import { createUndoStack } from "./undo-stack.ts";
import type { UndoShape } from "./undo-stack.ts";

const shape: UndoShape = {
  emptyOf: (register) => ({ v: register === "size" ? 4 : register === "gone" ? false : "" }),
  isAlwaysThere: (kind) => kind === "settings",
  isServers: (_, register) => register === "number",
  restored: (register, value) => (register === "place" ? { ...value, by: "me" } : value),
};

function openBench() {
  const records = createMemoryRecords();
  const changed: string[] = [];
  const stack = createUndoStack({
    records,
    shape,
    onChange: (keys) => changed.push(...keys),
    onFault(error) {
      throw error;
    },
  });
  const set = (id: string, register: string, v: string | number, isNew?: true): Change => ({
    kind: "things",
    id,
    register,
    value: { v },
    ...(isNew && { isNew }),
  });
  const read = (id: string, register: string, kind = "things"): Parts | undefined =>
    records.item(kind, id)?.registers[register]?.value;
  const write = (id: string, register: string, v: string | number, together?: string) =>
    stack.run(`${register} ${id}`, [set(id, register, v)], together);
  const make = (id: string) => stack.run(`Add ${id}`, [set(id, "name", id, true)]);
  const elsewhere = (id: string, register: string, v: string | number) =>
    records.elsewhere([set(id, register, v)]);
  return { records, stack, changed, read, write, make, elsewhere };
}

test("an act is undone and done again", () => {
  const { stack, read, write, elsewhere, changed } = openBench();
  elsewhere("a", "name", "A");
  write("a", "size", 1);
  expect(stack.state()).toEqual({ undo: "size a", redo: undefined });
  expect(stack.undo()).toMatchObject({ kept: 0, of: 1 });
  // As it is read that was never written.
  expect(read("a", "size")).toEqual({ v: 4 });
  expect(stack.state()).toEqual({ undo: undefined, redo: "size a" });
  stack.redo();
  expect(read("a", "size")).toEqual({ v: 1 });
  stack.undo();
  expect(read("a", "size")).toEqual({ v: 4 });
  expect(changed).toEqual(["things/a", "things/a", "things/a", "things/a"]);
});

test("20 steps go back one after the other, and no further", () => {
  const { stack, read, write } = openBench();
  for (let step = 1; step <= 25; step += 1) write("a", "size", step);
  let steps = 0;
  while (stack.undo()) steps += 1;
  expect([steps, read("a", "size")]).toEqual([20, { v: 5 }]);
  while (stack.redo()) steps -= 1;
  expect([steps, read("a", "size")]).toEqual([0, { v: 25 }]);
});

test("what somebody else has changed since stays, and is counted", () => {
  const { stack, read, elsewhere } = openBench();
  const ids = ["one", "two", "three"];
  const sized = (id: string): Change => ({
    kind: "things",
    id,
    register: "size",
    value: { v: 1 },
  });
  stack.run("Size", ids.map(sized));
  elsewhere("two", "size", 2);
  expect(stack.undo()).toMatchObject({ kept: 1, of: 3 });
  expect(ids.map((id) => read(id, "size")?.["v"])).toEqual([4, 2, 4]);
});

test("an act under a later one of the same register is undone after it", () => {
  const { stack, read, write } = openBench();
  write("a", "size", 1);
  write("a", "size", 2);
  stack.undo();
  expect(read("a", "size")).toEqual({ v: 1 });
  stack.undo();
  expect(read("a", "size")).toEqual({ v: 4 });
});

test("what was made goes, also after more was done to it and taken back; not when somebody else has written in it", () => {
  const { stack, read, write, make, elsewhere } = openBench();
  make("a");
  write("a", "size", 2);
  write("a", "name", "Other");
  stack.undo();
  stack.undo();
  stack.undo();
  expect(read("a", "gone")).toEqual({ v: true });
  stack.redo();
  expect(read("a", "gone")).toEqual({ v: false });
  stack.undo();
  make("b");
  elsewhere("b", "size", 1);
  expect(stack.undo()).toMatchObject({ kept: 1 });
  expect(read("b", "gone")).toBeUndefined();
});

test("what the server writes into it by itself does not keep it from going", () => {
  const { stack, read, make, elsewhere } = openBench();
  make("a");
  elsewhere("a", "number", 12);
  expect(stack.undo()).toMatchObject({ kept: 0 });
  expect(read("a", "gone")).toEqual({ v: true });
});

test("what is always there does not go with the first change of it", () => {
  const { stack, read } = openBench();
  stack.run("Show as a board", [
    { kind: "settings", id: "all", register: "view", value: { v: "board" }, isNew: true },
  ]);
  stack.undo();
  expect(read("all", "view", "settings")).toEqual({ v: "" });
  expect(read("all", "gone", "settings")).toBeUndefined();
});

test("a value that says by whom it was written comes back as written by who undoes", () => {
  const { stack, read, records } = openBench();
  const place = (column: string, by: string): Change => ({
    kind: "things",
    id: "a",
    register: "place",
    value: { column, by },
  });
  records.elsewhere([place("todo", "ann")]);
  stack.run("Move a", [place("done", "me")]);
  stack.undo();
  expect(read("a", "place")).toEqual({ column: "todo", by: "me" });
  stack.redo();
  expect(read("a", "place")).toEqual({ column: "done", by: "me" });
});

test("typing in one field is one step, until the field is left", () => {
  const { stack, read, write } = openBench();
  for (const text of ["P", "Pa", "Pay"]) write("a", "name", text, "name a");
  stack.settle();
  write("a", "name", "Pay it", "name a");
  stack.undo();
  expect(read("a", "name")).toEqual({ v: "Pay" });
  stack.undo();
  expect(read("a", "name")).toEqual({ v: "" });
});

test("a new act takes the way forward", () => {
  const { stack, write } = openBench();
  write("a", "size", 1);
  stack.undo();
  write("a", "size", 3);
  expect(stack.state().redo).toBeUndefined();
});

test("an act of many items is handed on in parts that a server takes", () => {
  const { records, stack } = openBench();
  const parts: number[] = [];
  const change = records.change.bind(records);
  records.change = async (some) => {
    parts.push(new Set(some.map(({ id }) => id)).size);
    await change(some);
  };
  const changes = Array.from({ length: 320 }, (_, at): Change[] =>
    ["name", "size"].map((register) => ({
      kind: "things",
      id: `t${at}`,
      register,
      value: { v: at },
      isNew: true,
    })),
  ).flat();
  stack.run("Import", changes);
  expect(parts).toEqual([150, 150, 20]);
  expect(records.all("things").size).toBe(320);
});

test("what an act has made first goes last, and comes back first", () => {
  const { records, stack } = openBench();
  const made = ["column", "card", "check"].map((id): Change => ({
    kind: "things",
    id,
    register: "name",
    value: { v: id },
    isNew: true,
  }));
  stack.run("Import", made);
  const stamps = () => ["column", "card", "check"].map((id) => records.item("things", id)!.at);
  const isRising = ([one = 0, two = 0, three = 0]: number[]) => one < two && two < three;
  stack.undo();
  expect(isRising(stamps().toReversed())).toBe(true);
  stack.redo();
  expect(isRising(stamps())).toBe(true);
});
