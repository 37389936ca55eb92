import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuth } from "../firebase.ts";
import {
  readAiProvider,
  readAiSettings,
  readAiSiteUsage,
  readAiState,
  readAiUsage,
  saveAiCap,
  saveAiSettings,
  tryAiProvider,
} from "./ai-api.ts";

const options = {
  mode: "embedded",
  projectId: "foyer",
  apiKey: "foyer-embedded",
  appId: "1:1:web:1",
  storageBucket: "foyer",
};
const asked: string[] = [];
let answer: { status: number; body: unknown } = { status: 204, body: undefined };
const fetchHere = globalThis.fetch;

const server = createServer((request, response) => {
  const path = request.url ?? "";
  if (path.endsWith("init.json")) return void response.end(JSON.stringify(options));
  return void reply(`${request.method} ${path}`, request, response);
});

async function reply(line: string, request: IncomingMessage, response: ServerResponse) {
  asked.push(`${line} ${await text(request)}`.trim());
  response.writeHead(answer.status).end(answer.body && JSON.stringify(answer.body));
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  // In Node there is no page whose origin a path is taken from.
  Object.assign(globalThis, {
    location: site,
    fetch: (input: string | URL | Request, init?: RequestInit) =>
      fetchHere(typeof input === "string" ? new URL(input, site) : input, init),
  });
  await (await openAuth()).auth.authStateReady();
});
afterAll(() => {
  Object.assign(globalThis, { fetch: fetchHere });
  Reflect.deleteProperty(globalThis, "location");
  server.closeAllConnections();
  server.close();
});

const price = { per: "usage", perThousandIn: 0.5, perThousandOut: 2 } as const;
const settings = {
  on: true,
  prompt: "Be kind.",
  price,
  maxOutput: 1000,
  userDaily: 50,
  siteDaily: 500,
  rev: "abc",
};
const state = {
  on: false,
  why: "none",
  models: [{ id: "small", name: "Small" }],
  price: { per: "reply", tokens: 1 },
  maxOutput: 1000,
  userDaily: 50,
  cap: null,
  left: { today: 50 },
};
const ofModel = { day: "2026-03-01", model: "small", answers: 2, spent: 3, in: 40, out: 9 };
const ofSite = {
  days: [{ day: "2026-03-01", spent: 3, reserved: 1 }],
  users: [{ uid: "ann", name: "Ann", spent: 3 }],
  left: 496,
};

test("what the server says is given on as it is typed, and nothing beside it", async () => {
  answer = { status: 200, body: { ...state, more: 1 } };
  expect(await readAiState()).toEqual(state);
  answer = { status: 200, body: { days: [ofModel] } };
  expect(await readAiUsage()).toEqual({ days: [ofModel] });
  answer = { status: 200, body: ofSite };
  expect(await readAiSiteUsage()).toEqual(ofSite);
  answer = { status: 200, body: settings };
  expect(await readAiSettings()).toEqual(settings);
  const facts = { host: "127.0.0.1:11434", models: state.models };
  answer = { status: 200, body: { ...facts, key: "sk-never-told" } };
  expect(await readAiProvider()).toEqual(facts);
  const tried = { outcome: "works", text: "The provider answers." };
  answer = { status: 200, body: tried };
  expect(await tryAiProvider()).toEqual(tried);
  answer = { status: 204, body: undefined };
  await saveAiSettings(settings);
  await saveAiCap(null);
  expect(asked).toEqual([
    "GET /api/ai",
    "GET /api/ai/usage",
    "GET /api/ai/usage?all=1",
    "GET /api/ai/settings",
    "GET /api/ai/provider",
    "POST /api/ai/provider/try {}",
    `POST /api/ai/settings ${JSON.stringify(settings)}`,
    `POST /api/ai/cap {"cap":null}`,
  ]);
});

test.each([
  ["no JSON object", readAiState, 7],
  ["a price of no kind", readAiState, { ...state, price: { per: "word" } }],
  ["a reason that is none", readAiState, { ...state, why: "<b>" }],
  ["less than nothing left", readAiState, { ...state, left: { today: -1 } }],
  ["a model without a name", readAiState, { ...state, models: [{ id: "small" }] }],
  ["a day that is a number", readAiUsage, { days: [{ ...ofModel, day: 1 }] }],
  ["an account without a name", readAiSiteUsage, { ...ofSite, users: [{ uid: "ann", spent: 3 }] }],
  ["an outcome of no kind", tryAiProvider, { outcome: "fine", text: "" }],
  ["settings without a budget", readAiSettings, { ...settings, siteDaily: null }],
] as const)("%s is no answer", async (_what, read, body) => {
  answer = { status: 200, body };
  await expect(read()).rejects.toMatchObject({ code: "bad-answer" });
});

test("a refusal has the server's sentence", async () => {
  const error = { code: "invalid", message: "An answer costs 1 to 1000 whole tokens." };
  answer = { status: 400, body: { error } };
  await expect(saveAiSettings(settings)).rejects.toMatchObject(error);
});
