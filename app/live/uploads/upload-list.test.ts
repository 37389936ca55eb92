import { expect, test } from "vitest";
import { createUploadList } from "./upload-list.ts";
import type { Upload } from "./upload.ts";

const upload = (id: string, sentBytes = 0): Upload => ({
  id,
  name: `users/u/${id}`,
  fileName: id,
  sizeBytes: 10,
  sentBytes,
  state: "waiting",
  outcome: null,
  error: null,
  beganAgain: null,
  canGoAgain: true,
});

test("it is the same list until something changes, and what did not change is the same in the next", () => {
  const frames: (() => void)[] = [];
  const list = createUploadList((call) => frames.push(call));
  list.set(1, upload("a"));
  list.set(2, upload("b"));
  const before = list.snapshot();
  expect(list.snapshot()).toBe(before);
  list.set(1, upload("a", 5));
  const after = list.snapshot();
  expect(after.map(({ sentBytes }) => sentBytes)).toEqual([5, 0]);
  expect(after[1]).toBe(before[1]);
  expect(before[0]?.sentBytes).toBe(0);
});

test("whatever changes in a frame, who listens is called once", () => {
  const frames: (() => void)[] = [];
  const list = createUploadList((call) => frames.push(call));
  let calls = 0;
  const stop = list.subscribe(() => (calls += 1));
  for (let sent = 0; sent < 1000; sent += 1) list.set(sent, upload(`${sent}`));
  expect([frames.length, calls]).toEqual([1, 0]);
  frames[0]?.();
  list.remove("7");
  expect([frames.length, calls]).toEqual([2, 1]);
  stop();
  frames[1]?.();
  expect(calls).toBe(1);
  expect(list.snapshot()).toHaveLength(999);
});

test("the order is that in which they were added, whoever is heard of first", () => {
  const list = createUploadList(() => undefined);
  for (const order of [3, 1, 2]) list.set(order, upload(`${order}`));
  list.set(1, upload("1", 4));
  list.change("nobody", { sentBytes: 1 });
  list.change("2", { sentBytes: 2 });
  expect(list.snapshot().map(({ id, sentBytes }) => [id, sentBytes])).toEqual([
    ["1", 4],
    ["2", 2],
    ["3", 0],
  ]);
});
