import { expect, test } from "vitest";
import { createUploadQueue } from "./upload-queue.ts";

test("so many run at once, the others follow in their order, and one that is taken out does not", async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = createUploadQueue(2, (id) => {
    begun.push(id);
    return new Promise((resolve) => ends.set(id, resolve));
  });
  for (const id of ["a", "b", "c", "d", "e"]) queue.add(id);
  expect(begun).toEqual(["a", "b"]);
  expect([queue.remove("c"), queue.remove("a")]).toEqual([true, false]);
  ends.get("b")?.();
  await expect.poll(() => begun).toEqual(["a", "b", "d"]);
  queue.add("c");
  ends.get("a")?.();
  ends.get("d")?.();
  await expect.poll(() => begun).toEqual(["a", "b", "d", "e", "c"]);
});
