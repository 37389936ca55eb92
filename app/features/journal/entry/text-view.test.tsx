import { renderToStaticMarkup } from "react-dom/server";
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
