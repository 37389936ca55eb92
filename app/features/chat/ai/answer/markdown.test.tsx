import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./markdown.tsx";
import { wholeSoFar } from "./read-markdown.ts";

const html = (text: string, isComing = false) =>
  renderToStaticMarkup(
    <Markdown text={text} isComing={isComing} renderProposal={(json) => `[proposal ${json}]`} />,
  );
const link = (href: string, shown: string) =>
  `<a href="${href}" title="${href}" rel="nofollow ugc noopener noreferrer" target="_blank">${shown}</a>`;

test("headings, emphasis, lists, tasks, tables, quotes and code are elements", () => {
  expect(html("# One\n\nTwo **three** *four* ~~five~~ `six < 7`")).toBe(
    '<h4 data-depth="1">One</h4><p>Two <strong>three</strong> <em>four</em> <s>five</s> <code>six &lt; 7</code></p>',
  );
  expect(html("3. a\n4. b\n   - c")).toBe(
    '<ol start="3"><li>a</li><li>b<ul><li>c</li></ul></li></ol>',
  );
  const tasks = html("- [x] a\n- [ ] b");
  expect(tasks).toContain('<span class="unseen">Done: </span>a');
  expect(tasks).toContain('<span class="unseen">To do: </span>b');
  expect(tasks).not.toContain("<input");
  expect(html("| a | b |\n|---|--:|\n| 1 | **2** |")).toContain(
    '<tbody><tr><td>1</td><td data-align="right"><strong>2</strong></td></tr></tbody>',
  );
  expect(html("> a\n> > b")).toBe(
    "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>",
  );
  const code = html("```ts extra\nconst a = '<b>';\n```");
  expect(code).toContain("<span>ts</span>");
  expect(code).toContain("<code>const a = &#x27;&lt;b&gt;&#x27;;</code>");
  expect(html("a &amp; b &lt;script&gt; &#x41; &nbsp;&made; — c\nd")).toBe(
    "<p>a &amp; b &lt;script&gt; A \u00a0&amp;made; — c<br/>d</p>",
  );
});

test("HTML is text, and no picture is loaded", () => {
  for (const hostile of [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    'a <b onclick="x()">c</b>',
    "<iframe srcdoc='<script>1</script>'></iframe>",
    "<svg/onload=alert(1)>",
    "<!-- <script> -->",
    "<style>*{display:none}</style>",
    "<form action=https://evil.example><button>Go</button></form>",
  ]) {
    expect(html(hostile), hostile).not.toMatch(/<(?!\/?(?:p|br)\b)/u);
  }
  expect(html("![a](https://evil.example/t.png?who=you)")).toBe(
    `<p>${link("https://evil.example/t.png?who=you", "Picture: a")}</p>`,
  );
  expect(html("![a](data:image/png;base64,AAAA)")).toBe("<p>Picture: a</p>");
  expect(html("![a][x]\n\n[x]: https://evil.example/t.png")).not.toContain("<img");
});

test("only addresses of the web and of mail are links", () => {
  for (const bad of [
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java\tscript:alert(1))",
    "[a](&#106;avascript:alert(1))",
    "[a](data:text/html,<script>1</script>)",
    "[a](vbscript:x)",
    "[a](file:///etc/passwd)",
    "[a](//evil.example)",
    "[a](/Settings?delete=1)",
    "[a](blob:https://x/1)",
    "[a]( javascript:x )",
    "[a][r]\n\n[r]: javascript:alert(1)",
    "<javascript:alert(1)>",
  ]) {
    expect(html(bad), bad).not.toContain("<a ");
  }
  expect(html("[a](https://example.org/?a=1&amp;b=2)")).toBe(
    `<p>${link("https://example.org/?a=1&amp;b=2", "a")}</p>`,
  );
  expect(html("Write to ann@example.org")).toContain('href="mailto:ann@example.org"');
  expect(html("[https://bank.example](https://evil.example/x)")).toContain(
    "</a> (leads to evil.example)",
  );
  expect(html("https://example.org/a")).not.toContain("leads to");
});

test("whatever is sent, it ends, and is not deeper than it may be", () => {
  const many = 4000;
  for (const hostile of [
    ">".repeat(many * 2),
    "> ".repeat(many),
    "- ".repeat(many),
    "1. ".repeat(2700),
    "[".repeat(many * 2),
    "![".repeat(many),
    "[](".repeat(2700),
    "*a ".repeat(2700),
    "**a _b ".repeat(1000),
    "_".repeat(many * 2),
    "`".repeat(many * 2),
    "`a``b".repeat(1300),
    "|".repeat(many * 2),
    `${"|a".repeat(700)}|\n${"|-".repeat(700)}|\n${"|b".repeat(700)}|\n`.repeat(2),
    "<".repeat(many * 2),
    "<a ".repeat(2700),
    "<!--".repeat(2000),
    "&#".repeat(many),
    "~~a ".repeat(2000),
    "a\n".repeat(many),
    "# a\n".repeat(2000),
    "http://".repeat(1000),
    "a@b.".repeat(2000),
    Array.from({ length: 150 }, (_, at) => `${"  ".repeat(at)}- a`).join("\n"),
    `${"\\".repeat(many)}[a](b)`,
    "[a]: <".repeat(1300),
    "\u0000\u202E\uFEFF".repeat(1300),
  ]) {
    const name = hostile.slice(0, 12);
    const made = html(hostile);
    expect(made.length, name).toBeLessThan(1_500_000);
    let depth = 0;
    let most = 0;
    for (const [, end] of made.matchAll(/<(\/?)\w+[^<>]*(?<!\/)>/gu)) {
      depth += end === "/" ? -1 : 1;
      most = Math.max(most, depth);
    }
    expect(most, name).toBeLessThan(40);
  }
}, 30_000);

test("of a block of the language foyer somebody else says what it is", () => {
  expect(html('Here:\n\n```foyer\n{"make":"todo"}\n```')).toBe(
    "<p>Here:</p>[proposal {&quot;make&quot;:&quot;todo&quot;}]",
  );
});

test("what is begun is shown as what it becomes", () => {
  for (const [coming, shown] of [
    ["a **bo", "a **bo**"],
    ["a **", "a "],
    ["a `co", "a `co`"],
    ["a ~~st", "a ~~st~~"],
    ["see [here](https://exa", "see here"],
    ["one\n\n**two** three **", "one\n\n**two** three "],
    ["Title\n-", "Title"],
    ["Title\n==", "Title"],
    ["a\n\n- ", "a\n"],
    ["a\n\n2.", "a\n"],
    ["a\n``", "a"],
    ["```ts\nlet **a", "```ts\nlet **a"],
    ["```ts\nlet a\n``", "```ts\nlet a"],
    ["a `b` **c**", "a `b` **c**"],
  ]) {
    expect(wholeSoFar(coming!), coming).toBe(shown);
  }
  expect(html("```ts\nlet a", true)).toContain("<code>let a</code>");
  // Piece by piece nothing throws.
  const all =
    "# A\n\n- **b** `c`\n\n| d | e |\n|---|---|\n| f | g |\n\n```js\nh()\n```\n[i](https://j.example)";
  for (let at = 0; at <= all.length; at += 1) html(all.slice(0, at), true);
});
