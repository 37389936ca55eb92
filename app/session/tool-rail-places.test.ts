import { expect, test } from "vitest";
import { pages } from "#lib/pages.ts";
import { toolIcons } from "./tool-icons.ts";
import { mostOpened, shortTitle, toolGroups } from "./tool-rail-places.ts";

const paths = (list: readonly { path: string }[]) => list.map(({ path }) => path);
const user = { admin: false, editor: false, user: true };

test("the rail leads to every tool that the roles open, and to no other", () => {
  const all = (roles: typeof user) => Object.values(toolGroups(roles)).flatMap(paths);
  expect(toolGroups(user).site).toEqual([]);
  expect(all({ ...user, editor: true })).toContain("/EditProjects");
  expect(all({ ...user, editor: true })).not.toContain("/UserManagement");
  const tools = pages.filter(({ group }) => group === "tools");
  expect(all({ ...user, admin: true }).toSorted()).toEqual(paths(tools).toSorted());
});

test("every tool has an icon of its own", () => {
  const tools = pages.filter(({ group }) => group === "tools");
  expect(Object.keys(toolIcons).toSorted()).toEqual(paths(tools).toSorted());
  expect(new Set(Object.values(toolIcons)).size).toBe(tools.length);
});

test("no name in a phone's bar is longer than a fifth of 360 pixels", () => {
  const titles = pages.filter(({ group }) => group === "tools").map(shortTitle);
  expect(titles.filter((title) => title.length > "Certificates".length)).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

test("a phone's bar has the four tools that are opened most, in the order of the rail", () => {
  const tools = toolGroups(user).own;
  expect(paths(mostOpened(tools, {}))).toEqual(paths(tools.slice(0, 4)));
  const last = tools.at(-1)!.path;
  const shown = paths(mostOpened(tools, { [last]: 9, [tools[1]!.path]: 2, "/gone": 99 }));
  expect(shown).toEqual([tools[0]!.path, tools[1]!.path, tools[2]!.path, last]);
});
