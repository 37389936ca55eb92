import { expect, test } from "vitest";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { checkRichText } from "./check.ts";
import { type TextDoc, fromMarkdown } from "./from-markdown.ts";
import { toHtml } from "./html.ts";
import { toMarkdown } from "./markdown.ts";
import { toPlainText } from "./plain-text.ts";

const html = (markdown: string) => toHtml(fromMarkdown(markdown)).replaceAll(' dir="auto"', "");

/** A text of nothing has no block, which the editor adds. */
const faults = (doc: TextDoc) => (doc.content.length === 0 ? [] : checkRichText(doc));

test.each([
  ["one\ntwo\n\nthree", "<p>one<br/>two</p><p>three</p>"],
  [
    "**bold** *it* __b__ _i_ ~~no~~ `a*b`",
    "<p><strong>bold</strong> <em>it</em> <strong>b</strong> <em>i</em> <s>no</s> <code>a*b</code></p>",
  ],
  [
    "***both*** and **a *b* c**",
    "<p><strong><em>both</em></strong> and <strong>a <em>b</em> c</strong></p>",
  ],
  ["snake_case_name 2 * 3 * 4", "<p>snake_case_name 2 * 3 * 4</p>"],
  ["\\*no\\* &amp; &lt;b&gt; &#33; &nope;", "<p>*no* &amp; &lt;b&gt; ! &amp;nope;</p>"],
  ["`` a`b `` ``` open", "<p><code>a`b</code> ``` open</p>"],
  [
    "x<br>y a<sup>2</sup> <u>u</u> <script>",
    "<p>x<br/>y a<sup>2</sup> <u>u</u> &lt;script&gt;</p>",
  ],
])("%j is %s", (markdown, wanted) => {
  expect(html(markdown)).toBe(wanted);
});

const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;

test.each([
  ["[a](https://a.example/x_y)", link("https://a.example/x_y", "a")],
  ['[a](https://a.example "t") b', `${link("https://a.example", "a")} b`],
  [
    '[https://a.example](https://a.example "\u200C")',
    link("https://a.example", "https://a.example"),
  ],
  ["[w](https://en.example/a_(b))", link("https://en.example/a_(b)", "w")],
  ["[**b** c](<https://a.example/>)", link("https://a.example/", "<strong>b</strong> c")],
  [
    "see https://a.example/b, or (https://a.example/c).",
    `see ${link("https://a.example/b", "https://a.example/b")}, or (${link("https://a.example/c", "https://a.example/c")}).`,
  ],
  ["www.a.example", link("https://www.a.example", "www.a.example")],
  ["<ann@a.example>", link("mailto:ann@a.example", "ann@a.example")],
  ["![a boat](https://a.example/b.png)", link("https://a.example/b.png", "a boat")],
  ["![](https://a.example/b.png)", link("https://a.example/b.png", "https://a.example/b.png")],
  ["[a]", "[a]"],
  ["[a](no end", "[a](no end"],
])("%s leads where it says", (markdown, wanted) => {
  expect(html(markdown)).toBe(`<p>${wanted}</p>`);
});

test.each([
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "&#106;avascript:alert(1)",
  "data:text/html,x",
  "//other.example",
  "/\\other.example",
  "vbscript:x",
  "example.com/a",
])("[a](%s) leads nowhere, and its address is told", (href) => {
  const made = html(`[a](${href}) ![b](${href}) <${href}>`);
  expect(made).not.toContain("<a");
  expect(made).toContain("a (");
});

test("blocks are those of CommonMark and of GitHub", () => {
  const text = `# Top #
Under
===
## Second
###### Deep
- one
  more
    - inner
- two
* other

3. three
4. four

- [ ] open
- [x] **done**

> quoted
on
> - item

---
~~~ts
a < b

  c
~~~

| a | b |
| - | :-: |
| 1 | x \\| y |
| 2 |`;
  expect(html(text)).toBe(
    [
      "<h2>Top</h2>",
      "<h2>Under</h2><h2>Second</h2><h4>Deep</h4>",
      "<ul><li><p>one<br/>more</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul>",
      "<ul><li><p>other</p></li></ul>",
      '<ol start="3"><li><p>three</p></li><li><p>four</p></li></ol>',
      "<ul><li>☐ open</li><li>☑ <strong>done</strong></li></ul>",
      "<blockquote><p>quoted<br/>on</p><ul><li><p>item</p></li></ul></blockquote><hr/>",
      "<pre><code>a &lt; b\n\n  c</code></pre>",
      "<table><thead><tr><th><p>a</p></th><th><p>b</p></th></tr></thead><tbody>",
      "<tr><td><p>1</p></td><td><p>x | y</p></td></tr>",
      "<tr><td><p>2</p></td><td><p></p></td></tr></tbody></table>",
    ].join(""),
  );
});

const linkA = (text: string) => link("https://a.example", text);

test.each([
  ["a\n\n    b *c*", "<p>a</p><pre><code>b *c*</code></pre>"],
  ["[a] and [b][a]\n\n[A]: https://a.example", `<p>${linkA("a")} and ${linkA("b")}</p>`],
  ["[call]: him", "<p>[call]: him</p>"],
  ["ann@a.example", '<p><a href="mailto:ann@a.example">ann@a.example</a></p>'],
  ["<div>\n\n*a*\n</div>", "<p>&lt;div&gt;</p><p><em>a</em><br/>&lt;/div&gt;</p>"],
  ["- [x] a\n- b", "<ul><li><p>[x] a</p></li><li><p>b</p></li></ul>"],
  ["<constructor>a</constructor>", "<p>&lt;constructor&gt;a&lt;/constructor&gt;</p>"],
  ["1. [ ] a", "<ol><li><p>[ ] a</p></li></ol>"],
  [
    "- a\n  > 2. b\n  c",
    '<ul><li><p>a</p><blockquote><ol start="2"><li><p>b<br/>c</p></li></ol></blockquote></li></ul>',
  ],
])("%j is %s, as CommonMark and GitHub have it or a text here can", (markdown, wanted) => {
  expect(html(markdown)).toBe(wanted);
});

test("what is nested deeper than a text may be stays as words", () => {
  const text = Array.from({ length: 12 }, (_, at) => `${"  ".repeat(at)}- level ${at}`).join("\n");
  const doc = fromMarkdown(text);
  expect(faults(doc)).toEqual([]);
  for (let at = 0; at < 12; at++) expect(toPlainText(doc)).toContain(`level ${at}`);
});

test("nothing of somebody's words is lost in what is no Markdown", () => {
  const text = "Dear all,\n  I said: 3 < 4 & 5 > 2 -- [sic] {x} $y$ ^z^ ![ ]( ** _ ` ~";
  const words = toPlainText(fromMarkdown(text));
  expect(words.replaceAll(/\s+/g, " ")).toBe(text.replaceAll(/\s+/g, " "));
});

test("a long text is read in pieces, of which none is lost", () => {
  for (const part of ["word ", "👍", "*a* ", "line\n", "block\n\n", "_*a"]) {
    const doc = fromMarkdown(part.repeat(100_000 / part.length));
    expect(toPlainText(doc).isWellFormed(), part).toBe(true);
    const sign = part.replaceAll(/[\s*_]/g, "");
    expect(wordsOf(doc).split(sign).length - 1, part).toBe(Math.floor(100_000 / part.length));
  }
});

const pieces = [
  ..."*|**|***|_|__|~~|`|``|```|~~~|[|](|]|)|![|<|>|>> |- |* |1. |2) |- [ ] |- [x] |# |#### |---|===|\\|&amp;|&#0;|&#x110000;".split(
    "|",
  ),
  ..."<br>|</b>|<b>|<u>|https://a.example|www.|javascript:|(/a)|(https://b.example)|| a | b |".split(
    "|",
  ),
  "|",
  "\n",
  "\n",
  "\n",
  "\n\n",
  " ",
  "  ",
  "    ",
  "\t",
  "| - | - |\n",
  "word",
  "ä",
  "👍",
  "\uD800",
  "\u0000",
  "\u202E",
  "\r\n",
  "a",
  "b",
];

test("whatever it is given, it is a text that can be stored", () => {
  for (let seed = 1; seed <= Number(process.env["FUZZ_RUNS"] ?? 1500); seed++) {
    const { below, pick } = seededRandom(seed);
    const text = Array.from({ length: below(60) }, () => pick(pieces)).join("");
    const doc = fromMarkdown(text);
    expect(faults(doc), `seed ${seed}: ${JSON.stringify(text)}`).toEqual([]);
    expect(toHtml(doc)).not.toMatch(/href="(?!https?:|mailto:|\/(?![/\\]))/);
  }
});

const wordsOf = (doc: TextDoc) => toPlainText(doc).replaceAll(/\s+/g, "");
/** What is empty is not written, and marks that stand side by side may have become one. */
const signsOf = (doc: TextDoc) => toHtml(doc).match(/<(?:h\d|hr|table|a)\b|https?:[\w./]+/g);

test("what is written as Markdown comes back from it", () => {
  for (let seed = 1; seed <= Number(process.env["FUZZ_RUNS"] ?? 1500); seed++) {
    const { below, pick } = seededRandom(seed);
    const text = Array.from({ length: below(60) }, () => pick(pieces)).join("");
    const doc = fromMarkdown(text);
    const again = fromMarkdown(toMarkdown(doc));
    expect(wordsOf(again), `seed ${seed}: ${JSON.stringify(text)}`).toBe(wordsOf(doc));
    expect(signsOf(again), `seed ${seed}: ${JSON.stringify(text)}`).toEqual(signsOf(doc));
  }
});

test.each([
  ["stars", "*a ".repeat(30_000)],
  ["underlines and stars", "*_".repeat(50_000)],
  ["open brackets", "[".repeat(100_000)],
  ["links without an end", "[a](".repeat(25_000)],
  ["backticks", Array.from({ length: 400 }, (_, at) => "`".repeat(at)).join(" ")],
  ["tags", "<b>".repeat(30_000)],
  ["quotes", "> ".repeat(50_000)],
  ["list signs", "- ".repeat(50_000)],
  ["spaces", `# a${" ".repeat(99_000)}b`],
  ["addresses", "https://a.example/((((".repeat(4000)],
  ["table", `|${"a|".repeat(49)}\n|${"-|".repeat(49)}\n`.repeat(300)],
  ["list lines", "- a\n".repeat(25_000)],
  ["numbers", "1. ".repeat(33_000)],
  ["mixed signs", "_*a".repeat(33_000)],
  ["emphasis in emphasis", "*a ".repeat(16_000) + "a*".repeat(25_000)],
  ["lines of an item", `- a\n${"b\n".repeat(49_000)}`],
  ["lines with a sign below", "a\n-\n".repeat(25_000)],
  ["heads of no table", "a|b\n|-|-|-|\n".repeat(8000)],
  ["lines behind quotes", "> - a\nb\n".repeat(12_500)],
  ["elements without an end", "<a b=".repeat(20_000)],
  ["pictures in links", "[![".repeat(30_000) + "](x)".repeat(2000)],
])("many %s take no time", (_name, text) => {
  expect(faults(fromMarkdown(text)).filter(({ path }) => path !== "")).toEqual([]);
});

const known = (href: string) =>
  href.startsWith("dayone-moment:") ? { src: `/media/${href.slice(16)}`, alt: "a" } : undefined;

test.each([
  ["![](dayone-moment://A)", "{A}"],
  ["one ![](dayone-moment://A) two", "<p>one</p>{A}<p>two</p>"],
  ["# T ![](dayone-moment://A) u", "<h2>T  u</h2>{A}"],
  ["- ![](dayone-moment://A) one", "<ul><li><p></p>{A}<p>one</p></li></ul>"],
  ["> ![](dayone-moment://A)", "<blockquote>{A}</blockquote>"],
  [
    "[![b](dayone-moment://A)](https://a.example)",
    `{A}<p>${link("https://a.example", "https://a.example")}</p>`,
  ],
  ["**b ![](dayone-moment://A)**", "<p><strong>b</strong></p>{A}"],
  ["![b](other.png)", "<p>b (other.png)</p>"],
])("a picture that is known stands where %s has it", (markdown, wanted) => {
  const doc = fromMarkdown(markdown, { pictureOf: known });
  expect(checkRichText(doc)).toEqual([]);
  const made = toHtml(doc).replaceAll(' dir="auto"', "");
  expect(made.replaceAll(/<figure><img src="\/media\/A" alt="a".*?<\/figure>/g, "{A}")).toBe(
    wanted,
  );
});

test("a picture of a table stays in its cell, and what is said of it is handed on as it reads", () => {
  const heard: unknown[] = [];
  const doc = fromMarkdown('| a |\n| --- |\n| x ![B \\*c\\* &amp; **d**](m/1.jpg "T") y |', {
    pictureOf(href, words) {
      heard.push([href, words]);
      return { src: "/m/1" };
    },
  });
  expect(checkRichText(doc)).toEqual([]);
  expect(heard).toEqual([["m/1.jpg", { alt: "B *c* & d", title: "T" }]]);
  expect(toMarkdown(doc, { pictureAddress: () => "../a b.jpg" })).toBe(
    "| a |\n| --- |\n| x<br>![](../a%20b.jpg)<br>y |",
  );
});
