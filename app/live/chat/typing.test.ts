import { expect, test, vi } from "vitest";
import { openTypingMark } from "./typing.ts";

test("who types is said once in three seconds; whose mark is refused tries no more", async () => {
  const written: (string | null)[] = [];
  const mark = openTypingMark("ann", "lounge", async (value) => void written.push(value));
  mark.typed();
  mark.typed();
  mark.stopped();
  expect(written).toEqual(["now", null]);
  const refuse = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("PERMISSION_DENIED")));
  const refused = openTypingMark("ann", "lounge", refuse);
  refused.typed();
  await Promise.resolve();
  await Promise.resolve();
  refused.stopped();
  refused.typed();
  refused.close();
  expect(refuse).toHaveBeenCalledTimes(1);
});
