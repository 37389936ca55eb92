import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkDocument, checkResume } from "./check-document.ts";
import { projectDocument } from "./project.ts";
import { standardResume } from "./resume.ts";

const fixtures = new URL("../../tests/fixtures/", import.meta.url);
const withoutFixtures = !existsSync(fixtures);
const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, fixtures), "utf8"));

function faultsOf(value: unknown): string[] {
  const checked = checkResume(value);
  return checked.ok ? [] : checked.faults.map(({ path, message }) => `${path}: ${message}`);
}

function pathsOf(value: unknown): string[] {
  const checked = checkResume(value);
  return checked.ok ? [] : checked.faults.map(({ path }) => path);
}

const named = { basics: { name: "Ada" } };

/** A list inside a group inside a list …, `depth` levels in all. */
function nested(depth: number): unknown {
  let value: unknown = "leaf";
  for (let level = depth; level >= 1; level--) value = level % 2 === 1 ? { a: value } : [value];
  return { ...named, ...(value as object) };
}

test.skipIf(withoutFixtures)("the JSON Resume standard's own sample is accepted as it is", () => {
  const resume = readFixture("resume.json");
  const checked = checkResume(resume);
  expect(checked.ok && checked.value).toBe(resume);
});

test.skipIf(withoutFixtures)(
  "mutated copies of the sample are refused at exactly the mutated places",
  () => {
    const resume = readFixture("resume.json") as {
      basics: Record<string, unknown>;
      work: Record<string, unknown>[];
      skills: unknown;
    };
    resume.basics["email"] = "richard at mail";
    resume.work[0]!["startDate"] = "December 2013";
    resume.work[0]!["highlights"] = ["fine", 7];
    resume.work.push({ url: "example.com" });
    resume.skills = "many";
    expect(pathsOf(resume)).toEqual([
      "basics.email",
      "work[0].startDate",
      "work[0].highlights[1]",
      "work[1].url",
      "skills",
    ]);
  },
);

test.skipIf(withoutFixtures)("every property of the standard's schema is one of ours", () => {
  type Schema = {
    type?: string;
    properties?: Record<string, Schema>;
    items?: Schema;
    $ref?: string;
  };
  function example(schema: Schema, name: string): unknown {
    if (schema.properties !== undefined) {
      const entries = Object.entries(schema.properties);
      return Object.fromEntries(entries.map(([key, inner]) => [key, example(inner, key)]));
    }
    if (schema.items !== undefined) return [example(schema.items, name)];
    if (schema.$ref !== undefined || /date$/i.test(name)) return "2024-06";
    if (name === "email") return "a@example.com";
    return "https://example.com";
  }
  const complete = example(readFixture("resume.schema.json") as Schema, "");
  expect(checkDocument(standardResume, complete)).toEqual({ ok: true, value: complete });
});

test("a fault names its place and says in plain words what to do", () => {
  expect(
    faultsOf({
      basics: { name: 5, url: "imke.example.com", location: [] },
      work: [{}, { startDate: "spring" }],
      skills: {},
      references: null,
    }),
  ).toEqual([
    "basics.name: must be text in quotes, not a number",
    "basics.url: must be a whole address, such as https://example.com",
    "basics.location: must be a group of fields in { }, not a list in [ ]",
    "work[1].startDate: must be a date such as 2024, 2024-06 or 2024-06-29",
    "skills: must be a list in [ ], not a group of fields in { }",
    "references: must be a list in [ ], not null (nothing)",
  ]);
});

test("faults of our own documents are as plain", () => {
  const checked = checkDocument(projectDocument, {
    slug: "Two Words",
    title: "",
    summary: "x".repeat(601),
    body: { type: "page", content: [] },
    cover: { src: "javascript:alert(1)", alt: "", width: 0, height: 1.5 },
  });
  expect(
    checked.ok ? [] : checked.faults.map(({ path, message }) => `${path}: ${message}`),
  ).toEqual([
    "slug: must be lower-case words joined by hyphens",
    "title: must not be empty",
    "summary: must have at most 600 characters",
    'body.type: must be "doc"',
    "cover.src: must be an http, https or mailto address, or a path on this site",
    "cover.width: must be more than 0",
    "cover.height: must be a whole number",
  ]);
});

test("a missing field says what it must be", () => {
  const checked = checkDocument(projectDocument, { slug: "a", summary: "" });
  expect(checked).toEqual({
    ok: false,
    faults: [{ path: "title", message: "is missing; it must be text in quotes" }],
    more: 0,
  });
});

test.for([[null], [[]], ["text"], [7], [undefined]])("%j is not a resume", ([value]) => {
  expect(pathsOf(value)).toEqual(["the document"]);
});

test.for([[{}], [{ basics: {} }], [{ basics: { name: "" } }], [{ basics: { name: " \u200b\n" } }]])(
  "%j is refused, because a site needs a name",
  ([value]) => {
    expect(faultsOf(value)).toEqual([
      "basics.name: is missing or empty; give a name, so that the site knows whose it is",
    ]);
  },
);

test("months and days that cannot be are accepted where the standard accepts them", () => {
  const work = ["2020-00", "2020-19", "2020-13-00", "2020-02-31"].map((startDate) => ({
    startDate,
  }));
  expect(checkResume({ ...named, work }).ok).toBe(true);
});

test("unknown fields are accepted and kept, in their order", () => {
  const resume = { zebra: [1, { deep: null }], basics: { pronouns: "she", name: "Imke" } };
  const checked = checkResume(resume);
  expect(checked.ok && JSON.stringify(checked.value)).toBe(JSON.stringify(resume));
});

test("__proto__ and other reserved names are refused wherever they are, not lost", () => {
  const resume: unknown = JSON.parse(
    '{"__proto__": {}, "basics": {"name": "Imke", "__proto__": 1}, "x": [{"__id__": 2}], "y": {"____": 3, "___": 4, "__a": 5}}',
  );
  expect(pathsOf(resume)).toEqual(["__proto__", "basics.__proto__", "x[0].__id__", "y.____"]);
});

test("a field without a name is refused, and one with a strange name is quoted in paths", () => {
  expect(pathsOf({ ...named, "": 1, "my.key": [{ "": 2 }], "1a": "\ud800" })).toEqual([
    '[""]',
    '["my.key"][0][""]',
    '["1a"]',
  ]);
});

test("a list directly inside a list is refused, once for each", () => {
  expect(faultsOf({ ...named, x: [[1], [2], { y: [[3]] }] })).toEqual([
    "x[0]: must not be a list directly inside a list; put its entries in the outer one",
    "x[1]: must not be a list directly inside a list; put its entries in the outer one",
    "x[2].y[0]: must not be a list directly inside a list; put its entries in the outer one",
  ]);
});

test("a place with two faults is named once", () => {
  expect(pathsOf({ ...named, work: [[]] })).toEqual(["work[0]"]);
});

test("eighteen levels are accepted and the nineteenth is refused", () => {
  expect(checkResume(nested(18)).ok).toBe(true);
  expect(pathsOf(nested(19))).toEqual(["a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0].a[0]"]);
});

test("a value nested a hundred thousand deep is refused like any other", () => {
  expect(pathsOf(nested(100_001))).toHaveLength(1);
});

test("half of a surrogate pair is refused in text and in names, a whole pair is not", () => {
  expect(pathsOf({ basics: { name: "Imke \ud83d" }, x: ["\udc00", "🌊"] })).toEqual([
    "basics.name",
    "x[0]",
  ]);
  expect(pathsOf({ ...named, "a\ud800": 1 })).toEqual(['["a\\ud800"]']);
});

test("a number that JSON reads as infinite is refused", () => {
  expect(pathsOf({ ...named, x: JSON.parse("1e999") as unknown })).toEqual(["x"]);
});

test("900,000 bytes of JSON are accepted and one more is refused, counted in bytes", () => {
  const frame = JSON.stringify({ ...named, x: "" }).length;
  const full = "é".repeat((900_000 - frame) / 2);
  expect(checkResume({ ...named, x: full }).ok).toBe(true);
  expect(faultsOf({ ...named, x: `${full}a` })).toEqual([
    "the document: is 900,001 bytes long; shorten it to 900,000 or less",
  ]);
});

test("at most fifty faults are listed and the rest are counted", () => {
  const checked = checkResume({ work: Array.from({ length: 63 }, () => ({ startDate: "soon" })) });
  expect(checked.ok ? null : [checked.faults.length, checked.more]).toEqual([50, 13]);
});
