import { expect, test } from "vitest";
import { aiKey, openAiSite, paid } from "./testing/ai-site.ts";

test("who may ask: members who may write, with a confirmed address; not strangers, and not the removed, muted or disabled", async () => {
  await using site = await openAiSite(["Ann", "Ben", "Eve", "Boss"]);
  await using served = await site.open();
  const { Ann, Ben, Eve, Boss } = site.people;
  const { serverBackend } = site;
  await serverBackend.updateValues({ [`users/${Boss.uid}/roles`]: { admin: true, editor: true } });
  const uids = [Ben.uid];
  const room = await served.make(Ann, { kind: "private", name: "House", topic: "", uids });
  const act = (body: object, who = Ann) => served.ask(`POST /api/chat/${room}/acts`, who, body);
  const question = await served.send(Ben, room, "Hello", { ask: undefined });
  const codeOf = async (who: typeof Ann | undefined, key = question.key) => {
    const body = { id: site.newId(), model: "small", most: 100, key };
    const { status, json } = await served.ask(`POST /api/chat/${room}/ask`, who, body);
    await served.settled();
    return [status, (json?.["error"] as { code: string } | undefined)?.code];
  };
  expect(await codeOf(undefined)).toEqual([401, "unauthenticated"]);
  expect(await codeOf(Eve)).toEqual([404, "no-such-room"]);
  // Admins ask in rooms that they are in, as everybody, and pay as everybody.
  expect(await codeOf(Boss)).toEqual([404, "no-such-room"]);
  expect(await codeOf(Ben)).toEqual([200, undefined]);
  await serverBackend.updateAccount(Ben.uid, { emailVerified: false });
  expect(await codeOf(Ben)).toEqual([403, "unverified"]);
  expect((await served.ask("GET /api/ai", Ben)).json).toMatchObject({
    on: false,
    why: "unverified",
  });
  await serverBackend.updateAccount(Ben.uid, { emailVerified: true });
  await act({ act: "mute", uid: Ben.uid, minutes: 10 });
  expect(await codeOf(Ben)).toEqual([403, "muted"]);
  await act({ act: "mute", uid: Ben.uid, minutes: 0 });
  await act({ act: "change", archived: true });
  expect(await codeOf(Ben)).toEqual([403, "archived"]);
  await act({ act: "change", archived: false });
  await act({ act: "remove", uid: Ben.uid });
  expect(await codeOf(Ben)).toEqual([404, "no-such-room"]);
  await serverBackend.updateAccount(Ben.uid, { disabled: true });
  expect(await codeOf(Ben)).toEqual([401, "unauthenticated"]);

  const direct = await served.make(Eve, { kind: "direct", uid: Ann.uid });
  const written = await served.send(Eve, direct, "Hello", { ask: undefined });
  await served.ask("POST /api/chat/blocks", Ann, { uid: Eve.uid, on: true });
  const body = { id: site.newId(), model: "small", most: 100, key: written.key };
  expect(await served.ask(`POST /api/chat/${direct}/ask`, Eve, body)).toMatchObject({
    status: 403,
    json: { error: { code: "not-taken" }, ask: { refused: "not-taken" } },
  });
  const chat = await served.make(Boss);
  expect((await served.send(Boss, chat, "Hello")).said).toBe("begun");
  await served.settled();
  expect(await site.moneyOf(Boss)).toEqual(paid(1, 2));
  const unknown = { id: site.newId(), model: "huge", most: 1 };
  expect((await served.send(Boss, chat, "Hello", { ask: unknown })).said).toMatchObject({
    refused: "no-such-model",
  });
});

test("where the site sends no mail nobody has to confirm an address", async () => {
  await using site = await openAiSite(["Ann"]);
  await using served = await site.open({ sendsMail: () => false });
  const { Ann } = site.people;
  await site.serverBackend.updateAccount(Ann.uid, { emailVerified: false });
  expect((await served.ask("GET /api/ai", Ann)).json).toMatchObject({ on: true });
  const chat = await served.make(Ann);
  expect((await served.send(Ann, chat, "Hello")).said).toBe("begun");
  await served.settled();
});

test("settings are the admins', kept in bounds, and audited without the owner's words", async () => {
  await using site = await openAiSite(["Boss", "Eve"]);
  await using served = await site.open();
  const { Boss, Eve } = site.people;
  await site.serverBackend.updateValues({ [`users/${Boss.uid}/roles/admin`]: true });
  const { json: usual } = await served.ask("GET /api/ai/settings", Boss);
  expect(usual).toEqual({
    on: true,
    prompt: "",
    price: { per: "reply", tokens: 1 },
    maxOutput: 1000,
    userDaily: 50,
    siteDaily: 500,
    rev: expect.any(String),
  });
  const write = async (changes: object, who = Boss) =>
    (await served.ask("POST /api/ai/settings", who, { ...usual, ...changes })).status;
  for (const wrong of [
    { prompt: "x".repeat(4001) },
    { price: { per: "reply", tokens: 0 } },
    { price: { per: "reply", tokens: 1.5 } },
    { price: { per: "usage", perThousandIn: -1, perThousandOut: 1 } },
    { price: { per: "word" } },
    { maxOutput: 10 },
    { userDaily: -1 },
    { siteDaily: 1e9 },
    { on: "yes" },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    expect(await write(wrong)).toBe(400);
  }
  expect(await write({ prompt: "Be kind." }, Eve)).toBe(403);
  expect(await write({ prompt: "Be kind.", siteDaily: 9 })).toBe(204);
  expect((await served.ask("GET /api/ai/settings", Boss)).json).toMatchObject({
    prompt: "Be kind.",
    siteDaily: 9,
  });
  const { entries } = await served.audit.list({ limit: 5 });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    actor: Boss.uid,
    action: "ai.change-settings",
    details: { siteDaily: 9 },
  });
  expect(JSON.stringify(entries)).not.toContain("kind");
});

test("of two who change the settings at once, the second is told, and nothing of the first is lost", async () => {
  await using site = await openAiSite(["Boss"]);
  await using served = await site.open();
  const { Boss } = site.people;
  await site.serverBackend.updateValues({ [`users/${Boss.uid}/roles/admin`]: true });
  const read = async () => (await served.ask("GET /api/ai/settings", Boss)).json;
  const write = (settings: object) => served.ask("POST /api/ai/settings", Boss, settings);
  const mine = await read();
  expect((await write({ ...mine, userDaily: 7 })).status).toBe(204);
  expect(await write({ ...mine, prompt: "Be kind." })).toMatchObject({
    status: 409,
    json: { error: { code: "changed-meanwhile" } },
  });
  const now = await read();
  expect(now).toMatchObject({ userDaily: 7, prompt: "" });
  expect((await write({ ...now, prompt: "Be kind." })).status).toBe(204);
  // Who says nothing of what was before means it anyway.
  expect((await write({ ...mine, rev: undefined, siteDaily: 8 })).status).toBe(204);
  expect(await read()).toMatchObject({ prompt: "", siteDaily: 8 });
});

test("admins see which provider there is, never its key, and try it now and then; nobody else does", async () => {
  await using site = await openAiSite(["Boss", "Eve"]);
  await using served = await site.open();
  await using without = await site.open({ ai: undefined });
  const { Boss, Eve } = site.people;
  await site.serverBackend.updateValues({ [`users/${Boss.uid}/roles/admin`]: true });
  await site.serverBackend.updateValues({ [`users/${Eve.uid}/roles/editor`]: true });
  const { host } = new URL(site.provider.url);
  const facts = await served.ask("GET /api/ai/provider", Boss);
  expect(facts.json).toEqual({ host, models: [{ id: "small", name: "Small" }] });
  expect(JSON.stringify(facts)).not.toContain(aiKey);
  const statusOf = async (path: string, who: typeof Eve) =>
    (await served.ask(path, who, path.startsWith("POST") ? {} : undefined)).status;
  expect(await statusOf("GET /api/ai/provider", Eve)).toBe(403);
  expect(await statusOf("POST /api/ai/provider/try", Eve)).toBe(403);
  const tried = [];
  for (let round = 0; round < 6; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    tried.push(await served.ask("POST /api/ai/provider/try", Boss, {}));
  }
  expect(tried.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(tried[0]?.json).toMatchObject({ outcome: "works" });
  // Nothing was asked that anybody would pay for.
  expect(site.provider.asked).toEqual([]);
  expect((await without.ask("GET /api/ai/provider", Boss)).json).toEqual({
    host: null,
    models: [],
  });
  expect((await without.ask("POST /api/ai/provider/try", Boss, {})).status).toBe(409);
});

test("who asked is told when they have not read the answer, and only they", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open();
  const { Ann, Ben } = site.people;
  const uids = [Ben.uid];
  const room = await served.make(Ann, { kind: "private", name: "House", topic: "", uids });
  await served.send(Ben, room, "@ai hello");
  await served.settled();
  await served.settledChat();
  site.clock.now += 60_000;
  await served.jobs.runDue();
  const told = async ({ uid }: typeof Ann) =>
    Object.values((await site.valueAt(`notifications/${uid}`)) ?? {}).map(
      (one) => (one as { title: string }).title,
    );
  expect(await told(Ben)).toContain("The AI has answered you in “House”");
  expect((await told(Ann)).join()).not.toContain("AI");
});
