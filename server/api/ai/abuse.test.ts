/** The AI as a way around what is refused elsewhere, and work of the provider that nobody would pay. */
import { expect, test } from "vitest";
import type { AskSaid } from "#lib/ai/api.ts";
import { answerOf } from "../../../tests/support/openai-server.ts";
import { openAiSite, paid } from "./testing/ai-site.ts";

test("who stops each answer before it comes, or has nothing said, pays nothing and comes to the end of their day", async () => {
  await using site = await openAiSite(["Ann"]);
  await using served = await site.open();
  const { Ann } = site.people;
  await site.serverBackend.updateValues({ aiSettings: { userDaily: 3, siteDaily: 100 } });
  const room = await served.make(Ann);
  const ask = async () => {
    const sent = await served.send(Ann, room, "x".repeat(4000));
    return typeof sent.said === "object" ? sent.said.refused : sent.id;
  };
  site.provider.behave({ steps: ["hang"] });
  for (let n = 1; n <= 2; n += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    const id = await ask();
    await expect.poll(() => site.provider.asked.length).toBe(n);
    await served.ask(`POST /api/chat/${room}/ask/${id}/stop`, Ann, {});
    await served.settled();
    expect(await site.moneyOf(Ann)).toEqual({ ...paid(0), today: n, site: n });
    // oxlint-enable no-await-in-loop
  }
  site.provider.behave(answerOf([]));
  await ask();
  await served.settled();
  expect(await site.moneyOf(Ann)).toEqual({ ...paid(0), today: 3, site: 3 });
  expect(await ask()).toBe("user-cap");
  expect(site.provider.asked).toHaveLength(3);
});

test("what the provider did not take costs nobody's day", async () => {
  await using site = await openAiSite(["Ann"]);
  await using served = await site.open({ provider: { firstMs: 100 } });
  const { Ann } = site.people;
  const room = await served.make(Ann);
  for (const script of [{ status: 401, body: "{}" }, { steps: ["hang"] as const }]) {
    site.provider.behave(script);
    // oxlint-disable no-await-in-loop -- one after the other
    await served.send(Ann, room, "Hello");
    await served.settled();
    // oxlint-enable no-await-in-loop
  }
  expect(await site.moneyOf(Ann)).toEqual(paid(0));
});

test("in a slow room answers come as slowly as messages, however they are asked for", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open();
  await using other = await site.open({ isOnlyCopy: false });
  const { Ann, Ben } = site.people;
  const uids = [Ben.uid];
  const room = await served.make(Ann, { kind: "private", name: "House", topic: "", uids });
  await served.ask(`POST /api/chat/${room}/acts`, Ann, { act: "change", slow: 60 });
  const newAsk = () => ({ id: site.newId(), model: "small", most: 1 });
  const message = { id: site.newId(), text: "@ai hello" };
  const resend = async (copy = served) => {
    const sent = { ...message, ask: newAsk() };
    const { json } = await copy.ask(`POST /api/chat/${room}/messages`, Ben, sent);
    await Promise.all([served.settled(), other.settled()]);
    return json;
  };
  const again = async (key: string, copy = served, who = Ben) => {
    const { status, json } = await copy.ask(`POST /api/chat/${room}/ask`, who, {
      ...newAsk(),
      key,
    });
    await Promise.all([served.settled(), other.settled()]);
    const said = json?.["ask"] as AskSaid;
    return [status, typeof said === "object" ? said.refused : said];
  };
  const first = await resend();
  expect(first).toMatchObject({ ask: "begun" });
  const key = String(first?.["key"]);
  expect(await resend()).toMatchObject({ ask: { refused: "slow" } });
  expect(await again(key)).toEqual([429, "slow"]);
  expect(await again(key, other)).toEqual([429, "slow"]);
  expect(await site.moneyOf(Ben)).toEqual(paid(1));
  expect(await site.valueAt(`chat/${room}/head/n`)).toBe(4);
  site.clock.now += 60_000;
  expect(await resend()).toMatchObject({ ask: "begun" });
  // One answer stands, and that was as another message.
  expect(await site.messageAt(room, "m000000004")).toMatchObject({ text: "", gone: {} });
  expect(await again(key)).toEqual([429, "slow"]);
  expect(await served.send(Ben, room, "Hello")).toMatchObject({ status: 429 });
  // Moderators are not bound.
  const own = await served.send(Ann, room, "@ai hello");
  await served.settled();
  expect(await again(own.key, served, Ann)).toEqual([200, "begun"]);
});

test("who has not taken a direct message gets no answers of the AI in it; after that both may ask", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open();
  const { Ann, Ben } = site.people;
  const talk = await served.make(Ann, { kind: "direct", uid: Ben.uid });
  const sent = await served.send(Ann, talk, "@ai insult them");
  expect([sent.status, sent.said]).toMatchObject([201, { refused: "waits" }]);
  const again = async () => {
    const asked = { id: site.newId(), model: "small", most: 1, key: sent.key };
    const { status } = await served.ask(`POST /api/chat/${talk}/ask`, Ann, asked);
    await served.settled();
    return status;
  };
  expect(await again()).toBe(409);
  expect(await site.valueAt(`chat/${talk}/head/n`)).toBe(1);
  expect((await served.send(Ben, talk, "@ai what do they want?")).said).toBe("begun");
  await served.settled();
  expect(await again()).toBe(200);
  expect(await site.moneyOf(Ann)).toEqual(paid(1, 2));
});

test("catching up makes no more rooms in an hour than making them does", async () => {
  await using site = await openAiSite(["Ann"]);
  await using served = await site.open();
  const { Ann } = site.people;
  const room = await served.make(Ann, { kind: "private", name: "House", topic: "" });
  const asked = { id: site.newId(), model: "huge", most: 1, from: 0 };
  const catchUp = async () =>
    (await served.ask(`POST /api/chat/${room}/catch-up`, Ann, asked)).status;
  for (let n = 0; n < 20; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await catchUp()).toBe(201);
  }
  expect(await catchUp()).toBe(429);
  site.clock.now += 200_000;
  expect(await catchUp()).toBe(201);
});

test("rooms that cannot be are not there to be asked in", async () => {
  await using site = await openAiSite(["Ann"]);
  await using served = await site.open();
  const { Ann } = site.people;
  const ask = { id: site.newId(), model: "small", most: 1 };
  for (const room of ["a.b", "$x", "[x]", "a%2Fb", "__proto__", "é", "x".repeat(900)]) {
    const place = `POST /api/chat/${room}`;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answers = [
      await served.ask(`${place}/ask`, Ann, { ...ask, key: "m000000001" }),
      await served.ask(`${place}/ask/${ask.id}/stop`, Ann, {}),
      await served.ask(`${place}/catch-up`, Ann, { ...ask, from: 0 }),
    ];
    expect([room, ...answers.map(({ status }) => status)]).toEqual([room, 404, 404, 404]);
  }
});
