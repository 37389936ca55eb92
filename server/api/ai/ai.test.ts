import { expect, test } from "vitest";
import { answerOf } from "../../../tests/support/openai-server.ts";
import { openAiSite, paid } from "./testing/ai-site.ts";

test("a message in a room is answered: held, streamed for all who read it, one message at the end, paid once", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open();
  const { Ann, Ben } = site.people;
  const asked = { kind: "private", name: "House", topic: "", uids: [Ben.uid] };
  const room = await served.make(Ann, asked);
  const { promise: go, resolve } = Promise.withResolvers<void>();
  site.provider.behave(answerOf(["Once ", "upon"], { after: [{ wait: go }] }));
  const sent = await served.send(Ben, room, "@ai tell me a story");
  expect([sent.status, sent.said]).toEqual([201, "begun"]);
  const stream = `chat/${room}/streams/${sent.id}`;
  await expect
    .poll(async () => Object.values((await site.valueAt(`${stream}/parts`)) ?? {}).join(""))
    .toBe("Once upon");
  expect(await site.valueAt(stream)).toMatchObject({ by: Ben.uid, key: sent.key, model: "small" });
  expect(await site.moneyOf(Ben)).toMatchObject({ balance: 10, held: 1, today: 1, reserved: 1 });
  // As who reads the room sees it, and nobody else.
  const read = async (path: string, client = Ann) =>
    (await fetch(`${site.origin}/${path}.json?ns=foyer&auth=${await client.idToken()}`)).json();
  expect(await read(`${stream}/model`)).toBe("small");
  resolve();
  await served.settled();
  const key = "m000000004";
  expect(await site.messageAt(room, key)).toEqual({
    by: "ai",
    at: site.clock.now,
    id: sent.id,
    text: "Once upon",
    ai: { for: Ben.uid, to: sent.key, model: "small", state: "done", spent: 1 },
  });
  expect(await site.valueAt(stream)).toBeNull();
  expect(await site.messageAt(room, sent.key)).toMatchObject({ answer: key });
  expect(await site.valueAt(`chat/${room}/head`)).toMatchObject({ n: 4, by: "ai" });
  expect(await site.valueAt(`chatOf/${Ben.uid}/${room}/mention`)).toBe(4);
  expect(await site.moneyOf(Ben)).toEqual(paid(1));
  expect(await site.moneyOf(Ann)).toMatchObject({ today: 0, site: 1 });
  expect(await site.runOf(Ben, sent.id)).toMatchObject({ state: "done", spent: 1, in: 30, out: 7 });
  expect((await served.tokens.ledger(Ben.uid, { limit: 1 }))[0]).toMatchObject({
    key: `ai-${sent.id}`,
    amount: -1,
  });
  const auth = `ns=foyer&auth=${await Ann.idToken()}`;
  expect((await fetch(`${site.origin}/aiRuns/${Ben.uid}.json?${auth}`)).status).toBe(401);
});

test("sent again, also at once, it is the same answer and the same payment", async () => {
  await using site = await openAiSite(["Ann"]);
  await using served = await site.open();
  await using other = await site.open({ isOnlyCopy: false });
  const { Ann } = site.people;
  const room = await served.make(Ann);
  const ask = { id: site.newId(), model: "small", most: 1 };
  const message = { id: site.newId(), text: "Hello?", ask };
  const answers = await Promise.all(
    [served, other, served, other].map((copy) =>
      copy.ask(`POST /api/chat/${room}/messages`, Ann, message),
    ),
  );
  expect(answers.map(({ json }) => json?.["ask"])).toEqual(["begun", "begun", "begun", "begun"]);
  await Promise.all([served.settled(), other.settled()]);
  expect((await served.ask(`POST /api/chat/${room}/messages`, Ann, message)).json).toMatchObject({
    ask: "begun",
  });
  await served.settled();
  expect(site.provider.asked).toHaveLength(1);
  expect(await site.valueAt(`chat/${room}/head/n`)).toBe(2);
  expect(await site.moneyOf(Ann)).toEqual(paid(1));
});

test("an AI chat is one person's: named by its first message, answered in its threads, and it goes with its owner", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open();
  const { Ann, Ben } = site.people;
  const room = await served.make(Ann);
  const first = await served.send(Ann, room, "What is a **monad**, in one line?");
  await served.settled();
  expect(await site.valueAt(`chatOf/${Ann.uid}/${room}`)).toMatchObject({
    kind: "ai",
    role: "owner",
    name: "What is a **monad**, in one line?",
  });
  const inThread = await served.send(Ann, room, "And a functor?", { root: first.key });
  await served.settled();
  expect(await site.valueAt(`chat/${room}/replies/${first.key}/m000000002`)).toMatchObject({
    by: "ai",
    ai: { to: inThread.key, state: "done" },
  });
  expect(await site.valueAt(`chatOf/${Ann.uid}/${room}/threads/${first.key}`)).toBe(2);
  const act = (body: object, who = Ann) => served.ask(`POST /api/chat/${room}/acts`, who, body);
  expect((await act({ act: "add", uids: [Ben.uid] })).status).toBe(403);
  expect((await act({ act: "change", name: "Monads" })).status).toBe(204);
  expect((await act({ act: "edit", key: "m000000002", text: "No" })).status).toBe(403);
  expect((await act({ act: "delete", key: "m000000002" })).status).toBe(204);
  expect((await served.send(Ben, room, "Let me in")).status).toBe(404);
  expect((await act({ act: "leave" })).status).toBe(204);
  expect(await site.valueAt(`chat/${room}`)).toBeNull();
});

test("there are a hundred AI chats of an account, which count apart from its rooms", async () => {
  await using site = await openAiSite(["Ann"]);
  await using served = await site.open();
  const { Ann } = site.people;
  const fill = (kind: string, count: number) =>
    site.serverBackend.updateValues({
      [`chatOf/${Ann.uid}`]: Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`r${String(n).padStart(19, "0")}`, { kind }]),
      ),
    });
  const make = async (asked: object) => (await served.ask("POST /api/chat", Ann, asked)).status;
  const house = { kind: "private", name: "House", topic: "" };
  await fill("private", 200);
  expect([await make(house), await make({ kind: "ai" })]).toEqual([409, 201]);
  await fill("ai", 100);
  expect([await make(house), await make({ kind: "ai" })]).toEqual([201, 409]);
});

test("asked again: in an AI chat all that followed goes, elsewhere one's own answer alone", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open();
  const { Ann, Ben } = site.people;
  const chat = await served.make(Ann);
  const again = (room: string, body: object, who = Ann) =>
    served.ask(`POST /api/chat/${room}/ask`, who, {
      id: site.newId(),
      model: "small",
      most: 1,
      ...body,
    });
  const first = await served.send(Ann, chat, "One");
  await served.settled();
  await served.send(Ann, chat, "Two");
  await served.settled();
  site.provider.behave(answerOf(["Better"]));
  expect(await again(chat, { key: first.key, text: "One, in other words" })).toEqual({
    status: 200,
    json: { ask: "begun" },
  });
  await served.settled();
  const texts = async (room: string) =>
    Object.values((await site.valueAt(`chat/${room}/messages`)) ?? {}).map((message) => {
      const { text, gone, note } = message as { text: string; gone?: object; note?: object };
      return gone ? "(gone)" : note ? "(note)" : text;
    });
  expect(await texts(chat)).toEqual([
    "One, in other words",
    "(gone)",
    "(gone)",
    "(gone)",
    "Better",
  ]);
  expect(site.provider.asked.at(-1)?.body.messages.slice(1)).toEqual([
    { role: "user", content: "One, in other words" },
  ]);

  const room = await served.make(Ann, { kind: "private", name: "R", topic: "", uids: [Ben.uid] });
  const question = await served.send(Ann, room, "@ai hello");
  await served.send(Ben, room, "And me", { ask: undefined });
  await served.settled();
  expect((await again(room, { key: question.key, text: "Else" })).status).toBe(403);
  expect((await again(room, { key: question.key }, Ben)).status).toBe(403);
  expect((await again(room, { key: question.key })).status).toBe(200);
  await served.settled();
  const shown = await texts(room);
  expect(shown.toSorted()).toEqual(
    ["(note)", "(note)", "@ai hello", "And me", "(gone)", "Better"].toSorted(),
  );
  expect(await site.moneyOf(Ann)).toEqual(paid(5));
  expect(await site.moneyOf(Ben)).toMatchObject({ today: 0 });
});

test("stopped by who asked or a moderator, it is what had come, and is paid", async () => {
  await using site = await openAiSite(["Ann", "Ben", "Cam"]);
  await using served = await site.open();
  const { Ann, Ben, Cam } = site.people;
  const uids = [Ben.uid, Cam.uid];
  const room = await served.make(Ann, { kind: "private", name: "House", topic: "", uids });
  site.provider.behave({ steps: [{ text: "Once " }, "hang"] });
  const stop = (who: typeof Ann, id: string, copy = served) =>
    copy.ask(`POST /api/chat/${room}/ask/${id}/stop`, who, {});
  for (const [who, n] of [
    [Ben, 1],
    [Ann, 2],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one after the other
    const sent = await served.send(Ben, room, "@ai go");
    const parts = `chat/${room}/streams/${sent.id}/parts`;
    await expect.poll(async () => site.valueAt(parts)).not.toBeNull();
    expect((await stop(Cam, sent.id)).status).toBe(403);
    // Also by a server that is not at it.
    await using other = await site.open({ isOnlyCopy: false });
    expect((await stop(who, sent.id, other)).status).toBe(204);
    await served.settled();
    expect(await site.runOf(Ben, sent.id)).toMatchObject({ state: "stopped", spent: 1 });
    expect((await stop(who, sent.id)).status).toBe(204);
    expect(await site.valueAt(`chat/${room}/streams`)).toBeNull();
    expect(await site.moneyOf(Ben)).toEqual(paid(n));
    // oxlint-enable no-await-in-loop
  }
  site.provider.behave({ steps: ["hang"] });
  const sent = await served.send(Ben, room, "@ai go");
  await expect.poll(() => site.provider.asked.length).toBe(3);
  expect((await stop(Ben, sent.id)).status).toBe(204);
  await served.settled();
  expect(await site.runOf(Ben, sent.id)).toMatchObject({ state: "stopped", spent: 0 });
  expect(await site.moneyOf(Ben)).toEqual({ ...paid(2), today: 3, site: 3 });
});

test("who leaves or takes the question away pays for what came; who is silenced by others does not", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open();
  const { Ann, Ben } = site.people;
  site.provider.behave({ steps: [{ text: "Once " }, "hang"] });
  const room = await served.make(Ann, { kind: "private", name: "R", topic: "", uids: [Ben.uid] });
  const act = (who: typeof Ann, body: object, where = room) =>
    served.ask(`POST /api/chat/${where}/acts`, who, body);
  const begin = async (where: string, who = Ben) => {
    const sent = await served.send(who, where, "@ai go");
    const parts = `chat/${where}/streams/${sent.id}/parts`;
    await expect.poll(async () => site.valueAt(parts)).not.toBeNull();
    return sent;
  };
  const muted = await begin(room);
  await act(Ann, { act: "mute", uid: Ben.uid, minutes: 10 });
  await served.settled();
  expect(await site.runOf(Ben, muted.id)).toMatchObject({ state: "stopped", spent: 0 });
  // It counts for the day: an accomplice who silences somebody in time gets them nothing.
  const ofDay = { today: 1, site: 1 };
  expect(await site.moneyOf(Ben)).toEqual({ ...paid(0), ...ofDay });
  await act(Ann, { act: "mute", uid: Ben.uid, minutes: 0 });
  const taken = await begin(room);
  await act(Ben, { act: "delete", key: taken.key });
  await served.settled();
  expect(await site.moneyOf(Ben)).toEqual({ ...paid(1), today: 2, site: 2 });
  await begin(room);
  await act(Ben, { act: "leave" });
  await served.settled();
  const chat = await served.make(Ben);
  await begin(chat);
  await act(Ben, { act: "leave" }, chat);
  await served.settled();
  expect(await site.moneyOf(Ben)).toEqual({ ...paid(3), today: 4, site: 4 });
  expect(await site.valueAt(`chat/${chat}`)).toBeNull();
  expect(await site.valueAt(`chat/${room}/streams`)).toBeNull();
});

test("a price by usage is held at its most and paid as counted, and is asked for before", async () => {
  await using site = await openAiSite(["Ann"]);
  await using served = await site.open();
  const { Ann } = site.people;
  await site.serverBackend.updateValues({
    aiSettings: {
      price: { per: "usage", perThousandIn: 0.001, perThousandOut: 5 },
      maxOutput: 1000,
    },
  });
  const room = await served.make(Ann);
  const dear = await served.send(Ann, room, "Hello", {
    ask: { id: site.newId(), model: "small", most: 5 },
  });
  expect([dear.status, dear.said]).toMatchObject([201, { refused: "too-dear", most: 6 }]);
  for (const [usage, spent] of [
    [{ prompt_tokens: 10, completion_tokens: 500 }, 3],
    [{ prompt_tokens: 1, completion_tokens: 1e15 }, 6],
    [{ prompt_tokens: -5, completion_tokens: "0" }, 1],
  ] as const) {
    site.provider.behave(answerOf(["Hello there"], { usage }));
    // oxlint-disable no-await-in-loop -- one after the other
    const sent = await served.send(Ann, room, "Hello");
    expect(sent.said).toBe("begun");
    await served.settled();
    expect(await site.runOf(Ann, sent.id)).toMatchObject({ state: "done", held: 6, spent });
    await served.tokens.grant(Ann.uid, { amount: spent, reason: "x", key: sent.id, by: "boss" });
    // oxlint-enable no-await-in-loop
  }
});

test("a room is caught up with in an AI chat of its own, which has that room's messages while one may read them", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open();
  const { Ann, Ben } = site.people;
  const room = await served.make(Ann, {
    kind: "private",
    name: "Club",
    topic: "",
    uids: [Ben.uid],
  });
  for (const text of ["Read already", "The meeting is on Friday"]) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await served.send(Ann, room, text, { ask: undefined });
  }
  const body = { id: site.newId(), model: "small", most: 1, from: 3 };
  const caught = await served.ask(`POST /api/chat/${room}/catch-up`, Ben, body);
  expect(caught).toMatchObject({ status: 201, json: { key: "m000000001", ask: "begun" } });
  await served.settled();
  const sent = JSON.stringify(site.provider.asked[0]?.body.messages);
  expect(sent).toContain("The meeting is on Friday");
  expect(sent).not.toContain("Read already");
  expect(await served.ask(`POST /api/chat/${room}/catch-up`, Ben, body)).toMatchObject({
    json: caught.json as object,
  });
  await served.ask(`POST /api/chat/${room}/acts`, Ann, { act: "remove", uid: Ben.uid });
  const chat = String(caught.json?.["room"]);
  const again = { id: site.newId(), model: "small", most: 1, key: "m000000001" };
  expect((await served.ask(`POST /api/chat/${chat}/ask`, Ben, again)).status).toBe(200);
  await served.settled();
  expect(JSON.stringify(site.provider.asked[1]?.body.messages)).not.toContain("Friday");
  expect((await served.ask(`POST /api/chat/${room}/catch-up`, Ben, body)).status).toBe(404);
});
