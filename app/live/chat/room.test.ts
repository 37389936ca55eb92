import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOutboxOf } from "../outbox/outbox-of.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import { openRoomOf } from "./room.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function openOne() {
  const outbox = await openOutboxOf(new TestBrowser(new TestTime()).tab("ann").parts);
  const written: Record<string, unknown>[] = [];
  const room = openRoomOf(
    { uid: "ann", id: "lounge", read: { n: 3 } },
    {
      outbox,
      follow: () => () => {},
      historyAt: () => ({ follow: () => () => {} }),
      write: async (values) => void written.push(values),
      newId: () => "id",
      now: () => 0,
      kept: undefined,
      keep: () => {},
      onTurnedDown: () => {},
    },
  );
  return { room, written };
}

const place = "chatReads/ann/lounge/n";

test("what is read is written at once, what is read right after it together, and the rest when the room is left", async () => {
  const { room, written } = await openOne();
  room.seen(2);
  expect(written).toEqual([]);
  room.seen(4);
  expect(written).toEqual([{ [place]: 4 }]);
  room.seen(5);
  room.seen(6);
  expect(written).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(written).toEqual([{ [place]: 4 }, { [place]: 6 }]);
  room.seen(7);
  room.close();
  expect(written.at(-1)).toEqual({ [place]: 7 });
  vi.advanceTimersByTime(5000);
  expect(written).toHaveLength(3);
});

test("what is marked unread stays so while one goes on reading", async () => {
  const { room, written } = await openOne();
  room.seen(9);
  room.markUnread(5);
  room.seen(10);
  vi.advanceTimersByTime(5000);
  expect(written).toEqual([{ [place]: 9 }, { [place]: 4 }]);
  room.close();
});
