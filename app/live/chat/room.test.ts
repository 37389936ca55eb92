import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOutboxOf } from "../outbox/outbox-of.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import type { Message } from "#lib/chat/message.ts";
import type { ChatHttp } from "./chat-http.ts";
import type { Numbered, WindowSource } from "./message-window.ts";
import { openRoomOf } from "./room.ts";
import { createTestServer } from "./testing/server.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  marked.clear();
});

type Asked = Parameters<WindowSource["follow"]>[0];

/** Rooms in which messages were marked unread, as the tab keeps them. */
const marked = new Set<string>();

async function openOne(http?: ChatHttp, root?: string) {
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
    { uid: "ann", id: "lounge", root, read: { n: 3 } },
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
      isMarked: marked.has("lounge"),
      mark: (on) => void (on ? marked.add("lounge") : marked.delete("lounge")),
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

test("of a thread that is none of theirs nothing is written, and once it is one how far they have read it", async () => {
  const root = "m000000002";
  const { room, written, tell } = await openOne(undefined, root);
  const theirs = `chatOf/ann/lounge/threads/${root}`;
  tell(theirs, null);
  room.seen(2);
  vi.advanceTimersByTime(500);
  expect(written).toEqual([]);
  tell(theirs, 3);
  expect(written).toEqual([{ [`chatReads/ann/lounge/threads/${root}`]: 2 }]);
  room.close();
});

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

test("the last message is changed before it is stored, while it is told of, and after that", async () => {
  const server = createTestServer();
  const { room, time, texts, store, tell } = await openOne(server.http);
  tell("chat/lounge/head", { n: 0, at: 1, by: "", text: "" });
  store();
  server.isAway = true;
  void room.send({ text: "Helo" });
  await time.pass(100);
  const last = () => room.snapshot().messages.at(-1)!;
  void room.edit(last(), "Hello");
  await time.pass(100);
  expect(texts()).toEqual(["Hello"]);
  server.isAway = false;
  await time.pass(60_000);
  expect(texts()).toEqual(["Hello"]);
  // The server has it, and has not told of it.
  void room.edit(last(), "Hello Ben");
  await time.pass(1000);
  expect(server.messages).toEqual([{ id: "mine", text: "Hello Ben" }]);
  store([1, by("ann", "mine", "Hello")]);
  expect(texts()).toEqual(["Hello Ben"]);
  void room.edit(last(), "Hello, Ben");
  await time.pass(1000);
  expect(server.messages).toEqual([{ id: "mine", text: "Hello, Ben" }]);
  room.close();
});

test("a message that was not taken is sent again with the words it is changed to", async () => {
  const server = createTestServer();
  const { room, time, tell, store } = await openOne(server.http);
  tell("chat/lounge/head", { n: 0, at: 1, by: "", text: "" });
  store();
  server.isMuted = true;
  void room.send({ text: "One" });
  await time.pass(100);
  const [refused] = room.snapshot().messages;
  expect(refused).toMatchObject({ state: "refused", message: { text: "One" } });
  void room.edit(refused!, "Two");
  await time.pass(100);
  expect(room.snapshot().messages).toMatchObject([{ state: "refused", message: { text: "Two" } }]);
  server.isMuted = false;
  await room.again(room.snapshot().messages[0]!.entry!);
  await time.pass(1000);
  expect(server.messages).toEqual([{ id: "mine", text: "Two" }]);
  room.close();
});

test("what is marked unread stays so when the page is loaded anew, until the room is opened again", async () => {
  const first = await openOne();
  first.room.seen(9);
  first.room.markUnread(5);
  // The page goes without closing anything.
  const again = await openOne();
  again.tell(place, 4);
  again.room.seen(9);
  expect(again.written).toEqual([]);
  again.room.close();
  const opened = await openOne();
  opened.tell(place, 4);
  opened.room.seen(9);
  expect(opened.written).toEqual([{ [place]: 9 }]);
  opened.room.close();
});

test("what another device marks unread stays so here, until it is read there", async () => {
  const { room, written, tell } = await openOne();
  tell(place, 3);
  room.seen(8);
  tell(place, 8);
  tell(place, 5);
  expect(room.snapshot().newFrom).toBe(5);
  room.seen(9);
  expect(written).toEqual([{ [place]: 8 }]);
  tell(place, 9);
  room.seen(10);
  vi.advanceTimersByTime(500);
  expect(written.at(-1)).toEqual({ [place]: 10 });
  room.close();
});

test("what was read on another device is not written back", async () => {
  const { room, written, tell } = await openOne();
  tell(place, 3);
  tell(place, 7);
  room.seen(6);
  expect(written).toEqual([]);
  room.close();
});

test("an answer stays in sight between the end of its stream and its message, and those of threads stand there alone", async () => {
  const { room, texts, store, tell } = await openOne();
  tell("chat/lounge/head", { n: 1, at: 1, by: "ann", text: "Hi" });
  store([1, by("ann", "q", "Hi")]);
  const stream = { by: "ann", key: "m000000001", model: "small", at: 2, parts: { p00001: "One" } };
  tell("chat/lounge/streams", { aa: stream, bb: { ...stream, root: "m000000001" } });
  expect(texts()).toEqual(["Hi", "One"]);
  tell("chat/lounge/streams", { aa: { ...stream, parts: { p00001: "One", p00002: " two" } } });
  expect(texts()).toEqual(["Hi", "One two"]);
  tell("chat/lounge/streams", null);
  expect(texts()).toEqual(["Hi", "One two"]);
  store([1, by("ann", "q", "Hi")], [2, by("ai", "aa", "One two.")]);
  expect(texts()).toEqual(["Hi", "One two."]);
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual(["Hi", "One two."]);
  // What nobody made a message of goes, too.
  tell("chat/lounge/streams", { cc: stream });
  tell("chat/lounge/streams", null);
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual(["Hi", "One two."]);
  room.close();
});
