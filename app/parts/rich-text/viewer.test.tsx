import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { toElements } from "#lib/rich-text/elements.ts";
import { RichTextView } from "./viewer.tsx";

type Node = { type: string; [key: string]: unknown };

function html(...content: unknown[]): string {
  return renderToStaticMarkup(<RichTextView doc={toElements({ type: "doc", content })} />);
}

const text = (value: unknown, ...marks: unknown[]): Node => ({ type: "text", text: value, marks });
const node = (type: string, ...content: unknown[]): Node => ({ type, content });
const paragraph = (...content: unknown[]) => node("paragraph", ...content);

test("every block becomes its element", () => {
  const item = node("listItem", paragraph(text("one")));
  expect(
    html(
      { type: "heading", attrs: { level: 3 }, content: [text("Title")] },
      paragraph(text("a"), { type: "hardBreak" }, text("b")),
      node("bulletList", item),
      { ...node("orderedList", item), attrs: { start: 4 } },
      node("blockquote", paragraph(text("said"))),
      { ...node("codeBlock", text("x < 1")), attrs: { language: "c++" } },
      { type: "horizontalRule" },
    ),
  ).toBe(
    '<h3 id="at-title">Title</h3><p>a<br/>b</p><ul dir="auto"><li><p>one</p></li></ul>' +
      '<ol dir="auto" start="4"><li><p>one</p></li></ol>' +
      '<blockquote dir="auto"><p>said</p></blockquote>' +
      '<pre tabindex="0"><code class="language-c++">x &lt; 1</code></pre><hr/>',
  );
});

test("every mark becomes its element, in one order, and neighbours share the outer one", () => {
  const mark = (type: string) => ({ type });
  const all = ["code", "strike", "underline", "italic", "bold"].map(mark);
  expect(html(paragraph(text("x", ...all)))).toBe(
    "<p><strong><em><u><s><code>x</code></s></u></em></strong></p>",
  );
  expect(
    html(paragraph(text("H"), text("2", mark("subscript")), text("n", mark("superscript")))),
  ).toBe("<p>H<sub>2</sub><sup>n</sup></p>");
  const link = { type: "link", attrs: { href: "/about" } };
  expect(html(paragraph(text("see ", link), text("this", mark("bold"), link), text(".")))).toBe(
    '<p><a href="/about">see <strong>this</strong></a>.</p>',
  );
});

test("a task is a box that cannot be ticked, with its words as label", () => {
  const task = (checked: unknown, ...content: unknown[]) => ({
    ...node("taskItem", ...content),
    attrs: { checked },
  });
  expect(
    html(
      node(
        "taskList",
        task(true, paragraph(text("done")), node("bulletList")),
        task("yes", node("horizontalRule")),
      ),
    ),
  ).toBe(
    '<ul dir="auto" class="tasks">' +
      '<li><label><input type="checkbox" disabled="" checked=""/><span>done</span></label><ul dir="auto"></ul></li>' +
      '<li><input type="checkbox" disabled="" aria-label="Task"/><hr/></li></ul>',
  );
});

test("a table scrolls by itself, also by keyboard, and says which cells are heads", () => {
  const cell = (type: string, words: string, attrs = {}) => ({ ...node(type, text(words)), attrs });
  const head = node("tableRow", cell("tableHeader", "a"), cell("tableHeader", "b"));
  const row = node("tableRow", cell("tableHeader", "c"), cell("tableCell", "d", { colspan: 2 }));
  expect(html(node("table", head, row))).toBe(
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table dir="auto">' +
      '<thead><tr><th scope="col"><p>a</p></th><th scope="col"><p>b</p></th></tr></thead>' +
      '<tbody><tr><th scope="row"><p>c</p></th><td colSpan="2"><p>d</p></td></tr></tbody></table></div>',
  );
});

test("a picture comes in sizes and with its caption, one of unknown size as it is", () => {
  const attrs = {
    src: "/img/-/640.webp/a.jpg",
    alt: "A",
    title: "At sea",
    width: 300,
    height: 200,
  };
  const shown = html({ type: "image", attrs });
  expect(shown).toContain('srcSet="/img/-/160.webp/a.jpg 160w,/img/-/320.webp/a.jpg 300w"');
  expect(shown).toMatch(
    /^<figure><picture>.*<\/picture><figcaption>At sea<\/figcaption><\/figure>$/,
  );
  expect(html({ type: "image", attrs: { src: "/a.svg", alt: 4 } })).toBe(
    '<figure><img src="/a.svg" alt="" loading="lazy" decoding="async"/></figure>',
  );
});

test("a link is shown only when its address is safe, a picture only when it is on this site", () => {
  const link = (href: unknown) => html(paragraph(text("x", { type: "link", attrs: { href } })));
  expect(link("https://example.com/")).toBe(
    '<p><a href="https://example.com/" rel="noopener noreferrer nofollow">x</a></p>',
  );
  const unsafe = [
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/\\evil.example",
    7,
    null,
  ];
  for (const href of [...unsafe, `https://example.com/${"a".repeat(2000)}`]) {
    expect(link(href)).toBe("<p>x</p>");
  }
  for (const src of [...unsafe, "https://example.com/a.png", "data:image/png;base64,AAAA"]) {
    expect(html({ type: "image", attrs: { src, alt: "a", width: 1, height: 1 } })).toBe("");
  }
});

test("of unknown nodes and marks only the text is shown", () => {
  expect(html(node("script", text("alert(1)")))).toBe("<p>alert(1)</p>");
  expect(html(node("constructor", paragraph(text("a"))))).toBe("<p>a</p>");
  expect(html(text("b", { type: "__proto__" }, { type: "toString" }, null, 5))).toBe("<p>b</p>");
  expect(html(paragraph(text("<img src=x onerror=alert(1)>")))).toBe(
    "<p>&lt;img src=x onerror=alert(1)&gt;</p>",
  );
  const attrs = {
    level: 2,
    onclick: "alert(1)",
    style: "a",
    dangerouslySetInnerHTML: { __html: "<b>" },
  };
  expect(html({ type: "heading", attrs, content: [text("!")] })).toBe("<h2>!</h2>");
});

test("what HTML would not let stand where it is, is set right, so that server and browser agree", () => {
  expect(
    html(paragraph(text("a"), node("heading", text("b")), node("bulletList", text("c")))),
  ).toBe("<p>abc</p>");
  expect(html(node("bulletList", text("a"), text("b"), node("listItem", text("c"))))).toBe(
    '<ul dir="auto"><li><p>ab</p></li><li><p>c</p></li></ul>',
  );
  expect(html(node("listItem", paragraph(text("a"))))).toBe("<p>a</p>");
  expect(html(node("table", text("a"), node("tableRow", paragraph(text("b")))))).toContain(
    "<tbody><tr><td><p>a</p></td></tr><tr><td><p>b</p></td></tr></tbody>",
  );
});

test("headings stay below the page's title, and each has an address of its own", () => {
  const heading = (level: unknown) => ({
    type: "heading",
    attrs: { level },
    content: [text("À la mode, 2")],
  });
  expect(html(...[1, 2.4, 9, "4"].map(heading))).toBe(
    '<h2 id="at-à-la-mode-2">À la mode, 2</h2><h2 id="at-à-la-mode-2-2">À la mode, 2</h2>' +
      '<h4 id="at-à-la-mode-2-3">À la mode, 2</h4><h2 id="at-à-la-mode-2-4">À la mode, 2</h2>',
  );
});

test("malformed and endlessly nested documents are cut off instead of failing", () => {
  let deep: Node = paragraph(text("bottom"));
  for (let level = 0; level < 10_000; level++) deep = node("blockquote", deep);
  expect(html(deep)).not.toContain("bottom");
  expect(html({ type: "paragraph", content: "text" }, text(5))).toBe("<p></p>");
  expect(html(paragraph(null, 3, "x", { type: "text" }))).toBe("<p></p>");
  for (const doc of [null, undefined, 7, "doc", [], { content: 4 }, { content: [[]] }]) {
    expect(renderToStaticMarkup(<RichTextView doc={toElements(doc)} />)).toBe("");
  }
});
