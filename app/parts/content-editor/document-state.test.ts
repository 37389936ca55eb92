import { expect, test } from "vitest";
import { stateOf, withSlug } from "./document-state.ts";

test("the address follows the title until somebody wrote another one", () => {
  expect(withSlug({ title: "Atlas two" }, { title: "Atlas", slug: "atlas" }, null)).toEqual({
    title: "Atlas two",
    slug: "atlas-two",
  });
  expect(withSlug({ title: "Atlas two" }, { title: "Atlas", slug: "maps" }, null)).toEqual({
    title: "Atlas two",
  });
});

test("an address that visitors know stays, whatever the title becomes", () => {
  const published = { title: "Atlas", slug: "atlas" };
  expect(withSlug({ title: "Atlas two" }, published, published)).toEqual({ title: "Atlas two" });
});

test("what is hidden says so even when it is changed or scheduled", () => {
  const published = { hidden: true };
  expect(stateOf({ published, isChanged: true, publishAt: null })).toEqual({
    state: "changed",
    isHidden: true,
  });
  expect(stateOf({ published, isChanged: true, publishAt: "2026-12-01T00:00:00.000Z" })).toEqual({
    state: "scheduled",
    isHidden: true,
  });
});

test("a draft is never called published", () => {
  expect(stateOf({ published: null, isChanged: false, publishAt: null }).state).toBe("draft");
});
