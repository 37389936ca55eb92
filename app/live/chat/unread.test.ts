import { expect, test } from "vitest";
import { unreadOf } from "./unread.ts";

const own = {};

test("unread are the messages behind the one that was read last", () => {
  expect(unreadOf(own, { n: 7 }, { n: 4 })).toMatchObject({ count: 3, isLoud: true });
  expect(unreadOf(own, { n: 7 }, { n: 9 })).toMatchObject({ count: 0, isLoud: false });
});

test("new is what was said since they came in", () => {
  expect(unreadOf(own, { n: 2 }, undefined).count).toBe(2);
  expect(unreadOf({ from: 5 }, { n: 7 }, undefined)).toMatchObject({ count: 2, isNamed: false });
  expect(unreadOf({ from: 5 }, { n: 7 }, { n: 6 }).count).toBe(1);
  expect(unreadOf({ ...own, mention: 2 }, { n: 2 }, undefined)).toMatchObject({ isNamed: true });
});

test("a quiet room says only what it is asked to, and a request waits elsewhere", () => {
  const head = { n: 9 };
  expect(unreadOf(own, head, { n: 4, quiet: "mentions" }).isLoud).toBe(false);
  expect(unreadOf({ ...own, mention: 6 }, head, { n: 4, quiet: "mentions" }).isLoud).toBe(true);
  expect(unreadOf({ ...own, mention: 6 }, head, { n: 4, quiet: "none" }).isLoud).toBe(false);
  expect(unreadOf({ request: true }, head, undefined).isLoud).toBe(false);
});

test("answers in threads of theirs count by thread", () => {
  const threads = { m000000001: 3, m000000002: 1 };
  const read = { n: 4, threads: { m000000001: 1, m000000002: 1 } };
  expect(unreadOf({ ...own, threads }, { n: 4 }, read)).toMatchObject({
    count: 0,
    threads: { m000000001: 2 },
    isLoud: true,
  });
});
