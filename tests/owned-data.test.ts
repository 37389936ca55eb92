/** lib/owned-data.ts knows every place: those of the rules files, and those that the server's code names. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { ownedData, unownedData } from "#lib/owned-data.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const patternOf = (place: (typeof ownedData)[number]) => {
  switch (place.store) {
    case "files":
      return place.prefix;
    case "documents-with":
      return place.collection;
    case "database":
    case "document":
    case "documents-below":
    case "shared":
      return place.path;
  }
};
const firstOf = (path: string) => path.split("/")[0] ?? "";
const ofStore = (...stores: string[]) =>
  new Set(
    ownedData
      .filter(({ store }) => stores.includes(store))
      .map((place) => firstOf(patternOf(place))),
  );

const inDatabase = ofStore("database", "shared");
const inDocuments = ofStore("document", "documents-below", "documents-with");
const unowned = new Set(Object.keys(unownedData));

test("ids are unique, and each place names the account or the field that has it", () => {
  const ids = ownedData.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const named = ownedData.filter(({ store }) => store !== "documents-with" && store !== "shared");
  expect(named.filter((place) => !patternOf(place).includes("{uid}"))).toEqual([]);
  // What follows would be somebody else's, too: `users/ann` and `users/anna`.
  const files = ownedData.filter(({ store }) => store === "files");
  expect(files.filter((place) => !patternOf(place).endsWith("/{uid}/"))).toEqual([]);
  for (const name of unowned) expect(inDocuments.has(name), name).toBe(false);
});

test("every place of the Realtime Database's rules is somebody's or nobody's", () => {
  const text = read("firebase/database.rules.json").replaceAll(/^\s*\/\/.*$/gm, "");
  const { rules } = JSON.parse(text) as { rules: Record<string, object> };
  const places = Object.entries(rules).filter(([key]) => !key.startsWith("."));
  expect(places.length).toBeGreaterThan(9);
  for (const [name, below] of places) {
    const keys = Object.keys(below).filter((key) => key.startsWith("$"));
    const mayBeNobodys = !keys.includes("$uid");
    expect(inDatabase.has(name) || (mayBeNobodys && unowned.has(name)), name).toBe(true);
  }
});

test("every collection of Firestore's rules is somebody's or nobody's", () => {
  const matches = read("firebase/firestore.rules").matchAll(/match \/([A-Za-z]+)\/\{/g);
  const names = Array.from(matches, ([, name = ""]) => name).filter((name) => name !== "databases");
  expect(names.length).toBeGreaterThan(7);
  for (const name of names) expect(inDocuments.has(name) || unowned.has(name), name).toBe(true);
});

test("every folder of Storage's rules is somebody's, shared, or content of the site", () => {
  const matches = read("firebase/storage.rules").matchAll(
    /match \/([a-z]+)\/(?:\{(\w+)(?:=\*\*)?\})/g,
  );
  const folders = Array.from(matches, ([, name = "", below = ""]) => `${name}/{${below}}`);
  const owned = ownedData.flatMap((place) => (place.store === "files" ? [place.prefix] : []));
  for (const folder of folders) {
    const isOwned = owned.some((prefix) => prefix.startsWith(`${folder}/`));
    const isShared = inDatabase.has(firstOf(folder));
    const isContent = ["public/{path}", "drafts/{kind}", "b/{bucket}"].includes(folder);
    expect(isOwned || isShared || isContent, folder).toBe(true);
  }
  expect(folders.length).toBeGreaterThan(4);
});

/** Words that begin a path but name no store: of addresses, types and folders. */
const noStores = new Set(
  (
    "application audio font image multipart text video accounts build cache firebase kept keys outbox public drafts " +
    "files foyer projects roles usage zod done gone remind tasks"
  ).split(" "),
);

test("every collection that the server's code names is somebody's or nobody's", () => {
  const found = new Map<string, string>();
  const files = globSync("server/**/*.ts", { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/testing\/|server\/(?:dev|cli)\//.test(path),
  );
  for (const path of files) {
    const add = (name: string | undefined) => name && found.set(name, path);
    const { program } = parseSync(path, read(path));
    new Visitor({
      // `jobs/${id}`
      TemplateLiteral({ quasis, expressions }) {
        const [first] = quasis;
        if (expressions.length > 0) add(/^([a-z][A-Za-z]+)\/$/.exec(first?.value.raw ?? "")?.[1]);
      },
      // findDocuments("jobs", …)
      CallExpression({ callee, arguments: [first] }) {
        if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
        if (!["findDocuments", "listDocuments"].includes(callee.property.name)) return;
        if (first?.type === "Literal" && typeof first.value === "string") add(firstOf(first.value));
      },
      // const jobsCollection = "jobs"
      VariableDeclarator({ id, init }) {
        if (id.type !== "Identifier" || !/collection/i.test(id.name)) return;
        if (init?.type === "Literal" && typeof init.value === "string") add(firstOf(init.value));
      },
      // "server/sign-up"
      Literal({ value }) {
        if (typeof value !== "string") return;
        add(/^([a-z][A-Za-z]+)\/[A-Za-z0-9-]+$/.exec(value)?.[1]);
      },
    }).visit(program);
  }
  const known = (name: string) =>
    inDatabase.has(name) || inDocuments.has(name) || unowned.has(name) || noStores.has(name);
  const unknown = [...found].filter(([name]) => !known(name));
  expect(unknown, "add a row to lib/owned-data.ts, or name it there as nobody's").toEqual([]);
  // It finds what there is.
  for (const name of ["jobs", "auditLog", "passkeys", "directory", "exportTickets", "inbox"])
    expect([...found.keys()], name).toContain(name);
});
