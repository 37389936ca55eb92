import { expect, test } from "vitest";
import { withTold, worstOf } from "./sync-context.ts";

test("of two documents on one page, one that could not be saved is not hidden by the other", () => {
  const failed = { failed: "The text is too long to be saved." };
  const one = withTold(new Map(), "settings", failed);
  const both = withTold(one, "seo", "saved");
  expect(worstOf(both)).toEqual(failed);
  expect(worstOf(withTold(both, "seo", undefined))).toEqual(failed);
  expect(worstOf(withTold(withTold(both, "settings", "saving"), "seo", "offline"))).toBe("offline");
  expect(worstOf(withTold(both, "settings", undefined))).toBe("saved");
  expect(worstOf(new Map())).toBeUndefined();
});
