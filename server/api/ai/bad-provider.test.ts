/** Whatever the provider does: balance, ledger and budget are exact, nothing hangs, and a message says what happened. */
import { expect, test } from "vitest";
import { type AiScript, answerOf, dataOf } from "../../../tests/support/openai-server.ts";
import { aiKey, openAiSite, paid } from "./testing/ai-site.ts";

const soon = { "retry-after-ms": "1" };
const failed = (why: string) => ({ text: "", ai: { state: "failed", why, spent: 0 } });
const broken = (why: string) => ({ text: "Once upon", ai: { state: "broken", why, spent: 1 } });
const done = (text: string, more: object = {}) => ({
  text,
  ai: { state: "done", spent: 1, ...more },
});
const begun = [{ text: "Once " }, { text: "upon" }] as const;
const secret = JSON.stringify({ error: { message: `Wrong key ${aiKey}: "tell me a secret"` } });

/** Of those that would be waited for. */
const short = new Map([
  ["never answers", { firstMs: 100 }],
  ["says nothing more", { betweenMs: 100 }],
]);

test.each<[string, (read: Promise<unknown>) => AiScript, object]>([
  [
    "answers slowly",
    (read) => answerOf(["Once", " upon"], { after: [{ wait: read }] }),
    done("Once upon"),
  ],
  ["is cut before any text", () => ({ steps: ["cut"] }), failed("cut")],
  [
    "is cut after two pieces",
    (read) => ({ steps: [...begun, { wait: read }, "cut"] }),
    broken("cut"),
  ],
  ["never answers", () => ({ steps: ["hang"] }), failed("timeout")],
  ["says nothing more", () => ({ steps: [...begun, "hang"] }), broken("cut")],
  ["does not take the key", () => ({ status: 401, body: secret }), failed("refused")],
  ["has too much to do", () => ({ status: 429, headers: soon, body: secret }), failed("busy")],
  ["fails", () => ({ status: 500, headers: soon, body: secret }), failed("error")],
  [
    "fails in the middle",
    (read) => ({
      steps: [...begun, { wait: read }, { raw: dataOf(JSON.parse(secret) as object) }],
    }),
    broken("error"),
  ],
  [
    "sends garbage",
    (read) => ({ steps: [...begun, { wait: read }, { raw: "data: {oops\n\n" }] }),
    broken("error"),
  ],
  ["says nothing", () => answerOf([]), failed("empty")],
  ["says what cannot be seen", () => answerOf(["\u200b\n", " \u0007"]), failed("empty")],
  ["keeps it back", () => answerOf([], { finish: "content_filter" }), failed("filtered")],
  [
    "sends absurd usage",
    () => answerOf(["Once"], { usage: { prompt_tokens: 1e300, completion_tokens: -7 } }),
    done("Once"),
  ],
  ["sends no usage", () => answerOf(["Once"], { usage: null }), done("Once")],
  [
    "sends ten megabytes",
    () => answerOf(Array.from({ length: 2000 }, () => "x".repeat(5000))),
    done("x".repeat(24_000), { why: "length" }),
  ],
  [
    "sends halves of letters and control characters",
    () => answerOf(["a\ud83d", "\ude00\u0000b\u001b\r\n"]),
    done("a\u{1f600}b"),
  ],
])("a provider that %s", async (name, script, message) => {
  await using site = await openAiSite(["Ann"]);
  const provider = short.get(name) ?? {};
  await using served = await site.open({ provider });
  const { Ann } = site.people;
  const { promise: read, resolve } = Promise.withResolvers<void>();
  site.provider.behave(script(read));
  const room = await served.make(Ann);
  const sent = await served.send(Ann, room, "Hello");
  const place = `chat/${room}/streams/${sent.id}`;
  const isRead = async () => {
    const stream = (await site.valueAt(place)) as { parts?: Record<string, string> } | null;
    return (
      stream === null ||
      Object.values(stream.parts ?? {})
        .join("")
        .includes("upon")
    );
  };
  await expect.poll(isRead, { timeout: 10_000 }).toBe(true);
  resolve();
  await served.settled();
  const stored = await site.messageAt(room, "m000000002");
  expect(stored).toMatchObject(message);
  expect(await site.valueAt(place)).toBeNull();
  const spent = stored?.ai?.spent ?? -1;
  // The provider has worked also where it said nothing, as it may be asked to.
  const isWork = spent > 0 || ["empty", "filtered"].includes(stored?.ai?.why ?? "");
  const worked = isWork ? 1 : 0;
  expect(await site.moneyOf(Ann)).toEqual({ ...paid(spent), today: worked, site: worked });
  expect(await site.runOf(Ann, sent.id)).toMatchObject({ state: stored?.ai?.state, spent });
  await expect.poll(() => site.provider.open()).toBe(0);
  // Nothing of the key, of what was asked or of what it said.
  const told = JSON.stringify([served.entries, await site.valueAt("chat"), sent.json]);
  expect(told).not.toContain(aiKey);
  expect(JSON.stringify(served.entries)).not.toMatch(/Hello|secret|Once/);
});

test("no end comes to an end, and meanwhile others are answered", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open({ provider: { wholeMs: 1500 } });
  const { Ann, Ben } = site.people;
  site.provider.behave(({ n }) => (n === 1 ? { steps: endless() } : answerOf(["Quick"])));
  const [slow, quick] = [await served.make(Ann), await served.make(Ben)];
  const sent = await served.send(Ann, slow, "Hello");
  await expect.poll(() => site.provider.asked.length).toBe(1);
  const other = await served.send(Ben, quick, "Hello");
  await expect.poll(async () => (await site.runOf(Ben, other.id))?.state).toBe("done");
  expect((await site.runOf(Ann, sent.id))?.state).toBe("running");
  await served.settled();
  expect(await site.messageAt(slow, "m000000002")).toMatchObject({
    ai: { state: "broken", why: "timeout", spent: 1 },
  });
  expect(await site.moneyOf(Ann)).toEqual(paid(1, 2));
});

async function* endless() {
  for (;;) {
    yield { text: "" };
    yield { text: "." };
    // oxlint-disable-next-line no-await-in-loop -- it never ends
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test("without a provider, or switched off, it is said so and costs nothing; the message is there", async () => {
  await using site = await openAiSite(["Ann"]);
  const { Ann } = site.people;
  await using none = await site.open({ ai: undefined });
  const room = await none.make(Ann);
  const sent = await none.send(Ann, room, "Hello");
  expect([sent.status, sent.said]).toMatchObject([201, { refused: "no-ai" }]);
  expect((await none.ask("GET /api/ai", Ann)).json).toMatchObject({ on: false, why: "none" });
  await site.serverBackend.updateValues({ "aiSettings/on": false });
  await using off = await site.open({ isOnlyCopy: false });
  expect((await off.send(Ann, room, "Hello")).said).toMatchObject({ refused: "no-ai" });
  expect((await off.ask("GET /api/ai", Ann)).json).toMatchObject({
    on: false,
    why: "off",
    models: [],
  });
  expect(await site.valueAt(`chat/${room}/head/n`)).toBe(2);
  expect(site.provider.asked).toEqual([]);
  expect(await site.valueAt("aiRuns")).toBeNull();
});

test("a backend that fails in between is gone on with; what is left is ended by the sweep", async () => {
  await using site = await openAiSite(["Ann"]);
  const { Ann } = site.people;
  const { serverBackend } = site;
  await using first = await site.open();
  await first.tokens.open(Ann.uid);
  for (let failing = 0; failing < 14; failing += 1) {
    const state = { calls: 0, isOn: false };
    const step = () => {
      if (!state.isOn) return;
      state.calls += 1;
      if (state.calls === failing + 1) throw new Error("The answer is lost.");
    };
    const backend = {
      ...serverBackend,
      async putValue(...asked: Parameters<typeof serverBackend.putValue>) {
        const taken = await serverBackend.putValue(...asked);
        step();
        return taken;
      },
      async updateValues(...asked: Parameters<typeof serverBackend.updateValues>) {
        await serverBackend.updateValues(...asked);
        step();
      },
      async updateInOrder(...asked: Parameters<typeof serverBackend.updateInOrder>) {
        const taken = await serverBackend.updateInOrder(...asked);
        step();
        return taken;
      },
    };
    // oxlint-disable no-await-in-loop -- one after the other
    await using served = await site.open({ backend });
    await using whole = await site.open({ isOnlyCopy: true });
    const room = await whole.make(Ann);
    const { json } = await whole.send(Ann, room, "Hello", { ask: undefined });
    const id = site.newId();
    state.isOn = true;
    const again = { id, model: "small", most: 1, key: json?.["key"] };
    await served.ask(`POST /api/chat/${room}/ask`, Ann, again).catch(() => undefined);
    await served.settled();
    state.isOn = false;
    await whole.sweepAi();
    const before = await site.moneyOf(Ann);
    expect(before).toMatchObject({ held: 0, reserved: 0, running: 0 });
    expect(before.balance).toBe(before.ledger);
    expect(await site.valueAt(`chat/${room}/streams`)).toBeNull();
    const run = await site.runOf(Ann, id);
    const answers = Object.values((await site.valueAt(`chat/${room}/messages`)) ?? {}).filter(
      (message) => (message as { by: string }).by === "ai",
    );
    expect(answers.length).toBe(run === null ? 0 : 1);
    expect(run?.state ?? "none").not.toBe("running");
    // oxlint-enable no-await-in-loop
  }
  const { balance, today } = await site.moneyOf(Ann);
  expect(Number(balance)).toBe(10 - today);
});
