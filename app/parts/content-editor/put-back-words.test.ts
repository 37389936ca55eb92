import { expect, test } from "vitest";
import { putBackSaid } from "./put-back-words.ts";

test("who puts something back is told whether visitors see it", () => {
  expect(putBackSaid("Atlas", { path: "/project/atlas" })).toBe(
    "Atlas is back, and visitors see it again.",
  );
  expect(putBackSaid("", { asDraft: true })).toContain("Untitled is back as a draft");
  expect(putBackSaid("Atlas", {})).toBe("Atlas is back. Visitors do not see it, as before.");
});
