import { expect, test } from "vitest";
import { changeSession } from "#app/session/session.ts";
import type { SessionUser } from "#app/session/session.ts";
import { takeOver } from "#app/ui/tool-feature.ts";
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

test("each kind has a tool, whose address has no word of the draft, and who signs in next finds none", () => {
  const user = { uid: "ann", roles: { user: true, editor: false, admin: false } } as SessionUser;
  changeSession({ user });
  const addresses = (["todo", "card", "journal"] as const).map((kind) =>
    createFrom({ kind, title: "Beans", text: "Secret" }),
  );
  expect(addresses).toEqual(["/AdvancedTodoList#draft", "/TaskManager", "/AdvancedJournal"]);
  expect(takeOver("journal")).toMatchObject({ text: "Secret" });
  createFrom(draft);
  changeSession({ notice: "Something else." });
  expect(takeOver("todo")).toEqual(draft);
  createFrom(draft);
  changeSession({ user: { ...user, uid: "ben" } });
  expect(takeOver("todo")).toBeUndefined();
});
