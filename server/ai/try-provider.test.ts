import { expect, test } from "vitest";
import { type AiScript, modelsOf, startOpenAiServer } from "../../tests/support/openai-server.ts";
import { tryProvider } from "./try-provider.ts";

const models = [
  { id: "small", name: "Small" },
  { id: "large", name: "Large" },
];
const key = "sk-secret";

test("a provider that has all models works, is asked for nothing else, and gets the key", async () => {
  await using server = await startOpenAiServer();
  const headers: unknown[] = [];
  server.behaveAsked((sent) => {
    headers.push(sent.authorization);
    return modelsOf("small:latest", "large", "other");
  });
  expect(await tryProvider({ url: server.url, key, models })).toMatchObject({ outcome: "works" });
  await tryProvider({ url: server.url, key: "", models });
  expect(headers).toEqual(["Bearer sk-secret", undefined]);
  expect(server.asked).toEqual([]);
});

const leak = JSON.stringify({ error: { message: `Wrong key ${key}` } });

test.each<[string, AiScript, string]>([
  ["has not all", modelsOf("small"), "unlisted"],
  ["lists nothing that is a list", { body: "{}" }, "silent"],
  ["knows no such address", { status: 404, body: "{}" }, "silent"],
  ["does not take the key", { status: 401, body: leak }, "refused"],
  ["has too much to do", { status: 429, body: leak }, "busy"],
  ["fails", { status: 500, body: leak }, "error"],
  ["is a page", { body: "<h1>Hello</h1>" }, "error"],
  ["redirects", { status: 302, headers: { location: "/v1/models" }, body: "" }, "unreachable"],
  ["breaks off", { steps: ["cut"] }, "error"],
])("one that %s: %s", async (_what, script, outcome) => {
  await using server = await startOpenAiServer();
  server.behaveAsked(script);
  const tried = await tryProvider({ url: server.url, key, models });
  expect(tried.outcome).toBe(outcome);
  expect(tried.text).not.toContain(key);
  expect(tried.text.endsWith(": Large.")).toBe(outcome === "unlisted");
});

test("one that never answers, or is not there, is said to be so", async () => {
  await using server = await startOpenAiServer();
  server.behaveAsked({ steps: ["hang"] });
  const settings = { url: server.url, key, models };
  expect(await tryProvider(settings, 50)).toMatchObject({ outcome: "timeout" });
  await server[Symbol.asyncDispose]();
  expect(await tryProvider(settings)).toMatchObject({ outcome: "unreachable" });
});
