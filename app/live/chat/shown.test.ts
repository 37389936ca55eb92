import { expect, test } from "vitest";
import type { Message } from "#lib/chat/message.ts";
import type { OutboxEntry } from "../outbox/outbox.ts";
import type { ChatSend } from "./send-chat.ts";
import { shownOf } from "./shown.ts";

const stored = (n: number, change: Partial<Message> = {}): readonly [number, Message] => [
  n,
  { by: "ben", at: n, id: `i${n}`, text: `Text ${n}`, ...change },
];
let order = 0;
const entry = (data: ChatSend): OutboxEntry<ChatSend> => {
  order += 1;
  const common = { uid: "ann", tool: "chat/r", key: "all", addedAt: "", isTried: false };
  return { ...common, id: `e${order}`, order, data, refused: null };
};
const send = (id: string, text: string, more: Partial<Extract<ChatSend, { kind: "send" }>> = {}) =>
  entry({ kind: "send", message: { id, text }, at: 9, ...more });
const place = { uid: "ann", isAtEnd: true };

test("what is on its way stands behind what is stored, once, also when both are known", () => {
  const all = [stored(1), stored(2, { by: "ann", id: "mine" })];
  const shown = shownOf(all, [send("mine", "Hello"), send("next", "More")], place);
  expect(shown.map(({ message, state }) => [message.id, state])).toEqual([
    ["i1", "stored"],
    ["mine", "stored"],
    ["next", "sending"],
  ]);
});

test("another's message with the same id stands beside it, as one of its own", () => {
  const shown = shownOf([stored(1, { id: "next" })], [send("next", "More")], place);
  expect(shown.map(({ message }) => message.by)).toEqual(["ben", "ann"]);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(2);
});

test("what was not taken stays, with why; an older part of the history has none of it", () => {
  const entries = [send("a", "No", { said: { code: "muted", text: "You are muted." } })];
  expect(shownOf([], entries, place)).toMatchObject([
    { state: "refused", said: { code: "muted" }, message: { text: "No", by: "ann" } },
  ]);
  expect(shownOf([stored(1)], entries, { ...place, isAtEnd: false })).toHaveLength(1);
});

test("a thread has its own, the room has none of them", () => {
  const inThread = entry({
    kind: "send",
    message: { id: "t", text: "T", root: "m000000001" },
    at: 1,
  });
  expect(shownOf([], [inThread], place)).toEqual([]);
  expect(shownOf([], [inThread], { ...place, root: "m000000001" })).toHaveLength(1);
});

test("edits, reactions and deletions are shown at once", () => {
  const key = "m000000001";
  const act = (one: Extract<ChatSend, { kind: "act" }>["act"]) => entry({ kind: "act", act: one });
  const first = stored(1, { reactions: { "👍": { ben: true }, "🎉": { ann: true } } });
  const [shown] = shownOf(
    [first],
    [
      act({ act: "edit", key, text: "New" }),
      act({ act: "react", key, emoji: "👍", on: true }),
      act({ act: "react", key, emoji: "🎉", on: false }),
    ],
    place,
  );
  expect(shown!.message).toMatchObject({
    text: "New",
    reactions: { "👍": { ben: true, ann: true } },
  });
  expect(Object.keys(shown!.message.reactions!)).toEqual(["👍"]);
  const [gone] = shownOf([first], [act({ act: "delete", key })], place);
  expect(gone!.message).toMatchObject({ text: "", gone: { by: "ann" } });
  expect(gone!.message.reactions).toBeUndefined();
});

test("a message is shown once, with the words that it is changed to, and in its place", () => {
  const all = [stored(1, { by: "ann", id: "mine" })];
  const entries = [
    send("first", "Helo"),
    send("second", "More"),
    send("first", "Hello", { isChange: true }),
    send("mine", "New", { isChange: true }),
  ];
  expect(shownOf(all, entries, place).map(({ message }) => [message.text, message.edited])).toEqual(
    [
      ["New", 1],
      ["Hello", undefined],
      ["More", undefined],
    ],
  );
});

test("an answer that comes stands behind what is stored, and is the same row once it is a message", () => {
  const stream = { by: "ann", key: "m000000001", model: "small", at: 2 };
  const parts = { p00002: "there", p00001: "Hello " };
  const place = { uid: "ann", isAtEnd: true };
  const streams = [["aa", { ...stream, parts }]] as const;
  const question = { by: "ann", at: 1, id: "q", text: "Hi" };
  const coming = shownOf([[1, question]], [], { ...place, streams });
  expect(coming.map(({ id, state, message }) => [id, state, message.text])).toEqual([
    ["ann q", "stored", "Hi"],
    ["ai aa", "coming", "Hello there"],
  ]);
  expect(coming[1]!.message.ai).toMatchObject({ for: "ann", to: "m000000001" });
  const stopped = shownOf([], [], { ...place, streams: [["aa", { ...stream, cancel: true }]] });
  expect(stopped[0]).toMatchObject({ state: "coming", isStopping: true, message: { text: "" } });
  const answer = { by: "ai", at: 3, id: "aa", text: "Hello there." };
  const done = shownOf(
    [
      [1, question],
      [2, answer],
    ],
    [],
    { ...place, streams },
  );
  expect(done.map(({ id, state, n }) => [id, state, n])).toEqual([
    ["ann q", "stored", 1],
    ["ai aa", "stored", 2],
  ]);
  expect(shownOf([[1, question]], [], { ...place, isAtEnd: false, streams })).toHaveLength(1);
});
