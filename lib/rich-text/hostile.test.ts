import { expect, test } from "vitest";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { type RichElement, toElements } from "./elements.ts";
import { toHtml } from "./html.ts";
import { toMarkdown } from "./markdown.ts";
import { toPlainText } from "./plain-text.ts";

const types = [
  ..."doc paragraph heading bulletList orderedList listItem taskList taskItem blockquote".split(
    " ",
  ),
  ..."codeBlock horizontalRule hardBreak image table tableRow tableHeader tableCell text".split(
    " ",
  ),
  ..."script iframe __proto__ constructor mark".split(" "),
];
const markTypes = "bold italic strike underline code link superscript subscript style".split(" ");
const values: unknown[] = [
  undefined,
  null,
  true,
  -1,
  3,
  1e9,
  Number.NaN,
  "",
  [],
  {},
  { toString: null },
  "<b onclick=x>",
  "javascript:alert(1)",
  "/a",
  "https://example.com/",
  "*_`#|\\",
  "&amp;",
  "\uD800\u0000",
];

/** Half of them are like real ones, the other half are anything at all. */
function randomNode(random: ReturnType<typeof seededRandom>, depth: number): unknown {
  const { below, pick } = random;
  if (below(12) === 0) return pick(values);
  const list = () => Array.from({ length: below(4) }, () => randomNode(random, depth + 1));
  const attrs = Object.fromEntries(
    [
      "level",
      "start",
      "checked",
      "href",
      "src",
      "alt",
      "title",
      "width",
      "height",
      "thumbhash",
      "language",
      "colspan",
    ]
      .filter(() => below(2) === 0)
      .map((name) => [name, pick(values)]),
  );
  return {
    type: pick(types),
    text: pick(values),
    attrs: below(9) === 0 ? pick(values) : attrs,
    marks: below(2) === 0 ? pick(values) : [{ type: pick(markTypes), attrs }],
    content: depth > 6 || below(9) === 0 ? pick(values) : list(),
  };
}

const docs = Array.from({ length: 1500 }, (_, seed) => {
  const random = seededRandom(seed);
  return { type: "doc", content: Array.from({ length: 4 }, () => randomNode(random, 1)) };
});

/** Where HTML lets an element stand; what is not named stands among blocks or words. */
const parents: Record<string, string> = {
  li: "ul ol",
  tr: "thead tbody",
  td: "tr",
  th: "tr",
  tbody: "table",
};
const blockTags = new Set("p h2 h3 h4 ul ol blockquote pre hr figure div table".split(" "));
const holdsWords = new Set("p h2 h3 h4 a strong em s u sub sup code label span pre".split(" "));

/** What is wrong in it, each as a few words. */
function breaches(element: RichElement, parent: string): string[] {
  if (typeof element === "string") return [];
  const [tag, attributes, ...content] = element;
  const found = content.flatMap((child) => breaches(child, tag));
  const allowed = Object.hasOwn(parents, tag) ? parents[tag]?.split(" ") : undefined;
  if (allowed?.includes(parent) === false) found.push(`${tag} in ${parent}`);
  if (holdsWords.has(parent) && blockTags.has(tag)) found.push(`${tag} in ${parent}`);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (!/^(?!on|style|dangerously)[\w-]+$/.test(name)) found.push(name);
    const isAddress = name === "href" || name === "src";
    const isOurs = typeof value === "string" && /^\/(?!\/)|^https:/.test(value);
    if (isAddress && !isOurs) found.push(`${name} ${JSON.stringify(value)}`);
  }
  return found;
}

test("whatever is stored becomes elements that may stand where they stand, with harmless attributes", () => {
  const elements = docs.flatMap((doc) => toElements(doc).elements as RichElement[]);
  expect(elements.flatMap((element) => breaches(element, ""))).toEqual([]);
  expect(elements.length).toBeGreaterThan(1000);
});

test("whatever is stored becomes HTML with every tag closed and every text escaped", () => {
  const unbalanced: string[] = [];
  for (const doc of docs) {
    const open: string[] = [];
    const html = toHtml(doc);
    const rest = html.replaceAll(
      /<(\/?)([a-z]+\d?)((?: [a-z]+="[^"<>]*")*)(\/?)>/g,
      (_, closes: string, tag: string, _attributes: string, alone: string) => {
        if (!closes && !alone) open.push(tag);
        return closes && open.pop() !== tag ? "<" : "";
      },
    );
    const isEscaped = !/[<>"\0\uD800]|&(?!amp;|lt;|gt;|quot;)/.test(rest);
    if (open.length > 0 || !isEscaped) unbalanced.push(html);
  }
  expect(unbalanced).toEqual([]);
});

test("whatever is stored has a Markdown and a text; outside of code no < stands for itself", () => {
  const ours = /<\/?(?:strong|em|del|u|sup|sub)>|<br>/g;
  const markdowns = docs.map((doc) => {
    const json = JSON.stringify(doc).replaceAll('"codeBlock"', '"paragraph"');
    return toMarkdown(JSON.parse(json.replaceAll('"code"', '"bold"'))).replaceAll(ours, "");
  });
  expect(markdowns.filter((markdown) => /(?<!\\)</.test(markdown))).toEqual([]);
  expect(docs.map(toPlainText).join("")).toContain("&amp;");
});

// Each takes minutes where an expression looks at the same characters again and again.
test.for([" ", "\n ", "`", "#", "*", "\\", "&a", "1"])(
  "a text of nothing but %j ends as fast as it is long",
  (sign) => {
    const text = { type: "text", text: `${sign.repeat(200_000)}x` };
    const content = [
      text,
      { ...text, marks: [{ type: "bold" }] },
      { ...text, marks: [{ type: "code" }] },
    ];
    const doc = {
      type: "doc",
      content: [
        { type: "paragraph", content },
        { type: "heading", content },
      ],
    };
    for (const write of [toMarkdown, toHtml, toPlainText]) expect(write(doc)).toContain("x");
  },
);
