import { expect, test } from "vitest";
import { once } from "./once.ts";

test("everybody who asks gets the same, opened once", async () => {
  let opened = 0;
  const open = once(async () => {
    opened += 1;
    return { opened };
  });
  const [first, second] = await Promise.all([open(), open()]);
  expect(first).toBe(second);
  expect(await open()).toBe(first);
  expect(opened).toBe(1);
});

test("after a failure the next one who asks tries again", async () => {
  let tries = 0;
  const open = once(async () => {
    tries += 1;
    if (tries === 1) throw new Error("offline");
    return tries;
  });
  await expect(Promise.all([open(), open()])).rejects.toThrow("offline");
  expect(tries).toBe(1);
  expect(await open()).toBe(2);
});
