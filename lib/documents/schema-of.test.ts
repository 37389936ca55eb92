import { expect, test } from "vitest";
import { projectDocument } from "./project.ts";
import { misfitsOf, schemaOf } from "./schema-of.ts";

test("documents of public collections and pages have a schema, what is inside or beside them has none", () => {
  expect(schemaOf("projects/a")).toBe(projectDocument);
  for (const path of ["certificates/a", "problems/a", "site/profile", "site/resume"]) {
    expect(schemaOf(path), path).toBeDefined();
  }
  for (const path of ["projects/a/drafts/b", "site/other", "users/u/journal/1", "constructor/a"]) {
    expect(schemaOf(path), path).toBeUndefined();
  }
});

test("a document that no page could show is told with its places, one of a free form never", () => {
  expect(misfitsOf("site/settings", { accent: "red" })).toEqual([
    { path: "accent", message: "must be a colour such as #8a3b12" },
  ]);
  expect(misfitsOf("site/settings", { accent: "#8a3b12" })).toEqual([]);
  expect(misfitsOf("users/u/journal/1", { anything: 1 })).toEqual([]);
});
