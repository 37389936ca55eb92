import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { TextView } from "./text-view.tsx";

test("a text asks for no picture but those of its journal, with a size or without one", () => {
  const picture = (attrs: object) => ({ type: "image", attrs: { alt: "The sea", ...attrs } });
  const doc = {
    type: "doc" as const,
    content: [
      picture({ src: "/api/anything" }),
      picture({ src: "/api/anything", width: 400, height: 300 }),
      picture({ src: "https://other.example/a.png", width: 400, height: 300 }),
    ],
  };
  const shown = renderToStaticMarkup(
    <TextView entry={{ journal: "p0diary0000000000000a" }} doc={doc} text={JSON.stringify(doc)} />,
  );
  expect(shown).not.toMatch(/<img|src=/);
  expect(shown).toContain("The sea");
});

test("a link leads away in a tab of its own, and within the site without leaving the tool's page", () => {
  const link = (href: string) => ({
    type: "text",
    text: href,
    marks: [{ type: "link", attrs: { href } }],
  });
  const content = [link("https://other.example/"), link("/project")];
  const doc = { type: "doc" as const, content: [{ type: "paragraph", content }] };
  const shown = renderToStaticMarkup(
    <MemoryRouter>
      <TextView entry={{ journal: "p0diary0000000000000a" }} doc={doc} text={JSON.stringify(doc)} />
    </MemoryRouter>,
  );
  expect(shown).toMatch(/<a [^>]*target="_blank"[^>]*>https:/);
  expect(shown).toMatch(/<a [^>]*rel="noopener noreferrer nofollow"[^>]*>https:/);
  expect(shown).toContain('<a href="/project" data-discover="true">/project</a>');
});
