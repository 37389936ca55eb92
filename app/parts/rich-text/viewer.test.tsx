import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RichTextView } from "./viewer.tsx";

type Node = { type: string; [key: string]: unknown };

function html(...content: Node[]): string {
  return renderToStaticMarkup(<RichTextView doc={{ type: "doc", content }} />);
}

const text = (value: string, ...marks: Node[]): Node => ({ type: "text", text: value, marks });

test("every allowed node becomes its element", () => {
  const item = { type: "listItem", content: [{ type: "paragraph", content: [text("one")] }] };
  expect(
    html(
      { type: "heading", attrs: { level: 3 }, content: [text("Title")] },
      { type: "paragraph", content: [text("a"), { type: "hardBreak" }, text("b")] },
      { type: "bulletList", content: [item] },
      { type: "orderedList", content: [item] },
      { type: "blockquote", content: [{ type: "paragraph", content: [text("said")] }] },
      { type: "codeBlock", content: [text("x < 1")] },
      { type: "horizontalRule" },
    ),
  ).toBe(
    '<h3>Title</h3><p>a<br/>b</p><ul dir="auto"><li><p>one</p></li></ul>' +
      '<ol dir="auto"><li><p>one</p></li></ol><blockquote dir="auto"><p>said</p></blockquote>' +
      '<pre tabindex="0"><code>x &lt; 1</code></pre><hr/>',
  );
});

test("every allowed mark becomes its element, the first one innermost", () => {
  const marks = ["bold", "italic", "code", "strike"].map((type) => ({ type }));
  expect(html(text("x", ...marks))).toBe("<s><code><em><strong>x</strong></em></code></s>");
});

test("a link is shown only when its address is safe", () => {
  const link = (href: unknown) => html(text("x", { type: "link", attrs: { href } }));
  expect(link("https://example.com/")).toBe(
    '<a href="https://example.com/" rel="noopener noreferrer nofollow">x</a>',
  );
  for (const href of [
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/\\evil.example",
    7,
    null,
  ]) {
    expect(link(href)).toBe("x");
  }
});

test("of unknown nodes and marks only the text is shown", () => {
  expect(html({ type: "script", content: [text("alert(1)")] })).toBe("alert(1)");
  expect(html({ type: "constructor", content: [text("a")] })).toBe("a");
  expect(html(text("b", { type: "__proto__" }, { type: "toString" }))).toBe("b");
  expect(html(text("<img src=x onerror=alert(1)>"))).toBe("&lt;img src=x onerror=alert(1)&gt;");
});

test("heading levels stay below the page title", () => {
  const heading = (level: unknown) =>
    html({ type: "heading", attrs: { level }, content: [text("x")] });
  expect([1, 2.4, 9, "4", null].map(heading)).toEqual([
    "<h2>x</h2>",
    "<h2>x</h2>",
    "<h4>x</h4>",
    "<h2>x</h2>",
    "<h2>x</h2>",
  ]);
});

test("malformed and endlessly nested documents are cut off instead of failing", () => {
  let deep: Node = { type: "paragraph", content: [text("bottom")] };
  for (let level = 0; level < 10_000; level++) deep = { type: "blockquote", content: [deep] };
  expect(html(deep)).not.toContain("bottom");
  expect(html({ type: "paragraph", content: "text" }, { type: "text", text: 5 })).toBe("<p></p>");
  expect(html({ type: "paragraph", content: [null, 3, "x", { type: "text" }] })).toBe("<p></p>");
});
