import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SchemaForm } from "#app/parts/forms/schema-form.tsx";
import { noFilterOf, selectedItems, shownItems } from "#app/parts/content-editor/filter-items.ts";
import type { ContentItem } from "#lib/content/item.ts";
import { emptyFields } from "#lib/content/kinds.ts";
import { problemsOf } from "#lib/content/problems.ts";
import { foodPostDocument } from "#lib/documents/food-post.ts";
import { foodWishDocument } from "#lib/documents/food-wish.ts";
import { countryOptions } from "./countries.ts";
import { postTool } from "./post-tool.tsx";
import { isMeant } from "./takeout-file.ts";
import { localDay } from "./visit-api.ts";
import { wishTool } from "./wish-tool.tsx";

const notInForms = new Set(["hidden", "sample", "rank", "postId"]);

test.for([
  ["posts", postTool, foodPostDocument],
  ["wishes", wishTool, foodWishDocument],
] as const)(
  "the form of %s has every field of the document, and each can be shown",
  ([, tool, schema]) => {
    const sections = tool.sectionsOf([]);
    const names = sections.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(names.toSorted()).toEqual(
      Object.keys(schema.shape)
        .filter((name) => !notInForms.has(name))
        .toSorted(),
    );
    const html = renderToStaticMarkup(
      <MantineProvider>
        {sections.map(({ title, fields }) => (
          <SchemaForm
            key={title}
            fields={fields}
            value={emptyFields(tool.kind)}
            onChange={() => {}}
          />
        ))}
      </MantineProvider>,
    );
    for (const name of names) expect(html).toContain(`data-field="${name}"`);
  },
);

test("a title is all that a wish needs", () => {
  const wish = { ...emptyFields("foodWishlist"), title: "Ramen", place: { name: "", city: "" } };
  expect(problemsOf("foodWishlist", "a", wish)).toEqual([]);
});

const item = (id: string, more: Partial<ContentItem> = {}): ContentItem => ({
  id,
  title: id,
  state: "draft",
  isHidden: false,
  updatedAt: "2026-01-01T00:00:00.000Z",
  ...more,
});
const ids = (items: readonly ContentItem[]) => items.map(({ id }) => id);

test("wishes are found by status and priority, what was never said counting as the usual", () => {
  const items = [
    item("a", { status: "visited", priority: "high" }),
    item("b", { status: "want", priority: "high" }),
    item("c"),
  ];
  const { selects } = wishTool;
  const by = (more: Record<string, string>) =>
    ids(selectedItems(items, { ...noFilterOf(selects), ...more }, selects));
  expect(by({})).toEqual(["a", "b", "c"]);
  expect(by({ status: "want" })).toEqual(["b", "c"]);
  expect(by({ status: "want", priority: "high" })).toEqual(["b"]);
  const filter = noFilterOf(selects);
  expect(ids(shownItems(items, filter, "wanted"))).toEqual(["b", "c", "a"]);
});

test("posts are found by their place, and stand by visit or by taste", () => {
  const items = [
    item("old", { visitedOn: "2025-01-01", order: "a1", where: "Da Nino, Bologna" }),
    item("new", { visitedOn: "2026-01-01", order: "" }),
    item("best", { visitedOn: "2024-01-01", order: "a0" }),
  ];
  const filter = noFilterOf(postTool.selects);
  expect(ids(shownItems(items, filter, "visited"))).toEqual(["new", "old", "best"]);
  expect(ids(shownItems(items, filter, "taste"))).toEqual(["best", "old", "new"]);
  expect(ids(shownItems(items, { ...filter, words: "bologna" }, "visited"))).toEqual(["old"]);
});

test("a country is chosen by its name; those that are no more are not offered", () => {
  const options = countryOptions();
  expect(options).toContainEqual({ value: "PT", label: "Portugal" });
  expect(options.length).toBeGreaterThan(240);
  expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
  for (const gone of ["DD", "SU", "YU", "EU", "ZZ"]) {
    expect(options.some(({ value }) => value === gone)).toBe(false);
  }
});

test("of an import what is new is meant, but no home and nothing that is here already", () => {
  const place = { name: "Sole", notes: "", tags: [], isPrivate: false };
  expect(isMeant({ id: "a", place, state: "new" })).toBe(true);
  expect(isMeant({ id: "a", place, state: "wished" })).toBe(false);
  expect(isMeant({ id: "a", place: { ...place, isPrivate: true }, state: "new" })).toBe(false);
});

test("today is the day where the owner is", () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});
