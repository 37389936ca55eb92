import { expect, test } from "vitest";
import { hostedBackendOf } from "../../../tests/support/served-site.ts";
import { answerOf } from "../../../tests/support/openai-server.ts";
import { openAiSite, paid } from "./testing/ai-site.ts";

const dayMs = 86_400_000;

test("a server that stops ends what is under way: what came is there, and nobody pays", async () => {
  await using site = await openAiSite(["Ann"]);
  const { Ann } = site.people;
  const served = await site.open();
  const room = await served.make(Ann);
  site.provider.behave({ steps: [{ text: "Once upon" }, "hang"] });
  const sent = await served.send(Ann, room, "Hello");
  const parts = `chat/${room}/streams/${sent.id}/parts`;
  await expect.poll(async () => site.valueAt(parts)).not.toBeNull();
  await served[Symbol.asyncDispose]();
  expect(await site.messageAt(room, "m000000002")).toMatchObject({
    text: "Once upon",
    ai: { state: "broken", why: "server", spent: 0 },
  });
  expect(await site.moneyOf(Ann)).toEqual(paid(0));
  expect(site.provider.open()).toBeLessThanOrEqual(1);
});

test("of several servers one leaves what another is at, and ends what is older than any answer", async () => {
  await using site = await openAiSite(["Ann"]);
  const { Ann } = site.people;
  const { promise: go, resolve } = Promise.withResolvers<void>();
  site.provider.behave(answerOf(["Once upon"], { after: [{ wait: go }] }));
  await using served = await site.open({ isOnlyCopy: false });
  await using other = await site.open({ isOnlyCopy: false });
  const room = await served.make(Ann);
  const sent = await served.send(Ann, room, "Hello");
  const parts = `chat/${room}/streams/${sent.id}/parts`;
  await expect.poll(async () => site.valueAt(parts)).not.toBeNull();
  await other.sweepAi();
  expect((await site.runOf(Ann, sent.id))?.state).toBe("running");
  // As if that server had hung for ten minutes, and went on then.
  site.clock.now += 600_001;
  await other.sweepAi();
  expect(await site.runOf(Ann, sent.id)).toMatchObject({ state: "broken", spent: 0 });
  resolve();
  await served.settled();
  expect(await site.messageAt(room, "m000000002")).toMatchObject({ ai: { state: "broken" } });
  expect(await site.valueAt(`chat/${room}/head/n`)).toBe(2);
  expect(await site.moneyOf(Ann)).toEqual(paid(0));
});

test("after ninety days it is forgotten what was asked and what a day has cost", async () => {
  await using site = await openAiSite(["Ann", "Boss"]);
  await using served = await site.open();
  const { Ann, Boss } = site.people;
  await site.serverBackend.updateValues({ [`users/${Boss.uid}/roles/admin`]: true });
  const room = await served.make(Ann);
  const first = await served.send(Ann, room, "Hello");
  await served.settled();
  site.clock.now += 60 * dayMs;
  const second = await served.send(Ann, room, "Hello again");
  await served.settled();
  const usage = async () => (await served.ask("GET /api/ai/usage?all=1", Boss)).json;
  expect(await usage()).toEqual({
    days: [
      { day: "2026-04-30", spent: 1, reserved: 0 },
      { day: "2026-03-01", spent: 1, reserved: 0 },
    ],
    users: [{ uid: Ann.uid, name: "Ann", spent: 2 }],
    left: 499,
  });
  site.clock.now += 31 * dayMs;
  await served.sweepAi();
  expect(await site.runOf(Ann, first.id)).toBeNull();
  expect((await site.runOf(Ann, second.id))?.state).toBe("done");
  expect(await usage()).toMatchObject({ days: [{ day: "2026-04-30" }], left: 500 });
});

test("an account that is erased while its answer comes leaves nothing of it behind", async () => {
  await using site = await openAiSite(["Ann"]);
  await using served = await site.open();
  const { Ann } = site.people;
  const room = await served.make(Ann);
  site.provider.behave({ steps: [{ text: "Once upon" }, "hang"] });
  const sent = await served.send(Ann, room, "Hello");
  const parts = `chat/${room}/streams/${sent.id}/parts`;
  await expect.poll(async () => site.valueAt(parts)).not.toBeNull();
  const places = ["users", "tokenAccounts", "tokenLedger", "aiRuns", "profiles"];
  await served.ofAccounts.leave["chat"]?.(Ann.uid, room);
  await site.serverBackend.updateValues(
    Object.fromEntries(places.map((place) => [`${place}/${Ann.uid}`, null])),
  );
  await served.settled();
  for (const place of [...places, "aiRunning", "chat"]) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    const stored = JSON.stringify(await site.valueAt(place));
    expect(stored.includes(Ann.uid), place).toBe(false);
  }
});

test("the same over the network, as at Firebase", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  const backend = await hostedBackendOf(site);
  await using served = await site.open({ backend, isOnlyCopy: false });
  const { Ann, Ben } = site.people;
  const uids = [Ben.uid];
  const room = await served.make(Ann, { kind: "private", name: "House", topic: "", uids });
  const sent = await served.send(Ben, room, "@ai hello");
  const inThread = await served.send(Ben, room, "@ai and here?", { root: sent.key });
  expect([sent.said, inThread.said]).toEqual(["begun", "begun"]);
  await served.settled();
  const again = { id: site.newId(), model: "small", most: 1, key: sent.key };
  expect((await served.ask(`POST /api/chat/${room}/ask`, Ben, again)).status).toBe(200);
  await served.settled();
  expect(await site.moneyOf(Ben)).toEqual(paid(3));
  expect(await site.valueAt(`chat/${room}/replies/${sent.key}/m000000002`)).toMatchObject({
    by: "ai",
    text: "Hello there.",
  });
  expect(await site.valueAt(`chat/${room}/streams`)).toBeNull();
});
