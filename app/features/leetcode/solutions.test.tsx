import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ColouredSolution } from "#lib/leetcode/problem-files.ts";
import { Solutions } from "./solutions.tsx";

const draw = (...solutions: ColouredSolution[]) =>
  renderToStaticMarkup(<Solutions solutions={solutions} />);
const codeIn = (html: string) => /<code>(.*?)<\/code>/s.exec(html)?.[1];

test("each piece of a code has its kind, and all of it is there as it was written", () => {
  const html = draw({ language: "python", code: "if x # y\n", spans: [2, 4, 3, 0, 3, 3, 1, 0] });
  expect(codeIn(html)).toBe(
    '<span class="code-keyword">if</span> x <span class="code-comment"># y</span>\n',
  );
});

test("a code that came without colours, or with kinds of a later build, is shown without them", () => {
  const code = "a < b";
  expect(codeIn(draw({ language: "cobweb", code, spans: [5, 0] }))).toBe("a &lt; b");
  expect(codeIn(draw({ language: "cobweb", code, spans: [5, 99] }))).toBe("a &lt; b");
});

test("several languages are tabs, one is not, and several solutions in one are numbered", () => {
  const first = { language: "python3", code: "1", spans: [1, 0] };
  const second = { language: "python3", code: "2", spans: [1, 0] };
  const other = { language: "rust", code: "3", spans: [1, 0] };
  expect(draw(first)).not.toContain('role="tab');
  const html = draw(first, second, other);
  expect(html.match(/role="tab"[^>]*>[^<]+/g)).toHaveLength(2);
  expect(html).toContain(">Solution 1<");
  expect(html).toContain(">Solution 2<");
  expect(html).not.toContain("<code>3");
});
