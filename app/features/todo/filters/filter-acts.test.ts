import { expect, test } from "vitest";
import { openTodoBench } from "../testing/todo-bench.ts";
import { addFilter, changeFilter } from "./filter-acts.ts";
import { savedFilters } from "./saved-filters.ts";

test("of a filter only what was changed is written; what another device wrote meanwhile stays", () => {
  const app = openTodoBench();
  const id = addFilter(app, "Money", "prio:1")!;
  const opened = { name: "Money", query: "prio:1" };
  app.records.elsewhere([{ kind: "filters", id, register: "query", value: { v: "prio:2" } }]);
  const { undo } = app.stack.state();
  changeFilter(app, id, opened, opened);
  expect(app.stack.state().undo).toBe(undo);
  changeFilter(app, id, { ...opened, name: "Rent" }, opened);
  expect(savedFilters(app.records)).toMatchObject([{ name: "Rent", query: "prio:2" }]);
});
