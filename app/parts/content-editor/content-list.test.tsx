import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { ContentItem } from "#lib/content/item.ts";
import { ContentList } from "./content-list.tsx";
import type { ContentToolFacts } from "./content-tool-facts.ts";

const facts: ContentToolFacts = {
  kind: "problems",
  title: "Problems",
  one: "problem",
  many: "problems",
  about: "",
  sort: "title",
  sorts: [{ value: "title", label: "Title" }],
  tag: "Category",
  searched: "Title",
  canFeature: false,
  sectionsOf: () => [],
  detailOf: () => null,
  Preview: () => null,
};

function draw(count: number, sort: ContentToolFacts["sort"]): string {
  const items = Array.from({ length: count }, (_, at): ContentItem => {
    const number = String(at).padStart(4, "0");
    return {
      id: `p${number}`,
      title: `Title ${number}`,
      order: `a${number}`,
      state: "published",
      isHidden: false,
      updatedAt: "",
    };
  });
  const list = {
    items,
    problem: undefined,
    sync: undefined,
    working: undefined,
    refresh: async () => {},
    move: () => {},
    feature: () => {},
    bulk: async () => true,
  };
  const element = (
    <MantineProvider>
      <ContentList
        facts={{ ...facts, sort }}
        list={list}
        onOpen={() => {}}
        firstAct={null}
        more={null}
      />
    </MantineProvider>
  );
  return renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />,
  );
}

const rowsIn = (html: string) => html.match(/data-choice="/g)?.length ?? 0;

test("of thousands two hundred rows are drawn, all are counted, and the others are a button away", () => {
  const html = draw(5000, "title");
  expect(rowsIn(html)).toBe(200);
  expect(html).toContain('data-choice="p0199"');
  expect(html).toContain(">5000 problems<");
  expect(html).toContain("Show more: 200 of 5000 are here");
});

test("two hundred are drawn without a button", () => {
  const html = draw(200, "title");
  expect(rowsIn(html)).toBe(200);
  expect(html).not.toContain("Show more");
});

test("a list in the owner's order is whole, because any of it may be moved to any place", () => {
  const html = draw(450, "order");
  expect(rowsIn(html)).toBe(450);
  expect(html).not.toContain("Show more");
});
