import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinkedText } from "./linked-text.tsx";

const html = (text: string) => renderToStaticMarkup(<LinkedText text={text} />);
const link = (href: string, shown = href) =>
  `<a href="${href}" rel="noopener noreferrer nofollow ugc" target="_blank">${shown}</a>`;

test("addresses of the web are links, and what stands around them stays as it is", () => {
  expect(html("See https://example.org/a, or (http://example.org/b).\nBye")).toBe(
    `See ${link("https://example.org/a")}, or (${link("http://example.org/b")}).\nBye`,
  );
  expect(html("https://example.org/Roof_(house), yes")).toBe(
    `${link("https://example.org/Roof_(house)")}, yes`,
  );
});

test("an address says where it leads", () => {
  expect(html("https://EXAMPLE.org@evil.example/\u202Etxt")).toBe(
    link(
      "https://EXAMPLE.org@evil.example/\u202Etxt",
      "https://EXAMPLE.org@evil.example/%E2%80%AEtxt",
    ),
  );
});

test("nothing else becomes one, and no text becomes markup", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,<b>x",
    "ftp://example.org",
    "xhttps://example.org",
    "https://",
    "http://[",
  ]) {
    expect(html(text)).not.toContain("<a");
  }
  expect(html("https://example.org/<img src=x>")).toBe(
    `${link("https://example.org/")}&lt;img src=x&gt;`,
  );
});
