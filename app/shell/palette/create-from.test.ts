import { expect, test } from "vitest";
import { changeSession } from "#app/session/session.ts";
import type { SessionUser } from "#app/session/session.ts";
import { takeOver } from "#app/ui/handed-over.ts";
import type { ToolFeature } from "#app/ui/tool-feature.ts";
import { createFrom } from "./create-from.ts";

const draft = { kind: "todo", title: "Water the beans", text: "" } as const;
const taking = (path: string): ToolFeature => ({
  path,
  entries: [],
  createFrom: { kind: "todo", path: `${path}#draft` },
});

test("the tool that takes a draft opens it, for who may open that tool", async () => {
  const roles = { user: true, editor: false, admin: false };
  expect(await createFrom(draft, roles, [taking("/AdvancedTodoList")])).toBe(
    "/AdvancedTodoList#draft",
  );
  expect(await createFrom(draft, undefined, [taking("/AdvancedTodoList")])).toBeUndefined();
  expect(await createFrom(draft, roles, [taking("/UserManagement")])).toBeUndefined();
  expect(
    await createFrom({ ...draft, kind: "card" }, roles, [taking("/TaskManager")]),
  ).toBeUndefined();
});

test("each kind has a tool, whose address has no word of the draft, and who signs in next finds none", async () => {
  const user = { uid: "ann", roles: { user: true, editor: false, admin: false } } as SessionUser;
  changeSession({ user });
  const addresses: unknown[] = [];
  for (const kind of ["todo", "card", "journal"] as const)
    addresses.push(await createFrom({ kind, title: "Beans", text: "Secret" }));
  expect(addresses).toEqual(["/AdvancedTodoList#draft", "/TaskManager", "/AdvancedJournal"]);
  expect(takeOver("journal")).toMatchObject({ text: "Secret" });
  await createFrom(draft);
  changeSession({ notice: "Something else." });
  expect(takeOver("todo")).toEqual(draft);
  await createFrom(draft);
  changeSession({ user: { ...user, uid: "ben" } });
  expect(takeOver("todo")).toBeUndefined();
});
