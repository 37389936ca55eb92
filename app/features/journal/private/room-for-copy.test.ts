import { expect, test } from "vitest";
import { noRoomText } from "./room-for-copy.ts";

const mb = 1_048_576;
const usage = { usedBytes: 60 * mb, reservedBytes: 10 * mb, limitBytes: 100 * mb };

test("photos that fit once more beside all that is there are no problem, and nothing is one without a limit", () => {
  expect(noRoomText(25 * mb, usage)).toBeUndefined();
  expect(noRoomText(900 * mb, { ...usage, limitBytes: null })).toBeUndefined();
});

test("what does not fit beside what is there and on its way is said with how much is missing", () => {
  expect(noRoomText(60 * mb, usage)).toContain("need 72 MB, and 30 MB are free");
  expect(noRoomText(mb, { ...usage, usedBytes: 200 * mb })).toContain("and 0 bytes are free");
});
