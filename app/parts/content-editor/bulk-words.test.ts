import { expect, test } from "vitest";
import type { ContentItem } from "#lib/content/item.ts";
import { bulkPatches, bulkSaid, bulkUndo } from "./bulk-words.ts";

function item(id: string, more: Partial<ContentItem> = {}): ContentItem {
  const updatedAt = "2026-01-01T00:00:00.000Z";
  return { id, title: id, state: "published", isHidden: false, updatedAt, ...more };
}

const projects = { one: "project", many: "projects" };

test("what is shown at once is never more than the server will say", () => {
  const items = [item("a"), item("b", { state: "draft" }), item("c", { tags: ["Art"] })];
  expect([...bulkPatches(items, ["a", "b"], "hide").keys()]).toEqual(["a"]);
  // Whether it can be published only the server knows.
  expect(bulkPatches(items, ["b"], "publish").size).toBe(0);
  expect(bulkPatches(items, ["c"], "tag", "Art").get("c")).toEqual({ tags: ["Art"] });
});

test("publishing changes is not taken back by hiding what visitors had before", () => {
  expect(bulkUndo("projects", "publish", [item("a", { state: "changed" })])).toBeUndefined();
  expect(bulkUndo("projects", "publish", [item("a", { state: "draft" })])).toBeDefined();
});

test("what is said counts in words", () => {
  expect(bulkSaid("hide", 1, projects)).toBe("1 project hidden.");
  expect(bulkSaid("tag", 3, projects, "Art")).toBe("3 projects tagged Art.");
});
