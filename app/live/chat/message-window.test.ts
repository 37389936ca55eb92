import { expect, test } from "vitest";
import type { Message } from "#lib/chat/message.ts";
import {
  type Numbered,
  type WindowSource,
  createMessageWindow,
  numbered,
} from "./message-window.ts";

const message = (n: number, text = `Text ${n}`): Message => ({
  by: "ann",
  at: n,
  id: `i${n}`,
  text,
});

type Asked = { from: number; to?: number; most: number };

/** A history on a server, which tells of each change. */
function history(count: number) {
  const stored = new Map(Array.from({ length: count }, (_, at) => [at + 1, message(at + 1)]));
  const open = new Map<object, () => void>();
  const asked: Asked[] = [];
  const fails = new Set<(error: unknown) => void>();
  const source: WindowSource = {
    follow(one, told, failed) {
      asked.push(one);
      const tell = () => {
        const inside = [...stored].filter(([n]) => n >= one.from && n <= (one.to ?? Infinity));
        told(inside.toSorted(([a], [b]) => a - b).slice(-one.most));
      };
      open.set(tell, tell);
      fails.add(failed);
      queueMicrotask(() => open.has(tell) && tell());
      return () => void open.delete(tell);
    },
  };
  const tell = () => {
    for (const one of open.values()) one();
  };
  return {
    source,
    asked,
    open,
    deny() {
      for (const fail of fails) fail(Object.assign(new Error("No"), { code: "PERMISSION_DENIED" }));
    },
    put(n: number, text?: string) {
      stored.set(n, message(n, text));
      tell();
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const numbers = (all: readonly Numbered[]) => all.map(([n]) => n);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

test("the last fifty are read, older ones by their numbers, and changes reach all of them", async () => {
  const server = history(120);
  const window = createMessageWindow(server.source);
  expect(window.snapshot()).toMatchObject({ status: "loading", isAtEnd: true });
  window.setHead(120);
  await settle();
  expect(numbers(window.snapshot().messages)).toEqual(range(71, 120));
  window.older();
  window.older();
  await settle();
  expect(numbers(window.snapshot().messages)).toEqual(range(21, 120));
  window.older();
  await settle();
  expect(window.snapshot()).toMatchObject({ from: 1, to: 120, isAtEnd: true, isLoading: false });
  expect(server.asked).toHaveLength(3);
  const before = window.snapshot().messages[1];
  server.put(3, "changed");
  server.put(121);
  expect(window.snapshot().messages[2]![1].text).toBe("changed");
  expect(window.snapshot().messages[1]![1]).toBe(before![1]);
  expect(window.snapshot().to).toBe(121);
});

test("any place of a long history is found at once, and from there both ways", async () => {
  const server = history(100_000);
  const window = createMessageWindow(server.source);
  window.jump(50_000);
  window.setHead(100_000);
  await settle();
  expect(numbers(window.snapshot().messages)).toEqual(range(49_975, 50_024));
  window.newer();
  window.older();
  await settle();
  expect(numbers(window.snapshot().messages)).toEqual(range(49_925, 50_074));
  expect(window.snapshot().isAtEnd).toBe(false);
  server.put(100_001);
  expect(window.snapshot().messages).toHaveLength(150);
  window.toEnd();
  await settle();
  expect(numbers(window.snapshot().messages).at(-1)).toBe(100_001);
  expect(window.snapshot().isAtEnd).toBe(true);
});

test("who scrolls for long has the other end taken away, and gets it back", async () => {
  const server = history(3000);
  const window = createMessageWindow(server.source);
  window.setHead(3000);
  for (let page = 0; page < 40; page += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await settle();
    window.older();
  }
  await settle();
  const { messages, isAtEnd } = window.snapshot();
  expect([messages.length <= 1000, isAtEnd]).toEqual([true, false]);
  expect(server.open.size).toBeLessThanOrEqual(20);
});

test("a busy room is told in parts, without a gap or a doubled message", async () => {
  const server = history(10);
  const window = createMessageWindow(server.source);
  window.setHead(10);
  await settle();
  for (const n of range(11, 500)) server.put(n);
  await settle();
  expect(numbers(window.snapshot().messages)).toEqual(range(1, 500));
  server.put(20, "changed");
  expect(window.snapshot().messages[19]![1].text).toBe("changed");
});

test("after a long sleep there is no gap in what is shown", async () => {
  const server = history(60);
  const window = createMessageWindow(server.source);
  window.setHead(60);
  await settle();
  const late = [...server.open.keys()];
  const [tell] = [...server.open.values()];
  server.open.clear();
  for (const n of range(61, 900)) server.put(n);
  server.open.set(late[0]!, tell!);
  tell!();
  await settle();
  const shown = numbers(window.snapshot().messages);
  expect(shown).toEqual(range(shown[0]!, 900));
});

test("who may read it no more sees none of it", async () => {
  const server = history(5);
  const window = createMessageWindow(server.source, [[1, message(1)]]);
  expect(window.snapshot().messages).toHaveLength(1);
  window.setHead(5);
  await settle();
  server.deny();
  expect(window.snapshot()).toMatchObject({ status: "denied", messages: [] });
});

test("what the server says of a room is told apart by its place", () => {
  const joined = { by: "ann", at: 1, id: "", text: "", note: { kind: "joined" } };
  const stored = ["m000000001", "m000000002"].map((key) => [key, joined] as const);
  expect(numbered(stored).map(([, { id }]) => id)).toEqual(["m000000001", "m000000002"]);
  expect(numbered([["m000000003", message(3)]])[0]![1].id).toBe("i3");
});

test("a number that no message has is taken for the nearest one", async () => {
  const server = history(80);
  const window = createMessageWindow(server.source);
  window.jump(900_000);
  window.setHead(80);
  await settle();
  expect(numbers(window.snapshot().messages)).toEqual(range(55, 80));
});
