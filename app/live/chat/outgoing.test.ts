import { expect, test } from "vitest";
import { openOutboxOf } from "../outbox/outbox-of.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import { TurnedDownError } from "./chat-http.ts";
import { openOutgoing } from "./outgoing.ts";
import { addSend } from "./send-chat.ts";
import { createTestServer } from "./testing/server.ts";

const send = (text: string) => ({ kind: "send", message: { id: text, text }, at: 1 }) as const;

async function visit() {
  const time = new TestTime();
  const browser = new TestBrowser(time);
  const outbox = await openOutboxOf(browser.tab("ann").parts);
  return { time, browser, outbox, server: createTestServer(), told: [] as string[] };
}

test("what a closed tab left for several rooms is sent, each in its order, while none of them is open", async () => {
  const { time, browser, outbox, server } = await visit();
  const outgoing = openOutgoing(outbox, () => {}, server.http);
  browser.goOnline(false);
  const other = browser.tab("ann");
  const left = await openOutboxOf(other.parts);
  await Promise.all([
    addSend(left, "roof", send("one")),
    addSend(left, "cellar", send("first")),
    addSend(left, "roof", send("two")),
  ]);
  await addSend(left, "cellar", send("second"));
  other.kill();
  browser.goOnline(true);
  await time.pass(60_000);
  const sent = server.messages.map(({ text }) => text);
  expect(sent.filter((text) => ["one", "two"].includes(text))).toEqual(["one", "two"]);
  expect(sent.filter((text) => ["first", "second"].includes(text))).toEqual(["first", "second"]);
  expect(outbox.state().entries).toEqual([]);
  outgoing.close();
});

test("what was not taken is known of all rooms, with the ways out of it", async () => {
  const { time, outbox, server } = await visit();
  server.isMuted = true;
  const outgoing = openOutgoing(outbox, () => {}, server.http);
  let calls = 0;
  outgoing.subscribe(() => (calls += 1));
  await Promise.all([addSend(outbox, "roof", send("one")), addSend(outbox, "cellar", send("two"))]);
  await time.pass(1000);
  const refused = outgoing.refused();
  expect(refused).toMatchObject([
    { room: "roof", text: "one", said: { text: "You are muted." } },
    { room: "cellar", text: "two", said: { text: "You are muted." } },
  ]);
  expect(calls).toBe(2);
  server.isMuted = false;
  await outgoing.again(refused[0]!.entry);
  await outgoing.forget(refused[1]!.entry);
  await time.pass(1000);
  expect(server.messages.map(({ text }) => text)).toEqual(["one"]);
  expect(outgoing.refused()).toEqual([]);
});

test("words of an edit are kept with why they were not taken; a reaction is only told of", async () => {
  const { time, outbox, told } = await visit();
  const key = "m000000001";
  const outgoing = openOutgoing(
    outbox,
    (text) => told.push(text),
    async () => {
      throw new TurnedDownError("not-allowed", "You may not do this.");
    },
  );
  const root = "m000000007";
  await Promise.all([
    addSend(outbox, "roof", { kind: "act", act: { act: "react", key, emoji: "👍", on: true } }),
    addSend(outbox, "roof", { kind: "act", act: { act: "edit", key, root, text: "New" } }),
  ]);
  await time.pass(1000);
  expect(told).toEqual(["You may not do this."]);
  expect(outgoing.refused()).toMatchObject([{ room: "roof", root, text: "New", isEdit: true }]);
  expect(outbox.state().entries).toHaveLength(1);
});
