import { expect, test } from "vitest";
import type { ContentItem } from "#lib/content/item.ts";
import { issuersOf, noFilter, shownItems, tagsOf } from "./filter-items.ts";

function item(id: string, more: Partial<ContentItem> = {}): ContentItem {
  const updatedAt = "2026-01-01T00:00:00.000Z";
  return { id, title: id, state: "published", isHidden: false, updatedAt, ...more };
}

const ids = (items: readonly ContentItem[]) => items.map(({ id }) => id);

test("the owner's order is that of the public page: by place, then by title", () => {
  const items = [
    item("c", { order: "a1" }),
    item("b", { order: "a0" }),
    item("a", { order: "a1" }),
  ];
  expect(ids(shownItems(items, noFilter, "order"))).toEqual(["b", "a", "c"]);
});

test("what is hidden is found as hidden, also while it has changes", () => {
  const items = [item("a", { state: "changed", isHidden: true }), item("b", { state: "changed" })];
  expect(ids(shownItems(items, { ...noFilter, state: "hidden" }, "order"))).toEqual(["a"]);
  expect(ids(shownItems(items, { ...noFilter, state: "changed" }, "order"))).toEqual(["a", "b"]);
});

test("every word counts, in any case, in title, tags and issuer", () => {
  const items = [
    item("a", { title: "Atlas of maps", tags: ["Rust"] }),
    item("b", { title: "Atlas", issuer: "Map School" }),
  ];
  expect(ids(shownItems(items, { ...noFilter, words: "ATLAS  rust" }, "order"))).toEqual(["a"]);
  expect(ids(shownItems(items, { ...noFilter, words: "map" }, "order"))).toEqual(["b", "a"]);
});

test("by time the last edited is first, whether it is published or not", () => {
  const items = [
    item("a", { updatedAt: "2026-03-01T00:00:00.000Z" }),
    item("b", { editedAt: "2026-04-01T00:00:00.000Z" }),
  ];
  expect(ids(shownItems(items, { ...noFilter, sort: "edited" }, "order"))).toEqual(["b", "a"]);
});

test("suggestions name each tag and issuer once", () => {
  const items = [
    item("a", { tags: ["Rust", "Art"], issuer: "Y" }),
    item("b", { tags: ["Art"], issuer: "X" }),
  ];
  expect(tagsOf(items)).toEqual(["Art", "Rust"]);
  expect(issuersOf(items)).toEqual(["X", "Y"]);
});
