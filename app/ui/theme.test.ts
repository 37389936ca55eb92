import { expect, test } from "vitest";
import { nextTheme } from "./theme.ts";
import type { Theme } from "./theme.ts";

test("the first press is seen by day and by night, and the third leads back to the system", () => {
  const presses = (night: boolean) => {
    const seen: Theme[] = ["system"];
    for (let press = 0; press < 3; press += 1) seen.push(nextTheme(seen.at(-1)!, night));
    return seen;
  };
  expect(presses(false)).toEqual(["system", "dark", "light", "system"]);
  expect(presses(true)).toEqual(["system", "light", "dark", "system"]);
});
