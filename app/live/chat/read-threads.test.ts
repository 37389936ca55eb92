import { expect, test } from "vitest";
import { threadsRead } from "./read-threads.ts";
import type { Room } from "./rooms.ts";
import { unreadOf } from "./unread.ts";

const own = { kind: "private", name: "", role: "member", at: 1 } as const;
const facts = { ...own, title: "", topic: "", isArchived: false, head: undefined };
const room = (id: string, more: Pick<Room, "threads" | "read" | "from">): Room => {
  const { read, ...of } = more;
  return { ...facts, ...of, read, id, unread: unreadOf(of, undefined, read) };
};

test("threads are read to their last answer, and nothing else of their rooms", () => {
  const roof = room("roof", { threads: { m000000001: 3, m000000002: 7 }, read: { n: 4 } });
  const cellar = room("cellar", { threads: { m000000005: 2 }, read: undefined, from: 6 });
  expect(
    threadsRead("ann", [
      { room: roof, root: "m000000001" },
      { room: cellar, root: "m000000005" },
      { room: roof, root: "m000000002" },
    ]),
  ).toEqual([
    { "chatReads/ann/roof/threads/m000000001": 3, "chatReads/ann/roof/threads/m000000002": 7 },
    { "chatReads/ann/cellar/n": 6, "chatReads/ann/cellar/threads/m000000005": 2 },
  ]);
});
