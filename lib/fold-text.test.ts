import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test.each([
  ["Zoë  Ångström ", "zoe angstrom"],
  ["ÉDOUARD", "edouard"],
  ["ﬁne", "fine"],
  ["李雷", "李雷"],
  ["", ""],
])("%j is folded to %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
