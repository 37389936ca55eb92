import { expect, test } from "vitest";
import { mostAnswer } from "#lib/ai/limits.ts";
import {
  type AiScript,
  type OpenAiServer,
  answerOf,
  dataOf,
  startOpenAiServer,
} from "../../tests/support/openai-server.ts";
import { type ProviderTimes, createProvider } from "./provider.ts";

const soon = { "retry-after-ms": "1", "retry-after": "1" };
const long: ProviderTimes = { firstMs: 60_000, betweenMs: 60_000, wholeMs: 60_000 };
const models = [{ id: "small", name: "Small" }];

function ask(
  server: Pick<OpenAiServer, "url">,
  options: {
    times?: ProviderTimes;
    key?: string;
    signal?: AbortSignal;
    onText?: (text: string) => void;
  } = {},
) {
  const { times = long, key = "sk-secret", signal = new AbortController().signal } = options;
  const provider = createProvider({ settings: { url: server.url, key, models }, times });
  let text = "";
  const messages = [{ role: "user" as const, content: "Hello?" }];
  const asked = { model: "small", messages, maxOutput: 50, signal };
  return provider
    .answer(asked, (piece) => {
      text += piece;
      options.onText?.(text);
    })
    .then(({ why, usage }) => ({ why, usage, text }));
}

test("a good answer comes piece by piece, with its usage; the key is sent and nothing else of the machine", async () => {
  await using server = await startOpenAiServer();
  expect(await ask(server)).toEqual({
    why: undefined,
    usage: { prompt_tokens: 30, completion_tokens: 7 },
    text: "Hello there.",
  });
  expect(server.asked[0]).toMatchObject({
    headers: { authorization: "Bearer sk-secret" },
    body: { model: "small", max_tokens: 50, stream: true },
  });
  await ask(server, { key: "" });
  expect(server.asked[1]?.headers.authorization).toBeUndefined();
});

const piece = (value: unknown) => ({ raw: dataOf(value) });
const role = { choices: [{ index: 0, delta: { role: "assistant" } }] };
const second = { choices: [{ index: 1, delta: { content: "Other" } }] };
const lasting = "x".repeat(5000);

test.each<[string, AiScript, object]>([
  ["cut before any text", { steps: ["cut"] }, { why: "cut", text: "" }],
  ["ended without an end", { steps: [{ text: "One" }] }, { why: "cut", text: "One" }],
  ["a wrong key", { status: 401, body: "{}" }, { why: "refused" }],
  ["not found", { status: 404, body: "<html>" }, { why: "refused" }],
  ["too much to do", { status: 429, body: "{}", headers: soon }, { why: "busy" }],
  ["an error", { status: 500, body: "{}", headers: soon }, { why: "error" }],
  [
    "an error in the middle",
    { steps: [{ text: "One" }, piece({ error: { message: "out of memory" } })] },
    { why: "error", text: "One" },
  ],
  ["garbage", { steps: [{ text: "One" }, { raw: "data: {oops\n\n" }] }, { why: "error" }],
  ["no stream at all", { body: '{"choices": []}' }, { why: "empty", text: "" }],
  ["nothing", answerOf([]), { why: "empty", text: "" }],
  ["roles alone", { steps: [piece(role), piece(role)] }, { why: "empty", text: "" }],
  ["filtered", answerOf(["One"], { finish: "content_filter" }), { why: "filtered" }],
  ["as long as it may be", answerOf(["One"], { finish: "length" }), { why: "length", text: "One" }],
  [
    "several choices",
    answerOf(["One"], { before: [piece(second)], after: [piece(second)] }),
    { why: undefined, text: "One" },
  ],
  [
    "what is no piece",
    answerOf(["One"], {
      before: [5, "x", [], { choices: [] }, {}].map(piece),
    }),
    { why: undefined, text: "One" },
  ],
  ["no usage", answerOf(["One"], { usage: null }), { why: undefined, usage: undefined }],
  [
    "ten megabytes in pieces",
    answerOf(Array.from({ length: 2000 }, () => lasting)),
    { why: "length", text: "x".repeat(mostAnswer) },
  ],
  ["ten megabytes in one", answerOf(["x".repeat(10_000_000)]), { why: "error", text: "" }],
  [
    "a redirect",
    { status: 302, headers: { location: "http://127.0.0.1:9/" }, body: "" },
    { why: "unreachable" },
  ],
])("%s", async (_name, script, said) => {
  await using server = await startOpenAiServer();
  server.behave(script);
  expect(await ask(server)).toMatchObject(said);
});

test("what came before it was cut is there", async () => {
  await using server = await startOpenAiServer();
  const { promise: seen, resolve: see } = Promise.withResolvers<void>();
  server.behave({ steps: [{ text: "One " }, { text: "two" }, { wait: seen }, "cut"] });
  const onText = (text: string) => (text === "One two" ? see() : undefined);
  expect(await ask(server, { onText })).toMatchObject({ why: "cut", text: "One two" });
});

test("what fails for a moment is asked again, twice; and not after the first text", async () => {
  await using server = await startOpenAiServer();
  server.behave(({ n }) =>
    n < 3 ? { status: 503, headers: soon, body: "{}" } : answerOf(["At last"]),
  );
  expect(await ask(server)).toMatchObject({ why: undefined, text: "At last" });
  expect(server.asked).toHaveLength(3);
  server.behave({ steps: [{ text: "One" }, "cut"] });
  await ask(server);
  expect(server.asked).toHaveLength(4);
});

test("models that know the limit by its other name are asked by that", async () => {
  await using server = await startOpenAiServer();
  const error = { message: "Use 'max_completion_tokens'.", param: "max_tokens" };
  server.behave(({ body }) =>
    body.max_tokens === undefined
      ? answerOf(["Yes"])
      : { status: 400, body: JSON.stringify({ error }) },
  );
  expect(await ask(server)).toMatchObject({ why: undefined, text: "Yes" });
  expect(server.asked[1]?.body.max_completion_tokens).toBe(50);
});

test("nothing in time, nothing more, and no end: each is waited for only so long", async () => {
  await using server = await startOpenAiServer();
  server.behave({ steps: ["hang"] });
  expect(await ask(server, { times: { ...long, firstMs: 20 } })).toMatchObject({ why: "timeout" });
  server.behave({ steps: [{ text: "One" }, "hang"] });
  expect(await ask(server, { times: { ...long, betweenMs: 20 } })).toMatchObject({
    why: "cut",
    text: "One",
  });
  server.behave({ steps: endless() });
  expect(await ask(server, { times: { ...long, wholeMs: 200 } })).toMatchObject({
    why: "timeout",
    text: "",
  });
  await expect.poll(server.open).toBe(0);
});

async function* endless() {
  for (;;) {
    yield piece(role);
    // oxlint-disable-next-line no-await-in-loop -- it never ends
    await new Promise(setImmediate);
  }
}

test("who is not there is not reached", async () => {
  const server = await startOpenAiServer();
  await server[Symbol.asyncDispose]();
  expect(await ask(server)).toMatchObject({ why: "unreachable", text: "" });
});

test("stopped before or in the middle, the request ends", async () => {
  await using server = await startOpenAiServer();
  const abort = new AbortController();
  server.behave({ steps: [{ text: "One" }, "hang"] });
  const asked = ask(server, { signal: abort.signal });
  await expect.poll(() => server.asked.length).toBe(1);
  abort.abort();
  expect(await asked).toMatchObject({ why: "stopped" });
  await expect.poll(server.open).toBe(0);
  expect(await ask(server, { signal: abort.signal })).toMatchObject({ why: "stopped", text: "" });
});
