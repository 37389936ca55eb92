import { expect, test } from "vitest";
import { putBackSaid } from "./put-back-words.ts";

test("who puts something back is told whether visitors see it", () => {
  expect(putBackSaid("Atlas", { path: "/project/atlas" })).toBe(
    "Atlas is back, and visitors see it again.",
  );
  expect(putBackSaid("", { asDraft: true })).toContain("Untitled is back as a draft");
  expect(putBackSaid("Atlas", {})).toBe("Atlas is back. Visitors do not see it, as before.");
});

test("who puts something back that waited for its time is told that it waits again", () => {
  const publishAt = "2026-12-24T08:00:00.000Z";
  for (const back of [{ publishAt }, { publishAt, path: "/project/atlas" }]) {
    expect(putBackSaid("Atlas", back)).toContain("It is to be published on 24 Dec 2026");
  }
});
