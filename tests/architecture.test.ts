import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { outside, rooms } from "./import-table.ts";

const root = join(import.meta.dirname, "..");
const houses = ["app", "backend", "games", "lib", "server", ...outside];
const files = houses
  .flatMap((house) => globSync(`${house}/**/*.{ts,tsx,mjs}`, { cwd: root }))
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !path.includes("node_modules"));
const sources = files.filter(
  (path) => !isTest(path) && !outside.some((name) => path.startsWith(`${name}/`)),
);

function isTest(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path) || path.includes("/testing/");
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

const aliases: [string, string][] = [
  ["#app/", "app/"],
  ["#games/", "games/"],
  ["#lib/", "lib/"],
];

/** Path of what is imported, from the root; undefined for packages, styles and generated types. */
function target(from: string, specifier: string): string | undefined {
  const clean = specifier.replace(/\?.*$/, "");
  if (clean.includes("/+types/") || clean.endsWith(".css") || !/^[.#]/.test(clean))
    return undefined;
  if (clean === "#backend") return "backend/index.server.ts";
  const alias = aliases.find(([prefix]) => clean.startsWith(prefix));
  if (alias !== undefined) return alias[1] + clean.slice(alias[0].length);
  return relative(root, join(root, dirname(from), clean)).replaceAll("\\", "/");
}

/** Each file is parsed once, however many tests ask for it. */
const known = new Map<string, string[]>();

function importsOf(path: string): string[] {
  const imports = known.get(path) ?? readImports(path);
  known.set(path, imports);
  return imports;
}

function readImports(path: string): string[] {
  const { module } = parseSync(path, read(path));
  const found = [
    ...module.staticImports.map((item) => item.moduleRequest.value),
    ...module.staticExports.flatMap((item) =>
      item.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      read(path).slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  return found.flatMap((specifier) => target(path, specifier) ?? []);
}

function matches(pattern: string, path: string): boolean {
  const expression = pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]+");
  return new RegExp(`^${expression}(?:/|$)`).test(path);
}

type Room = { pattern: string; instance: string };

const knownRooms = new Map<string, Room | undefined>();

function roomOf(path: string): Room | undefined {
  if (!knownRooms.has(path)) knownRooms.set(path, findRoom(path));
  return knownRooms.get(path);
}

function findRoom(path: string): Room | undefined {
  const found = rooms
    .filter(({ room }) => matches(room, path))
    .toSorted(
      (a, b) =>
        b.room.split("/").length - a.room.split("/").length || b.room.length - a.room.length,
    )[0];
  if (found === undefined) return undefined;
  const depth = found.room.split("/").length;
  return { pattern: found.room, instance: path.split("/").slice(0, depth).join("/") };
}

test("the checker sees the project", () => {
  expect(sources.length).toBeGreaterThan(80);
  for (const { room } of rooms) {
    expect(
      sources.some((path) => roomOf(path)?.pattern === room),
      `no file in room ${room}`,
    ).toBe(true);
  }
});

test("every source file stands in a room of the import table", () => {
  expect(sources.filter((path) => roomOf(path) === undefined)).toEqual([]);
});

test("no room imports one that the table does not allow it", () => {
  const breaches = sources.flatMap((path) => {
    const from = roomOf(path);
    const allowed = rooms.find(({ room }) => room === from?.pattern)?.mayImport ?? [];
    return importsOf(path)
      .filter((to) => {
        if (to.startsWith("content/")) return false;
        const room = roomOf(to);
        if (room !== undefined && room.instance === from?.instance) return false;
        return !allowed.some((pattern) => pattern === room?.pattern || pattern === to);
      })
      .map((to) => `${path} imports ${to}`);
  });
  expect(breaches).toEqual([]);
});

test("a backend room is entered by its door", () => {
  const breaches = sources.flatMap((path) =>
    importsOf(path)
      .filter(
        (to) => /^backend\/[^/]+\//.test(to) && roomOf(to)?.instance !== roomOf(path)?.instance,
      )
      .filter((to) => !/^backend\/[^/]+\/index\.ts$/.test(to))
      .map((to) => `${path} imports ${to}`),
  );
  expect(breaches).toEqual([]);
});

test("nobody imports tests, benches or scripts", () => {
  const breaches = sources.flatMap((path) =>
    importsOf(path)
      .filter((to) => outside.some((name) => to.startsWith(`${name}/`)))
      .map((to) => `${path} imports ${to}`),
  );
  expect(breaches).toEqual([]);
});

test("no file is longer than 400 lines, no test than 800", () => {
  const long = files
    .map((path) => ({ path, lines: read(path).split("\n").length }))
    .filter(({ path, lines }) => lines > (isTest(path) ? 800 : 400));
  expect(long).toEqual([]);
});

test("names are kebab-case and say what is inside", () => {
  const odd = files.filter((path) =>
    path
      .split("/")
      .some(
        (part) =>
          /^(?:shared|common|misc|helpers?|utils?)(?:\.|$)/.test(part) || /[A-Z]/.test(part),
      ),
  );
  expect(odd).toEqual([]);
});

test("app/ui stays small: at most 24 files, none over 200 lines, each used by two features or the shell", () => {
  const parts = sources.filter((path) => path.startsWith("app/ui/"));
  expect(parts.length).toBeLessThanOrEqual(24);
  expect(parts.filter((path) => read(path).split("\n").length > 200)).toEqual([]);
  const users = new Map(parts.map((part) => [part, new Set<string | undefined>()]));
  for (const path of sources)
    for (const imported of importsOf(path)) users.get(imported)?.add(roomOf(path)?.instance);
  expect(parts.filter((part) => users.get(part)!.size < 2)).toEqual([]);
});

test("only the backend speaks SQL", () => {
  const breaches = sources.filter(
    (path) => !path.startsWith("backend/") && /from "node:sqlite"/.test(read(path)),
  );
  expect(breaches).toEqual([]);
});
