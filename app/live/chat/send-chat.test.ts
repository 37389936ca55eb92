import { expect, test } from "vitest";
import { NoAnswerError } from "../outbox/outbox.ts";
import { openOutboxOf } from "../outbox/outbox-of.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import { type ChatHttp, TurnedDownError } from "./chat-http.ts";
import { addSend, entriesOf, sendAgain, sendChat } from "./send-chat.ts";

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
