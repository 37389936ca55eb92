import { expect, test } from "vitest";
import { pages } from "#lib/pages.ts";
import { toolEntries } from "./tool-entries.ts";

const features = [
  { path: "/Settings", entries: [{ title: "Change my name", words: "", path: "/Settings#name" }] },
  { path: "/UserManagement", entries: [{ title: "Invite", words: "", act: () => {} }] },
];
const titles = (roles: Parameters<typeof toolEntries>[0]) =>
  toolEntries(roles, features).map(({ title }) => title);

test("nobody is offered what a tool does unless they may open the tool", () => {
  expect(titles(undefined)).toEqual([]);
  expect(titles({ admin: false, editor: true, user: true })).toEqual(["Change my name"]);
  expect(titles({ admin: true, editor: false, user: true })).toEqual(["Change my name", "Invite"]);
});

test("every tool's entries lead to that tool, and no two have one name", () => {
  const entries = toolEntries({ admin: true, editor: true, user: true });
  expect(entries.length).toBeGreaterThan(0);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const tools = pages.filter(({ group }) => group === "tools").map(({ path }) => path);
  const led = entries.flatMap(({ target }) => ("path" in target ? [target.path] : []));
  expect(led.filter((path) => !tools.includes(path.replace(/[?#].*/, "")))).toEqual([]);
});
