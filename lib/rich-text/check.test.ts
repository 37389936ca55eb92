import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkRichText } from "./check.ts";

const doc = (...content: unknown[]) => ({ type: "doc", content });
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const text = (value: unknown, ...marks: unknown[]) => ({ type: "text", text: value, marks });

function faults(value: unknown): string[] {
  return checkRichText(value).map(({ path, message }) => `${path}: ${message}`);
}

test("the texts of the starter content can be stored", () => {
  const read = (name: string): Record<string, Record<string, unknown>> =>
    JSON.parse(readFileSync(new URL(`../../content/${name}.json`, import.meta.url), "utf8"));
  const bodies = Object.values(read("projects")).flatMap(({ body }) => (body ? [body] : []));
  expect(bodies.length).toBeGreaterThan(3);
  for (const body of [...bodies, read("profile")["story"]]) expect(faults(body)).toEqual([]);
});

test("a fault names its place and what is wrong there", () => {
  expect(faults(doc({ type: "marquee", content: [text("a")] }))).toEqual([
    'content[0]: is a "marquee", which no text can hold',
  ]);
  expect(faults(doc({ type: "bulletList", content: [paragraph(text("a"))] }))).toEqual([
    "content[0].content[0]: is a paragraph, which cannot stand here in a bulletList",
  ]);
  expect(faults(doc({ type: "table", content: [] }))).toEqual([
    "content[0]: is a table without what belongs into it",
  ]);
  expect(
    faults(
      doc(
        { type: "heading", attrs: { level: 1, onclick: "a" }, content: [text("a")] },
        paragraph(
          text(""),
          text("a", { type: "blink" }),
          text("b", { type: "link", attrs: { href: "javascript:a" } }),
        ),
        { type: "codeBlock", content: [text("a", { type: "bold" })] },
        { type: "image", attrs: { src: "https://example.com/a.png", alt: 5 } },
      ),
    ),
  ).toEqual([
    'content[0].attrs: has "onclick", which a heading does not have',
    "content[0].attrs.level: must be a whole number from 2 to 4",
    "content[1].content[0]: must have a text in quotes that is not empty",
    'content[1].content[1].marks[0]: is "blink", which is no mark of a text',
    "content[1].content[2].marks[0].attrs.href: must be an http, https or mailto address, or a path on this site",
    "content[2].content[0].marks[0]: cannot mark text in a codeBlock",
    "content[3].attrs.src: must be a path on this site",
    "content[3].attrs.alt: must be text in quotes of at most 500 characters",
  ]);
});

test.for([
  [null],
  [7],
  ["text"],
  [[]],
  [{}],
  [{ type: "paragraph" }],
  [{ type: "doc" }],
  [{ type: "__proto__" }],
])("%j is no rich text", ([value]) => {
  expect(faults(value)).toHaveLength(1);
});

test("what no document store takes is refused: deep, long, cyclic, of too many parts", () => {
  const nested = (levels: number) => {
    let node: unknown = paragraph(text("a"));
    for (let level = 0; level < levels; level++) node = { type: "blockquote", content: [node] };
    return doc(node);
  };
  expect(faults(nested(6))).toEqual([]);
  expect(faults(nested(7))).toEqual([
    `${"content[0]".concat(".content[0]".repeat(8))}: is nested too deeply; keep within 9 levels`,
  ]);
  expect(faults(nested(100_000))).toHaveLength(1);
  expect(faults(doc(paragraph(text("a".repeat(500_000)))))[0]).toMatch(/^: is 500,\d+ bytes long/);
  const cyclic: Record<string, unknown> = { type: "doc" };
  cyclic["content"] = [cyclic];
  expect(faults(cyclic)).toEqual([": must be JSON"]);
  const many = doc(...Array.from({ length: 20_001 }, () => ({ type: "paragraph" })));
  expect(faults(many)).toEqual([": has more than 20,000 parts; make two texts of it"]);
});
