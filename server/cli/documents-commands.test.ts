import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openAloneDesk, openServedDesk } from "./testing/open-desk.ts";
import type { Desk } from "./testing/open-desk.ts";

vi.setConfig({ testTimeout: 60_000 });

const name = (path: string) => `projects/foyer/databases/(default)/documents/${path}`;

/** Each kind of value, and what is easily lost on the way. */
const everyValue = {
  "10": { integerValue: "9223372036854775807" },
  "9": { integerValue: "-9223372036854775808" },
  __proto__x: { mapValue: { fields: { constructor: { nullValue: null } } } },
  array: { arrayValue: { values: [{ booleanValue: true }, { mapValue: { fields: {} } }] } },
  bytes: { bytesValue: "AP8Q" },
  double: { doubleValue: 0.1 },
  emptyArray: { arrayValue: { values: [] } },
  infinity: { doubleValue: "-Infinity" },
  minusZero: { doubleValue: "-0" },
  nan: { doubleValue: "NaN" },
  point: { geoPointValue: { latitude: -1.5, longitude: 179 } },
  reference: { referenceValue: name("a/1/b/ü") },
  text: { stringValue: 'A\u009b\u0007\u2028😀\\"' },
  time: { timestampValue: "2026-01-31T12:00:00.000001Z" },
  vector: {
    mapValue: {
      fields: {
        __type__: { stringValue: "__vector__" },
        value: { arrayValue: { values: [{ doubleValue: 1 }, { doubleValue: 2.5 }] } },
      },
    },
  },
  "ü.ü": { doubleValue: 3e300 },
};

const line = (path: string, fields: object = {}) => `${JSON.stringify({ path, fields })}\n`;

/** In the order of their names: numbered ids first, others by their bytes; below a document, its subcollections. */
const stored = [
  line("a/__id-5__"),
  line("a/__id12__", { n: { integerValue: "12" } }),
  line("a/1", everyValue),
  line("a/1/b/x:y"),
  line("a/1/b/ü", { n: { integerValue: "1" } }),
  // There is no document above it.
  line("a/10/b/50%2F 😀", { n: { integerValue: "2" } }),
  line("a/1b"),
  line("a-b/c"),
  line("b/d", { a: { mapValue: { fields: { b: { stringValue: "c" } } } } }),
];

const withoutTimes = (lines: string) =>
  lines.replaceAll(/,"createTime":"[^"]+","updateTime":"[^"]+"\}$/gm, "}");

async function importLines(desk: Desk, lines: readonly string[]) {
  return desk.runWithInput(lines.join(""), "documents", "import", "-");
}

test("what is imported is exported in the order of names, and the same after another import", async () => {
  await using desk = await openServedDesk();
  const run = (...args: string[]) => desk.run("documents", ...args);
  expect(await importLines(desk, stored.toReversed())).toEqual({
    code: 0,
    out: "Imported 9 documents.\n",
    err: "",
  });
  const first = join(desk.folder, "first.jsonl");
  expect(await run("export", "/", first)).toEqual({
    code: 0,
    out: "",
    err: "Exported 9 documents of /.\n",
  });
  const text = await readFile(first, "utf8");
  expect(withoutTimes(text)).toBe(stored.join(""));
  expect(text.match(/"createTime":"\d{4}-.+?Z","updateTime":"\d{4}-.+?Z"\}$/gm)).toHaveLength(9);
  expect((await stat(first)).mode & 0o777).toBe(0o600);

  await using other = await openServedDesk();
  expect(await other.run("documents", "import", first)).toMatchObject({ code: 0, err: "" });
  const again = await other.run("documents", "export");
  expect(again).toMatchObject({ code: 0, err: "Exported 9 documents of /.\n" });
  // A terminal would obey what stands there as it is.
  expect(again.out).toContain("A\\u009b\\u0007");
  expect(withoutTimes(again.out.replaceAll("\\u009b", "\u009b"))).toBe(stored.join(""));
});

test("what does not fit is imported all the same, and said with its line", async () => {
  await using desk = await openServedDesk();
  const accent = { accent: { stringValue: "red" } };
  expect(await importLines(desk, [line("a/1"), line("site/settings", accent)])).toEqual({
    code: 0,
    out: "Imported 2 documents. No page can show 1 of them as it is.\n",
    err: "Line 2: no page can show site/settings as it is: accent must be a colour such as #8a3b12.\n",
  });
});

const typed = (path: string, fields: string) => `{"path":"${path}","fields":${fields}}\n`;

test("of a file that is refused only the faults are told, whatever its values are", async () => {
  await using desk = await openServedDesk();
  const lines = [
    typed("site/settings", '{"accent":{"stringValue":"red"}}'),
    typed("certificates/a", '{"a":5}'),
    typed("certificates/b", '{"a":{}}'),
    typed("projects/a", '{"a":null}'),
    typed("projects/b", '{"a":{"arrayValue":{"values":["x"]}}}'),
  ];
  const refused = await importLines(desk, lines);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err.trimEnd().split("\n")).toEqual([
    "Nothing was changed.",
    expect.stringMatching(/^Line 2: fields\.a must be a value such as/),
    expect.stringMatching(/^Line 3: fields\.a must have exactly one kind of value/),
    expect.stringMatching(/^Line 4: fields\.a must be a value such as/),
    expect.stringMatching(/^Line 5: fields\.a\.arrayValue\.values\[0\] must be a value such as/),
  ]);
});

test("a number of a line is stored as it is written", async () => {
  await using desk = await openServedDesk();
  const fields =
    '{"a":{"doubleValue":-0.0},"b":{"integerValue":-9007199254740993},"c":{"doubleValue":-0.5}}';
  expect(await importLines(desk, [typed("a/b", fields)])).toMatchObject({ code: 0, err: "" });
  const { out } = await desk.run("documents", "get", "a/b");
  expect(withoutTimes(out)).toBe(
    line("a/b", {
      a: { doubleValue: "-0" },
      b: { integerValue: "-9007199254740993" },
      c: { doubleValue: -0.5 },
    }),
  );
});

test("a part is exported with all that is below it, and nothing beside it", async () => {
  await using desk = await openServedDesk();
  await importLines(desk, stored);
  const paths = async (path: string) => {
    const { code, out } = await desk.run("documents", "export", path);
    expect(code).toBe(0);
    return out
      .split("\n")
      .filter((text) => text !== "")
      .map((text) => (JSON.parse(text) as { path: string }).path);
  };
  expect(await paths("a")).toEqual([
    "a/__id-5__",
    "a/__id12__",
    "a/1",
    "a/1/b/x:y",
    "a/1/b/ü",
    "a/10/b/50%2F 😀",
    "a/1b",
  ]);
  expect(await paths("/a/1/")).toEqual(["a/1", "a/1/b/x:y", "a/1/b/ü"]);
  expect(await paths("a/1/b")).toEqual(["a/1/b/x:y", "a/1/b/ü"]);
  expect(await paths("a/10")).toEqual(["a/10/b/50%2F 😀"]);
  expect(await paths("b")).toEqual(["b/d"]);
});

test("an export of everything may be empty, and one of a place that was named may not", async () => {
  await using desk = await openServedDesk();
  const run = (...args: string[]) => desk.run("documents", "export", ...args);
  const nothing = (err: string) => ({ code: 1, out: "", err });
  expect(await run()).toEqual({ code: 0, out: "", err: "Exported 0 documents of /.\n" });
  expect(await run("none")).toEqual(nothing("There are no documents at none.\n"));
  expect(await run("a/1b/c/d")).toEqual(nothing("There are no documents at a/1b/c/d.\n"));
  // A file where a path should be.
  const hint = (file: string) => `Into a file: documents export / ${file}\n`;
  expect(await run("x.jsonl")).toEqual(
    nothing(`There are no documents at x.jsonl.\n${hint("x.jsonl")}`),
  );
  expect((await run(desk.folder)).err).toContain(hint(desk.folder));
  expect((await run("./x.json")).err).toContain(hint("./x.json"));
  const file = join(desk.folder, "out.jsonl");
  expect(await run("none", file)).toEqual(nothing("There are no documents at none.\n"));
  expect(await readdir(desk.folder)).toEqual([]);
});

test("a document is printed as one line, and that there is none is said", async () => {
  await using desk = await openServedDesk();
  await importLines(desk, stored);
  const got = await desk.run("documents", "get", "/a/1/b/ü");
  expect(got).toMatchObject({ code: 0, err: "" });
  expect(withoutTimes(got.out)).toBe(line("a/1/b/ü", { n: { integerValue: "1" } }));
  expect(await desk.run("documents", "get", "a/10")).toEqual({
    code: 1,
    out: "",
    err: "There is no document a/10.\n",
  });
});

const stars = (id: string, fields: object) => line(`projects/${id}`, fields);
const projects = [
  stars("a", { stars: { integerValue: "1" }, tags: list("x", "y"), kind: text("one") }),
  stars("b", { stars: { doubleValue: 2.5 }, tags: list("y") }),
  stars("c", { stars: { integerValue: "9007199254740993" }, "odd name": text("in it") }),
  stars("d", { stars: { nullValue: null }, kind: text("two") }),
  stars("e", { stars: { doubleValue: "NaN" } }),
  line("users/1/projects/f", { stars: { integerValue: "1" } }),
];

function text(value: string) {
  return { stringValue: value };
}

function list(...values: string[]) {
  return { arrayValue: { values: values.map(text) } };
}

test.each([
  [["projects"], "a b c d e"],
  [["/users/1/projects/"], "f"],
  [["projects", "--where", "stars == 1"], "a"],
  [["projects", "--where", "stars==1.0"], "a"],
  [["projects", "--where", "stars > 1"], "b c"],
  [["projects", "--where", "stars >= 1", "--where", "stars<9"], "a b"],
  [["projects", "--where", 'stars == {"integerValue":"9007199254740993"}'], "c"],
  [["projects", "--where", "stars in [1, 2.5]"], "a b"],
  [["projects", "--where", "stars not-in [1, 2.5]"], "e c"],
  [["projects", "--where", "stars == null"], "d"],
  [["projects", "--where", "stars != null", "--limit", "2"], "e a"],
  [["projects", "--where", 'stars == {"doubleValue":"NaN"}'], "e"],
  [["projects", "--where", 'kind != "one"'], "d"],
  [["projects", "--where", 'tags array-contains "y"'], "a b"],
  [["projects", "--where", 'tags array-contains-any ["x","z"]'], "a"],
  [["projects", "--where", 'tags == ["y"]'], "b"],
  [["projects", "--where", '`odd name` == "in it"'], "c"],
  [["projects", "--where", '__name__ >= "d"'], "d e"],
  [["projects", "--where", '__name__ in ["projects/e","a"]'], "a e"],
  [["projects", "--order", "stars:desc", "--limit", "3"], "c b a"],
  [["projects", "--order", "kind", "--order", "__name__"], "a d"],
  [["projects", "--order=stars:asc", "--limit=1"], "d"],
  [["projects", "--where", 'stars > {"doubleValue":-1e300}'], "a b c"],
  [["projects", "--where", "stars < 1e300", "--where=stars>2"], "b c"],
  [["projects", "--group"], "a b c d e f"],
  [["projects", "--group", "--where", `__name__ < "projects/b"`], "a"],
  [["users/1/projects", "--group"], "f"],
  [["nothing"], ""],
] as const)("documents query %j finds %j", async (args, found) => {
  const desk = await queried();
  const { code, out, err } = await desk.run("documents", "query", ...args);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const lines = out.split("\n").slice(0, -1);
  const ids = lines.map((one) => (JSON.parse(one) as { path: string }).path.split("/").at(-1));
  expect(ids.join(" ")).toBe(found);
});

test.each([
  [["documents", "get"], "It is: documents get PATH"],
  [["documents", "get", "projects"], "projects is not the path of a document"],
  [["documents", "get", "/"], "/ is not the path of a document"],
  [["documents", "query"], "It is: documents query COLLECTION"],
  [["documents", "query", "a/b"], "a/b is the path of a document, not of a collection."],
  [["documents", "query", "a", "b"], "It is: documents query COLLECTION"],
  [["documents", "query", "a", "--were", "b == 1"], "There is no option --were."],
  [["documents", "query", "a", "-n", "3"], "There is no option -n."],
  [["documents", "query", "a", "--group=b"], "--group has no value."],
  [["documents", "query", "a", "--where"], "--where needs a value."],
  [["documents", "query", "a", "--where", "b = 1"], "is not FIELD OP JSON"],
  [["documents", "query", "a", "--where", "b in"], "is not FIELD OP JSON"],
  [["documents", "query", "a", "--where", "b index [1]"], "is not FIELD OP JSON"],
  [["documents", "query", "a", "--where", "b == x"], 'A text stands in quotes: "x".'],
  [["documents", "query", "a", "--where", "b in [9007199254740993]"], "too large to be exact"],
  [["documents", "query", "a", "--where", "b in 5"], "in is followed by a list, such as [1, 2]."],
  [["documents", "query", "a", "--order", "b:down"], "is not FIELD, FIELD:asc or FIELD:desc."],
  [["documents", "query", "a", "--order", ""], "is not FIELD, FIELD:asc or FIELD:desc."],
  [["documents", "query", "a", "--limit", "-1"], "--limit -1 is not a whole number from 1."],
  [["documents", "query", "a", "--limit", "0"], "--limit 0 is not a whole number from 1."],
  [["documents", "export", "a", "b", "c"], "It is: documents export [PATH] [FILE]"],
  [["documents", "import"], "It is: documents import FILE"],
  [["documents", "import"], "More: npm run foyer -- documents import --help"],
] as const)("%j is explained", async (args, message) => {
  const desk = await queried();
  const refused = await desk.run(...args);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toContain(message);
});

test.each([
  [["query", "a", "--where", "stars in []"], "must be a list of 1 to"],
  [["query", "a", "--where", "a..b == 1"], "is not a field path"],
  [["query", "a/../b"], '".."'],
  [["export", "a/../b"], '".."'],
  [["export", "a/./b/c"], '"."'],
  [["get", "a/\u001b[31m"], "There is no document a/\uFFFD[31m."],
  [["import", "/nowhere/x.jsonl"], "There is no file /nowhere/x.jsonl."],
] as const)("documents %j fails and says why", async (args, message) => {
  const desk = await queried();
  const refused = await desk.run("documents", ...args);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain(message);
  expect(refused.err).not.toContain("    at ");
});

test("an export that fails leaves an older file as it was", async () => {
  const desk = await queried();
  const file = join(desk.folder, "out.jsonl");
  await writeFile(file, "older");
  expect(await desk.run("documents", "export", "a/../b", file)).toMatchObject({ code: 1 });
  expect(await readFile(file, "utf8")).toBe("older");
  expect(await readdir(desk.folder)).toEqual(["out.jsonl"]);
});

test("without a server the same is done by opening the folder", async () => {
  await using desk = await openAloneDesk();
  expect(await importLines(desk, stored)).toEqual({
    code: 0,
    out: "Imported 9 documents.\n",
    err: "",
  });
  const file = join(desk.folder, "out.jsonl");
  expect(await desk.run("documents", "export", "/", file)).toMatchObject({ code: 0, out: "" });
  expect(withoutTimes(await readFile(file, "utf8"))).toBe(stored.join(""));
  expect(await desk.run("documents", "query", "b", "--where", "a == 1", "--order", "c")).toEqual({
    code: 1,
    out: "",
    err: expect.stringContaining("The query requires an index."),
  });
});

let shared: Promise<Awaited<ReturnType<typeof openServedDesk>>> | undefined;

/** The one desk of all tests that only ask. */
function queried(): Promise<Desk> {
  shared ??= openServedDesk().then(async (desk) => {
    await importLines(desk, projects);
    return desk;
  });
  return shared;
}

afterAll(async () => (await shared)?.[Symbol.asyncDispose]());
