import { readFileSync } from "node:fs";
import { Editor, getSchema } from "@tiptap/core";
import { Fragment, Node, Slice } from "@tiptap/pm/model";
import { expect, test } from "vitest";
import { checkRichText } from "#lib/rich-text/check.ts";
import { richTextSchema } from "#lib/rich-text/schema.ts";
import { cleanHtml, cleanSlice } from "./clean-nodes.ts";
import { depthOf } from "./depth-limit.ts";
import { Picture, schemaExtensions } from "./schema-extensions.ts";
import { toStored } from "./to-stored.ts";
import type { EditorNode } from "./to-stored.ts";

const schema = getSchema([...schemaExtensions, Picture]);

const text = (value: string, ...marks: EditorNode[]): EditorNode =>
  marks.length > 0 ? { type: "text", text: value, marks } : { type: "text", text: value };
const node = (type: string, ...content: EditorNode[]): EditorNode => ({ type, content });
const paragraph = (...content: EditorNode[]) => node("paragraph", ...content);
const doc = (...content: EditorNode[]) => ({ type: "doc" as const, content });

test("the editor knows the nodes, marks and attributes that a text may have, and no others", () => {
  const shapeOf = (kinds: Record<string, { spec: { attrs?: object | null } }>) =>
    Object.fromEntries(
      Object.entries(kinds)
        .map(([name, { spec }]) => [name, new Set(Object.keys(spec.attrs ?? {}))] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    );
  expect(shapeOf(schema.nodes)).toEqual(shapeOf(richTextSchema.nodes));
  expect(shapeOf(schema.marks)).toEqual(shapeOf(richTextSchema.marks));
});

const everything = doc(
  { ...node("heading", text("Title")), attrs: { level: 3 } },
  paragraph(
    text("a", { type: "bold" }),
    text("b", { type: "italic" }),
    text("c", { type: "underline" }),
    text("d", { type: "strike" }),
    text("e", { type: "superscript" }),
    text("f", { type: "subscript" }),
    text("g", { type: "bold" }, { type: "code" }),
    { type: "hardBreak" },
    text("h", { type: "link", attrs: { href: "/about", title: "Me" } }),
    text("i", { type: "link", attrs: { href: "mailto:a@b.example" } }, { type: "italic" }),
  ),
  node(
    "bulletList",
    node(
      "listItem",
      paragraph(text("a")),
      node("bulletList", node("listItem", paragraph(text("b")))),
    ),
  ),
  {
    ...node("orderedList", node("listItem", paragraph(text("a")))),
    attrs: { start: 9, type: "a" },
  },
  node("taskList", { ...node("taskItem", paragraph(text("a"))), attrs: { checked: true } }),
  node("blockquote", paragraph(text("a")), paragraph()),
  { ...node("codeBlock", text("let a;\n")), attrs: { language: "typescript" } },
  { type: "horizontalRule" },
  {
    type: "image",
    attrs: {
      src: "/drafts/projects/a/b/c.jpg",
      alt: "A boat",
      title: "At sea",
      width: 64,
      height: 48,
      thumbhash: "2fcZ",
    },
  },
  node(
    "table",
    node("tableRow", {
      ...node("tableHeader", paragraph(text("a"))),
      attrs: { colspan: 2, colwidth: [80, 90] },
    }),
    node("tableRow", node("tableCell", paragraph(text("1"))), node("tableCell", paragraph())),
  ),
  paragraph(text("The end.")),
);

function throughEditor(value: unknown): unknown {
  const opened = Node.fromJSON(schema, value);
  opened.check();
  return toStored(opened.toJSON() as EditorNode);
}

/** Empty lists of content are left out of what is stored. */
const withoutEmpty = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part) =>
      name === "content" && part.length === 0 ? undefined : part,
    ),
  );

test("every node and mark comes out of the editor as it went in", () => {
  expect(checkRichText(everything)).toEqual([]);
  const used = JSON.stringify(everything);
  for (const name of [...Object.keys(richTextSchema.nodes), ...Object.keys(richTextSchema.marks)]) {
    expect(used).toContain(`"type":"${name}"`);
  }
  const stored = throughEditor(everything);
  expect(checkRichText(stored)).toEqual([]);
  // Which mark is within which is the schema's to say.
  const sorted = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (name, part) =>
        name === "marks"
          ? part.toSorted((a: EditorNode, b: EditorNode) => a.type.localeCompare(b.type))
          : part,
      ),
    );
  expect(sorted(stored)).toEqual(sorted(withoutEmpty(everything)));
  expect(throughEditor(stored)).toEqual(stored);
});

test("an editor gives a text the attributes that it has, and no others", () => {
  const editor = new Editor({
    element: null,
    extensions: [...schemaExtensions, Picture],
    content: everything,
  });
  expect(checkRichText(toStored(editor.getJSON() as EditorNode))).toEqual([]);
  editor.destroy();
});

test("the starter content's texts come out as they went in", () => {
  const projects: Record<string, { body?: unknown }> = JSON.parse(
    readFileSync(new URL("../../../content/projects.json", import.meta.url), "utf8"),
  );
  const bodies = Object.values(projects).flatMap(({ body }) => (body === undefined ? [] : [body]));
  expect(bodies.length).toBeGreaterThan(3);
  for (const body of bodies) expect(throughEditor(body)).toEqual(toStored(body as EditorNode));
});

test("a text without words is none, and the line to write on is not stored", () => {
  expect(toStored(doc(paragraph()))).toBeUndefined();
  expect(toStored(doc({ type: "horizontalRule" }, paragraph(), paragraph()))).toEqual(
    doc({ type: "horizontalRule" }),
  );
});

test("what hostile HTML would leave is taken out of what is pasted", () => {
  let leftOut = 0;
  const pasted = (...content: EditorNode[]) => {
    const fragment = Fragment.fromArray(content.map((each) => Node.fromJSON(schema, each)));
    const cleaned = cleanSlice(new Slice(fragment, 0, 0), () => (leftOut += 1)).content;
    const whole = schema.topNodeType.createAndFill(null, cleaned)!;
    whole.check();
    return toStored(whole.toJSON() as EditorNode) ?? doc(paragraph());
  };
  const link = (href: string) => ({
    type: "link",
    attrs: {
      href,
      target: "x".repeat(600),
      rel: "opener",
      class: "a".repeat(600),
      title: "t".repeat(600),
    },
  });
  const stored = pasted(
    paragraph(
      text("a", link("javascript:alert(1)")),
      text("b", link("data:text/html,a")),
      text("c", link("/\t/other.example")),
      text("d", link(`https://a.example/${"x".repeat(2000)}`)),
      text("e", link("https://a.example/")),
    ),
    { type: "image", attrs: { src: "https://tracker.example/a.png" } },
    { type: "image", attrs: { src: "//tracker.example/a.png" } },
    {
      type: "image",
      attrs: {
        src: "/img/-/640.jpg/a.jpg",
        alt: "x".repeat(900),
        width: "64",
        height: -1,
        thumbhash: "<b>",
      },
    },
    {
      ...node("orderedList", node("listItem", paragraph(text("a")))),
      attrs: { start: -4, type: "disc" },
    },
    { ...node("codeBlock", text("a")), attrs: { language: 'a"><script>' } },
    node(
      "table",
      node("tableRow", {
        ...node("tableCell", paragraph(text("a"))),
        attrs: { colspan: 100_000, rowspan: 0, colwidth: [Number.NaN] },
      }),
    ),
    // All that is in it goes.
    node("blockquote", { type: "image", attrs: { src: "http://other.example/a.png" } }),
  );
  expect(checkRichText(stored)).toEqual([]);
  expect(leftOut).toBe(1);
  const all = JSON.stringify(stored);
  expect(all).not.toMatch(/javascript|tracker|script|opener|other\.example/);
  expect(all).toContain('{"type":"link","attrs":{"href":"https://a.example/"');
  expect(all).toContain('"width":64');
});

test("pasted headings keep their rank below the page's title, and no handlers", () => {
  expect(cleanHtml('<H1 class="a" onclick="a(1)">a</H1><h2>b onb=c</h2><h6>c</h6><h1x>')).toBe(
    '<h2 class="a">a</h2><h2>b onb=c</h2><h4>c</h4><h1x>',
  );
});

test("depth is counted as the check counts it", () => {
  const nested = (levels: number): EditorNode =>
    levels === 0 ? paragraph(text("a")) : node("blockquote", nested(levels - 1));
  for (const levels of [5, 6, 7]) {
    const value = doc(nested(levels));
    const isTooDeep = checkRichText(value).length > 0;
    expect(depthOf(Node.fromJSON(schema, value)) > 9).toBe(isTooDeep);
    const emptied = doc(
      JSON.parse(
        JSON.stringify(nested(levels)).replace(/,"content":\[\{"type":"text"[^\]]*\]/, ""),
      ),
    );
    expect(depthOf(Node.fromJSON(schema, emptied))).toBe(depthOf(Node.fromJSON(schema, value)));
  }
});
