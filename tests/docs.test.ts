import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pages } from "#lib/pages.ts";
import { allCommands } from "../server/cli/all-commands.ts";
import { settingRows } from "../server/config/setting-rows.ts";
import { rooms } from "./import-table.ts";

const root = join(import.meta.dirname, "..");
// The formatter pads the cells of a table; what they say is what counts.
const read = (path: string) =>
  readFileSync(join(root, path), "utf8")
    .replaceAll(/ +\| */g, " | ")
    .replaceAll(/ +$/gm, "");

test("the configuration page lists every setting with its default and meaning, and no other", () => {
  const rows = [
    ...read("docs/configuration.md").matchAll(/^\| `([A-Z_]+)` \| (?:`(.*?)` )?\| (.*) \|$/gm),
  ];
  expect(rows.map(([, name, fallback = "", meaning]) => ({ name, fallback, meaning }))).toEqual(
    settingRows,
  );
});

test("the configuration page lists every command", () => {
  const text = read("docs/configuration.md");
  for (const { usage, meaning } of allCommands)
    expect(text).toContain(`| \`${usage}\` | ${meaning} |`);
});

test("the architecture page prints the import table as it is enforced", () => {
  const printed = [...read("docs/architecture.md").matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(
    ([, room, imports = ""]) => ({
      room,
      mayImport: [...imports.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    }),
  );
  expect(printed).toEqual(rooms);
});

test("the README is short, and its status table names exactly the pages that are not built", () => {
  const readme = read("README.md");
  expect(readme.split("\n").length).toBeLessThanOrEqual(121);
  const named = [...readme.matchAll(/^\| not built yet[^|]*\| (.*) \|$/gm)].flatMap(
    ([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path),
  );
  const missing = pages.filter((page) => !page.built).map((page) => page.path);
  expect(new Set(named)).toEqual(new Set(missing));
  expect(named).toHaveLength(missing.length);
});

test("decisions have each a number of their own", () => {
  const numbers = globSync("docs/decisions/*.md", { cwd: root }).map(
    (path) => /(\d{4})-/.exec(path)?.[1],
  );
  expect(numbers.length).toBeGreaterThan(0);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("links between documents lead somewhere", () => {
  const files = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    ...globSync("docs/**/*.md", { cwd: root }),
  ];
  const broken = files.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)]
      .map(([, link = ""]) => join(file, "..", link))
      .filter((path) => globSync(path, { cwd: root }).length === 0)
      .map((path) => `${file} links to ${path}`),
  );
  expect(broken).toEqual([]);
});

test("routes and the table of pages name the same pages", async () => {
  const { default: routes } = await import("../app/routes.ts");
  const paths = routes
    .flatMap((route) => route.children ?? route)
    .map((route) => `/${route.path ?? ""}`)
    .filter((path) => path !== "/*" && !path.includes(":"));
  expect(paths.toSorted()).toEqual(pages.map((page) => page.path).toSorted());
});
