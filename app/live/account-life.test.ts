import { expect, test } from "vitest";
import { createLives } from "./account-life.ts";

test("what one account began ends when it signs out, and not what the next one begins", () => {
  const ends: string[] = [];
  const { now, become } = createLives(() => ends.push("over"));
  const early = now();
  become("ann");
  const ann = now();
  become("ann");
  expect([early.aborted, ann.aborted, ends]).toEqual([false, false, []]);
  become(undefined);
  expect([early.aborted, ann.aborted, ends]).toEqual([true, true, ["over"]]);
  const next = now();
  become("bob");
  expect(next.aborted).toBe(false);
  become("cleo");
  expect([next.aborted, now().aborted, ends]).toEqual([true, false, ["over", "over"]]);
});
