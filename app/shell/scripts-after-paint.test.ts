import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { startScriptsAfterPaint } from "./scripts-after-paint.ts";

const page =
  '<html><head><link rel="modulepreload" nonce="n" href="/a.js"/><link rel="preload" href="/f"/></head>' +
  '<body><p>Text</p><script nonce="n">here()</script>' +
  '<script nonce="n" type="module" async="">import "/a.js";</script></body></html>';

test("nothing of React Router's is asked for before the starter says so", () => {
  const html = startScriptsAfterPaint(page, "n");
  expect(html).not.toContain('modulepreload"');
  expect(html).not.toContain('type="module"');
  expect(html).toContain('<link rel="preload" href="/f"/>');
  expect(html).toContain('<script nonce="n">here()</script>');
  expect(html.match(/<script nonce="n">\{/g)).toHaveLength(1);
  expect(html.endsWith("</script></body></html>")).toBe(true);
});

test("a document without scripts stays as it is", () => {
  const plain = "<html><body><p>Text</p></body></html>";
  expect(startScriptsAfterPaint(plain, "n")).toBe(plain);
});

test("where no observer can be made the scripts start after two seconds", () => {
  const html = startScriptsAfterPaint(page, "n");
  const code = /<script nonce="n">(\{.*\})<\/script><\/body>/.exec(html)?.[1] ?? "";
  const later: number[] = [];
  const setTimeout = (_start: () => void, ms: number) => later.push(ms);
  expect(() => runInNewContext(code, { setTimeout })).toThrow("PerformanceObserver");
  expect(later).toEqual([2000]);
});

test.each(["the first paint", "two seconds, where no paint is told"])(
  "the starter starts the scripts once, after %s",
  (after) => {
    const html = startScriptsAfterPaint(page, "n");
    const code = /<script nonce="n">(\{.*\})<\/script><\/body>/.exec(html)?.[1] ?? "";
    const link = { rel: "after-paint" };
    const started: object[] = [];
    const waiting = { nonce: "n", text: "code", replaceWith: (it: object) => started.push(it) };
    const later: (() => void)[] = [];
    const painted: (() => void)[] = [];
    runInNewContext(code, {
      document: {
        querySelectorAll: () => [link],
        querySelector: () => waiting,
        createElement: () => ({}),
      },
      PerformanceObserver: class {
        constructor(callback: () => void) {
          painted.push(callback);
        }
        observe(): void {}
      },
      setTimeout: (callback: () => void) => later.push(callback),
    });
    expect(started).toEqual([]);
    const [first, second] = after.startsWith("two") ? [later, painted] : [painted, later];
    for (const call of [...first, ...second]) call();
    expect(link.rel).toBe("modulepreload");
    expect(started).toEqual([{ type: "module", async: true, nonce: "n", text: "code" }]);
  },
);
