import { expect, test } from "vitest";
import type { ToolFeature } from "#app/ui/tool-feature.ts";
import { createFrom } from "./create-from.ts";

const draft = { kind: "todo", title: "Water the beans", text: "" } as const;
const taking = (path: string): ToolFeature => ({
  path,
  entries: [],
  createFrom: { kind: "todo", open: ({ title }) => `${path}?with=${title.length}` },
});

test("the tool that takes a draft opens it, for who may open that tool", () => {
  const roles = { user: true, editor: false, admin: false };
  expect(createFrom(draft, roles, [taking("/AdvancedTodoList")])).toBe("/AdvancedTodoList?with=15");
  expect(createFrom(draft, undefined, [taking("/AdvancedTodoList")])).toBeUndefined();
  expect(createFrom(draft, roles, [taking("/UserManagement")])).toBeUndefined();
  expect(createFrom({ ...draft, kind: "card" }, roles, [taking("/TaskManager")])).toBeUndefined();
});
