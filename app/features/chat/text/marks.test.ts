import { expect, test } from "vitest";
import { readInline, readMarks } from "./marks.ts";
import { copiedOf, plainOf } from "./plain.ts";

const text = (words: string) => ({ kind: "text", text: words });

test("words between marks are what the marks say", () => {
  expect(readInline("a **b _c_** `*d*`")).toEqual([
    text("a "),
    { kind: "bold", parts: [text("b "), { kind: "italic", parts: [text("c")] }] },
    text(" "),
    { kind: "code", text: "*d*" },
  ]);
  for (const plain of ["2*3*4", "snake_case_name", "* a", "a ** b ** c", "~~ x"]) {
    expect(readInline(plain)).toEqual([text(plain)]);
  }
});

test("addresses of the web and of mail are links, nothing else is", () => {
  expect(readInline("See https://a.example/b_(c).")).toEqual([
    text("See "),
    { kind: "link", text: "https://a.example/b_(c)", href: "https://a.example/b_(c)" },
    text("."),
  ]);
  expect(readInline("mailto:ann@a.example")).toMatchObject([{ kind: "link" }]);
  for (const bad of ["javascript:alert(1)", "data:text/html,x", "<img src=x>", "https://"]) {
    expect(readInline(bad).some(({ kind }) => kind === "link")).toBe(false);
  }
});

test("who is named is known by the uid", () => {
  expect(readInline("Hi @[Ann Lee](u1)!")).toEqual([
    text("Hi "),
    { kind: "mention", name: "Ann Lee", uid: "u1" },
    text("!"),
  ]);
  expect(plainOf("Hi @[Ann](u1)\n\nthere")).toBe("Hi @Ann there");
  expect(plainOf("Hello **there *dear* _you_**, `a*b*c` ~~no~~ 2*3*4")).toBe(
    "Hello there dear you, a*b*c no 2*3*4",
  );
  expect(plainOf("> so\n\n- one\n- two\n\n1. a\n2. b\n\n```\nx = 1\n```")).toBe(
    "so one two 1. a 2. b x = 1",
  );
  // What is copied is pasted as it was typed.
  expect(copiedOf("@[Ann](u1):\n```\nif (a)\n  **b**\n```")).toBe(
    "@Ann:\n```\nif (a)\n  **b**\n```",
  );
});

test("quotes, lists and code are blocks", () => {
  const blocks = readMarks("> a\n> - b\n\n1. x\n2. y\n```js\nlet **z**\n```\nend");
  expect(blocks).toMatchObject([
    { kind: "quote", blocks: [{ kind: "paragraph" }, { kind: "list", isOrdered: false }] },
    { kind: "list", isOrdered: true, items: [[text("x")], [text("y")]] },
    { kind: "code", text: "let **z**" },
    { kind: "paragraph", lines: [[text("end")]] },
  ]);
  expect(readMarks("1984. A book")).toMatchObject([{ kind: "paragraph" }]);
  expect(readMarks("```a```")).toEqual([{ kind: "code", text: "a" }]);
  expect(readMarks(`${">".repeat(200)} deep`)).toHaveLength(1);
});

test("the longest message is read at once, whatever it is made of", () => {
  for (const one of ["*", "_", "`", "**a", "> ", "@[", "https://", "~~", "- "]) {
    expect(readMarks(one.repeat(4000 / one.length)).length).toBeGreaterThan(0);
  }
});
