import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOutboxOf } from "../outbox/outbox-of.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import type { Message } from "#lib/chat/message.ts";
import type { ChatHttp } from "./chat-http.ts";
import type { Numbered, WindowSource } from "./message-window.ts";
import { openRoomOf } from "./room.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

type Asked = Parameters<WindowSource["follow"]>[0];

async function openOne(http?: ChatHttp) {
  const time = new TestTime();
  const outbox = await openOutboxOf(new TestBrowser(time).tab("ann").parts);
  const written: Record<string, unknown>[] = [];
  const values = new Map<string, (value: unknown) => void>();
  /** As the server tells of it. */
  let tellMessages = (_messages: readonly Numbered[]): void => {};
  const historyAt = (): WindowSource => ({
    follow(_asked: Asked, told) {
      tellMessages = told;
      return () => {};
    },
  });
  const room = openRoomOf(
    { uid: "ann", id: "lounge", read: { n: 3 } },
    {
      outbox,
      follow(path, told) {
        values.set(path, told);
        return () => values.delete(path);
      },
      historyAt,
      write: async (values) => void written.push(values),
      newId: () => "mine",
      now: () => 0,
      kept: undefined,
      keep: () => {},
      onTurnedDown: () => {},
      ...(http && { http }),
    },
  );
  const texts = () => room.snapshot().messages.map(({ message }) => message.text);
  const store = (...messages: readonly Numbered[]) => tellMessages(messages);
  return {
    room,
    written,
    time,
    outbox,
    texts,
    store,
    tell: (of: string, value: unknown) => values.get(of)?.(value),
  };
}

const by = (uid: string, id: string, text: string): Message => ({ by: uid, at: 1, id, text });

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

test("what has left the outbox stays in sight until the server tells of it, whatever id another's message has", async () => {
  const { room, time, texts, store, tell } = await openOne(async () => undefined);
  tell("chat/lounge/head", { n: 1, at: 1, by: "ben", text: "Hi" });
  store([1, by("ben", "mine", "Hi")]);
  void room.send({ text: "Hello" });
  await time.pass(1000);
  store([1, by("ben", "mine", "Hi there")]);
  expect(texts()).toEqual(["Hi there", "Hello"]);
  store([1, by("ben", "mine", "Hi there")], [2, by("ann", "mine", "Hello")]);
  expect(texts()).toEqual(["Hi there", "Hello"]);
  room.close();
});
