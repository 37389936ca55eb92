import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { elementsOf } from "./markdown-view.tsx";

const html = (markdown: string) => renderToStaticMarkup(<>{elementsOf(markdown)}</>);

test("Markdown is shown, with links that open tabs of their own", () => {
  expect(html("# One\n\n- *a*\n\n[site](https://example.com)")).toBe(
    '<h2>One</h2><ul dir="auto"><li><p><em>a</em></p></li></ul>' +
      '<p><a href="https://example.com" rel="noopener noreferrer nofollow" target="_blank">site</a></p>',
  );
});

test("nothing of a hostile one runs, is loaded or leads into the site", () => {
  const shown = html(
    [
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "![beacon](https://evil.example/pixel.png)",
      "![own](/drafts/x.png)",
      "[js](javascript:alert(1)) [data](data:text/html,x) [own](/WebsiteManager?delete=all)",
      '<a href="javascript:alert(1)" id="main">x</a>',
      "# main",
      "<iframe src=/></iframe><style>*{display:none}</style>",
    ].join("\n\n"),
  );
  const tags = [...shown.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag);
  expect(tags.filter((tag) => !["p", "a", "span", "h2", "br"].includes(tag ?? ""))).toEqual([]);
  const addresses = [...shown.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
  for (const address of addresses) expect(address).toMatch(/^https:\/\/evil\.example\//);
  const ofTags = shown.match(/<[a-z][^>]*>/g)?.join("") ?? "";
  expect(ofTags).not.toMatch(/ id=| on\w+=/);
});
