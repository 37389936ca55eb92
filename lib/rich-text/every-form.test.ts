import { expect, test } from "vitest";
import { checkRichText } from "./check.ts";
import { toHtml } from "./html.ts";
import { toMarkdown } from "./markdown.ts";
import { toPlainText } from "./plain-text.ts";
import { richTextSchema } from "./schema.ts";

type Node = { type: string; [key: string]: unknown };

const doc = (...content: unknown[]) => ({ type: "doc", content });
const text = (value: string, ...marks: (Node | string)[]): Node => {
  const all = marks.map((mark) => (typeof mark === "string" ? { type: mark } : mark));
  return all.length > 0 ? { type: "text", text: value, marks: all } : { type: "text", text: value };
};
const node = (type: string, ...content: unknown[]): Node => ({ type, content });
const paragraph = (...content: unknown[]) => node("paragraph", ...content);
const item = (...words: string[]) =>
  node("listItem", ...words.map((word) => paragraph(text(word))));
const task = (word: string, checked: boolean) => ({
  ...node("taskItem", paragraph(text(word))),
  attrs: { checked },
});
const cell = (type: string, word: string) => node(type, paragraph(text(word)));
const link = (href: string): Node => ({ type: "link", attrs: { href } });

const picture = {
  type: "image",
  attrs: { src: "/img/-/640.jpg/a.jpg", alt: "A *boat*", title: "At sea", width: 64, height: 48 },
};

/** Each with what it is in Markdown, in HTML and as plain text. */
const forms: Record<string, [Node[], string, string, string]> = {
  paragraph: [
    [paragraph(text("one")), paragraph(text("two"))],
    "one\n\ntwo",
    "<p>one</p><p>two</p>",
    "one\ntwo",
  ],
  heading: [
    [{ ...node("heading", text("Title #")), attrs: { level: 3 } }],
    "### Title \\#",
    "<h3>Title #</h3>",
    "Title #",
  ],
  hardBreak: [
    [paragraph(text("a"), { type: "hardBreak" }, text("- b"))],
    "a\\\n\\- b",
    "<p>a<br/>- b</p>",
    "a\n- b",
  ],
  bulletList: [
    [node("bulletList", item("a", "b"), item("c"))],
    "- a\n\n  b\n- c",
    '<ul dir="auto"><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>',
    "a\nb\nc",
  ],
  orderedList: [
    [{ ...node("orderedList", item("a"), item("b")), attrs: { start: 9 } }],
    "9. a\n10. b",
    '<ol dir="auto" start="9"><li><p>a</p></li><li><p>b</p></li></ol>',
    "a\nb",
  ],
  taskList: [
    [node("taskList", task("a", true), task("b", false))],
    "- [x] a\n- [ ] b",
    '<ul dir="auto"><li>☑ a</li><li>☐ b</li></ul>',
    "a\nb",
  ],
  blockquote: [
    [node("blockquote", paragraph(text("a")), paragraph(text("b")))],
    "> a\n>\n> b",
    '<blockquote dir="auto"><p>a</p><p>b</p></blockquote>',
    "a\nb",
  ],
  codeBlock: [
    [{ ...node("codeBlock", text("a ``` <b>\n\n*c*")), attrs: { language: "md" } }],
    "````md\na ``` <b>\n\n*c*\n````",
    "<pre><code>a ``` &lt;b&gt;\n\n*c*</code></pre>",
    "a ``` <b>\n\n*c*",
  ],
  horizontalRule: [[{ type: "horizontalRule" }], "___", "<hr/>", ""],
  image: [
    [picture],
    '![A \\*boat\\*](https://me.example/img/-/640.jpg/a.jpg "At sea")',
    '<figure><img src="https://me.example/img/-/640.jpg/a.jpg" alt="A *boat*" width="64" height="48"/>' +
      "<figcaption>At sea</figcaption></figure>",
    "A *boat*\nAt sea",
  ],
  table: [
    [
      node(
        "table",
        node("tableRow", cell("tableHeader", "a"), cell("tableHeader", "b")),
        node("tableRow", cell("tableCell", "1|2")),
      ),
    ],
    "| a | b |\n| --- | --- |\n| 1\\|2 |",
    '<table dir="auto"><thead><tr><th><p>a</p></th><th><p>b</p></th></tr></thead>' +
      "<tbody><tr><td><p>1|2</p></td></tr></tbody></table>",
    "a\tb\n1|2",
  ],
  bold: [
    [paragraph(text("a"), text("b ", "bold"), text("c"))],
    "a**b** c",
    "<p>a<strong>b </strong>c</p>",
    "ab c",
  ],
  italic: [[paragraph(text("a", "italic"))], "*a*", "<p><em>a</em></p>", "a"],
  strike: [[paragraph(text("a", "strike"))], "~~a~~", "<p><s>a</s></p>", "a"],
  underline: [[paragraph(text("a", "underline"))], "<u>a</u>", "<p><u>a</u></p>", "a"],
  superscript: [
    [paragraph(text("m"), text("2", "superscript"))],
    "m<sup>2</sup>",
    "<p>m<sup>2</sup></p>",
    "m2",
  ],
  subscript: [[paragraph(text("a", "subscript"))], "<sub>a</sub>", "<p><sub>a</sub></p>", "a"],
  code: [
    [paragraph(text("`a`", "code", "bold"))],
    "<strong>`` `a` ``</strong>",
    "<p><strong><code>`a`</code></strong></p>",
    "`a`",
  ],
  link: [
    [
      paragraph(
        text("a", link("/b (c)")),
        text(" "),
        text("d", link("https://e.example/?f&amp;g")),
      ),
    ],
    "[a](https://me.example/b%20%28c%29) [d](https://e.example/?f&amp;amp;g)",
    '<p><a href="https://me.example/b (c)">a</a> <a href="https://e.example/?f&amp;amp;g">d</a></p>',
    "a d",
  ],
};

const inOthers = ["doc", "text", "listItem", "taskItem", "tableRow", "tableHeader", "tableCell"];

test("the forms below are those of every node and mark of the schema", () => {
  const names = [...Object.keys(richTextSchema.nodes), ...Object.keys(richTextSchema.marks)];
  expect(Object.keys(forms).toSorted()).toEqual(
    names.filter((name) => !inOthers.includes(name)).toSorted(),
  );
});

test.for(Object.entries(forms))(
  "%s is written by the schema, and has its form in Markdown, HTML and plain text",
  ([, [content, markdown, html, plain]]) => {
    const origin = "https://me.example";
    expect(checkRichText(doc(...content))).toEqual([]);
    expect(toMarkdown(doc(...content), { origin })).toBe(markdown);
    expect(toHtml(doc(...content), { origin })).toBe(html);
    expect(toPlainText(doc(...content))).toBe(plain);
  },
);

test("text that looks like Markdown stays text", () => {
  const words = (value: string) => toMarkdown(doc(paragraph(text(value))));
  expect(words("# a")).toBe("\\# a");
  expect(words("1. a")).toBe("1\\. a");
  expect(words("2024) a")).toBe("2024\\) a");
  expect(words("===")).toBe("\\===");
  expect(words("   - a")).toBe("\\- a");
  expect(words("*a* _b_ `c` [d](e) <f> ~~g~~ \\h")).toBe(
    "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f> \\~\\~g\\~\\~ \\\\h",
  );
  expect(words("&lt; & a")).toBe("\\&lt; & a");
  expect(toMarkdown(doc(paragraph(text("Look!"), text("a", link("/b")))))).toBe("Look\\![a](/b)");
});

test("marks whose signs would not be read as such are elements", () => {
  const marked = (...content: Node[]) => toMarkdown(doc(paragraph(...content)));
  expect(marked(text("a"), text("(b)", "bold"), text("c"))).toBe("a<strong>(b)</strong>c");
  expect(marked(text("a", "bold"), text("b", "italic"))).toBe("<strong>a</strong>*b*");
  expect(marked(text("a", "bold", "italic"), text(" b", "bold"))).toBe("***a* b**");
  expect(marked(text(" ", "bold"), text("a"))).toBe("a");
});

test("lists in a row stay apart", () => {
  const list = (type: string, word: string) => node(type, item(word));
  expect(
    toMarkdown(
      doc(
        ...["a", "b", "c"].map((word) => list("bulletList", word)),
        ...["d", "e"].map((word) => list("orderedList", word)),
        node("bulletList", node("listItem", { type: "horizontalRule" })),
      ),
    ),
  ).toBe("- a\n\n* b\n\n- c\n\n1. d\n\n1) e\n\n- ___");
});

test("HTML for a feed holds no character that XML forbids", () => {
  expect(toHtml(doc(paragraph(text("a\u0000\u000B\uD800\uFFFF\u{1F30A}\"&'"))))).toBe(
    "<p>a\uFFFD\u{1F30A}&quot;&amp;'</p>",
  );
});
