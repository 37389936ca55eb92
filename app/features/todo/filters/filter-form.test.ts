import { expect, test } from "vitest";
import { filterText, isFilterProblem, parseFilter } from "#lib/todo/filter.ts";
import type { Filter } from "#lib/todo/filter-tree.ts";
import { changed, filterOfGroup, groupOf, newCondition, partOf } from "./filter-form.ts";

function read(text: string): Filter {
  const filter = parseFilter(text);
  if (isFilterProblem(filter)) throw new Error(filter.text);
  return filter;
}

test("what the text says stands in the form, and the form writes the same filter", () => {
  for (const text of ["due:today", "#home (due<=today or !1) -@waiting", "not (a or not b)"]) {
    const filter = read(text);
    const back = filterOfGroup(groupOf(filter))!;
    expect(filterText(back)).toBe(filterText(filter));
  }
});

test("a condition that is not to be, and one taken back twice", () => {
  expect(partOf(read("-@waiting"))).toMatchObject({ isNot: true, condition: { value: "waiting" } });
  expect(partOf(read("not not due:today"))).toMatchObject({ isNot: false });
});

test("a group loses its last condition, and is no filter any more", () => {
  const group = groupOf(read("due:today"));
  expect(filterOfGroup({ ...group, parts: [] })).toBeUndefined();
  const parts = [newCondition("prio"), newCondition("has")];
  expect(filterText(filterOfGroup({ join: "or", isNot: true, parts })!)).toBe(
    "not (prio:1 or has:notes)",
  );
});

test("a comparison and a value that do not go together are made to", () => {
  const overdue = changed(newCondition("due"), { op: "<" });
  expect(overdue).toEqual({ field: "due", op: "<", value: "today" });
  expect(changed(overdue, { value: "none" })).toEqual({ field: "due", op: "=", value: "none" });
  const none = { field: "due", op: "=", value: "none" } as const;
  expect(changed(none, { op: ">" })).toEqual({ field: "due", op: ">", value: "today" });
});
