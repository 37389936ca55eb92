import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callApi } from "./api.ts";
import { openAuth } from "./firebase.ts";

const options = {
  mode: "embedded",
  projectId: "foyer",
  apiKey: "foyer-embedded",
  appId: "1:1:web:1",
  storageBucket: "foyer",
};

type Asked = { method: string; path: string; token: string | undefined; body: string };
type Answer = { status: number; body?: string; headers?: Record<string, string> } | "cut";

const asked: Asked[] = [];
let answers: Answer[] = [];
const fetchHere = globalThis.fetch;

const server = createServer((request, response) => {
  const path = request.url ?? "";
  if (path.endsWith("init.json")) return void response.end(JSON.stringify(options));
  void readAll(request).then((body) => {
    const token = request.headers.authorization;
    asked.push({ method: request.method ?? "", path, token, body });
    const answer = answers.shift() ?? { status: 500 };
    if (answer === "cut") return response.destroy();
    return response.writeHead(answer.status, answer.headers).end(answer.body);
  });
});

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
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
  const { auth } = await openAuth();
  await auth.authStateReady();
  let tokens = 0;
  const person = {
    getIdToken: async (isNew: boolean) => `token-${isNew ? (tokens += 1) : tokens}`,
  };
  // Who is signed in is the SDK's; of them only the token matters here.
  Object.defineProperty(auth, "currentUser", { get: () => person });
});
afterAll(() => {
  Object.assign(globalThis, { fetch: fetchHere });
  Reflect.deleteProperty(globalThis, "location");
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
});

const refusal = (status: number, code: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify({ error: { code, message: "A sentence." } }),
});

test("a call brings the token of who is signed in, and gives what is answered", async () => {
  answers = [{ status: 200, body: `{"rows":[]}` }, { status: 204 }];
  expect(await callApi("GET", "/api/users?search=a%20b")).toEqual({ rows: [] });
  expect(await callApi("POST", "/api/users/disable", { uid: "ann" })).toBeUndefined();
  expect(asked).toEqual([
    { method: "GET", path: "/api/users?search=a%20b", token: "Bearer token-0", body: "" },
    { method: "POST", path: "/api/users/disable", token: "Bearer token-0", body: `{"uid":"ann"}` },
  ]);
});

test("a token that has become old is renewed once; a sign-in that is too old is not", async () => {
  answers = [refusal(401, "unauthenticated"), { status: 200, body: "1" }];
  expect(await callApi("GET", "/api/users")).toBe(1);
  expect(asked.map(({ token }) => token)).toEqual(["Bearer token-0", "Bearer token-1"]);
  answers = [refusal(401, "unauthenticated"), refusal(401, "unauthenticated")];
  await expect(callApi("GET", "/api/users")).rejects.toMatchObject({ code: "unauthenticated" });
  answers = [refusal(401, "recent-sign-in-needed"), { status: 200, body: "1" }];
  await expect(callApi("GET", "/api/users")).rejects.toMatchObject({
    status: 401,
    code: "recent-sign-in-needed",
    message: "A sentence.",
  });
});

test("whatever goes wrong is one kind of error with a sentence for people", async () => {
  answers = [
    refusal(429, "too-many-requests", { "Retry-After": "7" }),
    { status: 502, body: "<h1>Bad gateway</h1>" },
    { status: 200, body: "<h1>Hello</h1>" },
    "cut",
  ];
  const call = () => callApi("GET", "/api/users");
  await expect(call()).rejects.toMatchObject({ code: "too-many-requests", retryAfterS: 7 });
  await expect(call()).rejects.toMatchObject({
    status: 502,
    code: "502",
    message: "Something went wrong (502). Try again in a moment.",
  });
  await expect(call()).rejects.toMatchObject({ code: "bad-answer" });
  await expect(call()).rejects.toMatchObject({
    name: "ApiError",
    status: 0,
    code: "offline",
    message: "The server cannot be reached. Check your connection and try again.",
  });
  await expect(
    callApi("GET", "/api/users", undefined, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ name: "AbortError" });
});
