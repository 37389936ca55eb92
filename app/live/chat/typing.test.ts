import { expect, test, vi } from "vitest";
import { openTypingMark } from "./typing.ts";

/** Nobody signs out. */
const stays = () => () => {};

test("who types is said once in three seconds; whose mark is refused tries no more", async () => {
  const written: (string | null)[] = [];
  const mark = openTypingMark("ann", "lounge", async (value) => void written.push(value), stays);
  mark.typed();
  mark.typed();
  mark.stopped();
  expect(written).toEqual(["now", null]);
  const refuse = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("PERMISSION_DENIED")));
  const refused = openTypingMark("ann", "lounge", refuse, stays);
  refused.typed();
  await Promise.resolve();
  await Promise.resolve();
  refused.stopped();
  refused.typed();
  refused.close();
  expect(refuse).toHaveBeenCalledTimes(1);
});

test("who signs out while they type takes it back before", () => {
  const written: (string | null)[] = [];
  let leave = () => {};
  const write = async (value: string | null) => void written.push(value);
  const mark = openTypingMark("ann", "lounge", write, (_uid, call) => {
    leave = call;
    return () => {};
  });
  mark.typed();
  leave();
  mark.close();
  expect(written).toEqual(["now", null]);
});
