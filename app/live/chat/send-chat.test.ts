import { expect, test } from "vitest";
import { NoAnswerError, type Outbox } from "../outbox/outbox.ts";
import { openOutboxOf } from "../outbox/outbox-of.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import { type ChatHttp, TurnedDownError } from "./chat-http.ts";
import { addSend, entriesOf, sendAgain, sendChat } from "./send-chat.ts";
import { createTestServer } from "./testing/server.ts";
import { forgetUnasked, unaskedAt } from "./unasked.ts";

async function visit() {
  const time = new TestTime();
  const browser = new TestBrowser(time);
  const sent: unknown[] = [];
  const answers: Error[] = [];
  const http: ChatHttp = async (_path, body) => {
    const error = answers.shift();
    if (error) throw error;
    sent.push(body);
    return undefined;
  };
  const outbox = await openOutboxOf(browser.tab("ann").parts);
  const send = (text: string) =>
    addSend(outbox, "room", { kind: "send", message: { id: text, text }, at: 1 });
  return { time, browser, outbox, sent, answers, http, send };
}

const change = (outbox: Outbox, id: string, text: string) =>
  addSend(outbox, "room", { kind: "send", message: { id, text }, at: 1, isChange: true });

const texts = (sent: unknown[]) => sent.map((one) => (one as { text: string }).text);

test("messages go in their order, also where a thread of the room was opened and closed", async () => {
  const { time, outbox, sent, http, send, answers } = await visit();
  sendChat(outbox, "room", http);
  sendChat(outbox, "room", http);
  answers.push(new NoAnswerError("No answer."));
  await Promise.all([send("one"), send("two")]);
  await time.pass(60_000);
  expect(texts(sent)).toEqual(["one", "two"]);
  expect(entriesOf(outbox, "room")).toEqual([]);
});

test("what the server does not take stays with why, holds nothing up, and is sent again when asked for", async () => {
  const { time, outbox, sent, http, send, answers } = await visit();
  sendChat(outbox, "room", http);
  answers.push(new TurnedDownError("muted", "You are muted."));
  await send("one");
  await time.pass(0);
  await send("two");
  await time.pass(1000);
  expect(texts(sent)).toEqual(["two"]);
  const [left] = entriesOf(outbox, "room");
  expect(left!.data).toMatchObject({
    message: { text: "one" },
    said: { code: "muted", text: "You are muted." },
  });
  await sendAgain(outbox, left!);
  await time.pass(1000);
  expect(texts(sent)).toEqual(["two", "one"]);
  expect(entriesOf(outbox, "room")).toEqual([]);
});

test("other words for a message that has not gone go in its place, once", async () => {
  const { time, browser, outbox, send } = await visit();
  const server = createTestServer();
  sendChat(outbox, "room", server.http);
  browser.goOnline(false);
  await Promise.all([send("one"), change(outbox, "one", "One")]);
  browser.goOnline(true);
  await time.pass(1000);
  expect(server.asked).toEqual(["message one: One"]);
  expect(server.messages).toEqual([{ id: "one", text: "One" }]);
});

test("one that may have arrived, or has others behind it, is changed after it", async () => {
  const { time, outbox, send } = await visit();
  const server = createTestServer();
  sendChat(outbox, "room", server.http);
  server.losesAnswers = 1;
  await Promise.all([send("one"), send("two"), change(outbox, "one", "One")]);
  await time.pass(60_000);
  expect(server.messages).toEqual([
    { id: "one", text: "One" },
    { id: "two", text: "two" },
  ]);
  expect(server.asked.at(-1)).toBe("edit m000000001: One");
  expect(entriesOf(outbox, "room")).toEqual([]);
});

test("of a message that is not taken, nor what it was changed to, the last words are kept", async () => {
  const { time, outbox, send } = await visit();
  const server = createTestServer();
  sendChat(outbox, "room", server.http);
  server.isMuted = true;
  await send("one");
  await Promise.all([send("two"), change(outbox, "one", "One")]);
  await time.pass(1000);
  const left = entriesOf(outbox, "room");
  expect(left.map(({ data }) => data.kind === "send" && data.message)).toEqual([
    { id: "two", text: "two" },
    { id: "one", text: "One" },
  ]);
  server.isMuted = false;
  for (const one of left) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await sendAgain(outbox, one);
  }
  await time.pass(1000);
  expect(server.messages).toEqual(left.map(({ data }) => data.kind === "send" && data.message));
  expect(entriesOf(outbox, "room")).toEqual([]);
});

test("that a message is stored and the AI was not asked is known of it until it is asked again", async () => {
  const { time, outbox } = await visit();
  const said = { refused: "not-enough", message: "You have not enough.", balance: 0 } as const;
  const stored = { key: "m000000001", at: 1, isNew: true };
  sendChat(outbox, "room", async () => ({ ...stored, ask: said }));
  const ask = { id: "a", model: "small", most: 1 };
  await addSend(outbox, "room", {
    kind: "send",
    message: { id: "q", text: "Hi", ask },
    at: 1,
  });
  await time.pass(1000);
  expect(entriesOf(outbox, "room")).toEqual([]);
  expect(unaskedAt("ann", { room: "room", id: "q" })).toEqual(said);
  expect(unaskedAt("ben", { room: "room", id: "q" })).toBeUndefined();
  forgetUnasked("ann", { room: "room", id: "q" });
  expect(unaskedAt("ann", { room: "room", id: "q" })).toBeUndefined();
});
