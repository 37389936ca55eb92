import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createBoardHttp } from "./board-http.ts";
import { openAuth } from "./firebase.ts";
import { NoAnswerError } from "./outbox/outbox.ts";
import { TurnedBackError } from "./records/database-http.ts";

const options = {
  mode: "embedded",
  projectId: "foyer",
  apiKey: "foyer-embedded",
  appId: "1:1:web:1",
  storageBucket: "foyer",
};
const writes = {
  "cards/a/at": { ".sv": "timestamp" },
  "cards/a/title": { v: "Roof", t: 5, p: 0 },
  "cards/b/title": { v: "Wall", t: 6, p: 0 },
};

type Asked = { method: string; path: string; token: string | undefined; body: string };
type Answer = { status: number; body?: unknown } | "cut";

const asked: Asked[] = [];
let answers: Answer[] = [];
let uid = "ann";
const fetchHere = globalThis.fetch;

const server = createServer((request, response) => {
  const path = request.url ?? "";
  if (path.endsWith("init.json")) return void response.end(JSON.stringify(options));
  void readAll(request).then((body) => {
    const token = request.headers.authorization;
    asked.push({ method: request.method ?? "", path, token, body });
    const answer = answers.shift() ?? { status: 500 };
    if (answer === "cut") return response.destroy();
    const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    return response.writeHead(answer.status).end(text);
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
  const getIdToken = async (isNew: boolean) => `token-${isNew ? (tokens += 1) : tokens}`;
  // Who is signed in is the SDK's.
  Object.defineProperty(auth, "currentUser", { get: () => ({ uid, getIdToken }) });
});
afterAll(() => {
  Object.assign(globalThis, { fetch: fetchHere });
  Reflect.deleteProperty(globalThis, "location");
  server.close();
});
beforeEach(() => {
  uid = "ann";
  asked.length = 0;
});

function update(...next: Answer[]): Promise<unknown> {
  answers = next;
  return createBoardHttp("ann", "plan").update("boards/plan", writes);
}
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("what is changed is sent to the board's server as who wrote it", async () => {
  expect(await update({ status: 204 })).toBe(true);
  const [{ method, path, token, body }] = asked as [Asked];
  expect([method, path, token]).toEqual([
    "POST",
    "/api/boards/plan/changes",
    expect.stringMatching(/^Bearer token-\d+$/),
  ]);
  expect(JSON.parse(body)).toEqual({ writes });
});

test.each([409, 400, 413])(
  "after %s it is looked at anew, and sent in smaller parts",
  async (status) => {
    expect(await update({ status })).toBe(false);
  },
);

test("what the judge turns back is named, with its sentence", async () => {
  const refused = [{ item: "cards/b", register: null, text: "Full." }];
  const error = await errorOf(update({ status: 422, body: { refused } }));
  expect(error).toBeInstanceOf(TurnedBackError);
  expect((error as TurnedBackError).refused).toEqual(refused);
});

const said = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: "You may not." } },
});

test.each<[string, Answer]>([
  ["may only look", said(403, "viewer")],
  ["is no member any more", said(404, "no-such-board")],
])("who %s is told so of all of it", async (_, answer) => {
  const error = await errorOf(update(answer));
  expect((error as TurnedBackError).refused).toEqual(
    ["cards/a", "cards/b"].map((item) => ({ item, register: null, text: "You may not." })),
  );
});

test.each<[string, Answer]>([
  ["a page of what stands in front of the server", { status: 404, body: "<h1>Not found</h1>" }],
  ["a server that knows no boards", said(404, "not-found")],
  ["a refusal of where it came from", said(403, "cross-site")],
  ["a judgement that makes no sense", { status: 422, body: { refused: [{ item: 5 }] } }],
  ["an answer for another time", { status: 429 }],
  ["a fault of the server", { status: 500 }],
  ["no answer", "cut"],
])("%s is no answer: it is sent again later", async (_, answer) => {
  expect(await errorOf(update(answer))).toBeInstanceOf(NoAnswerError);
});

test("a token that has ended is renewed once", async () => {
  expect(await update({ status: 401 }, { status: 204 })).toBe(true);
  expect(new Set(asked.map(({ token }) => token)).size).toBe(2);
  expect(await errorOf(update({ status: 401 }, { status: 401 }))).toBeInstanceOf(NoAnswerError);
});

test("nothing is sent as somebody else", async () => {
  uid = "ben";
  expect(await errorOf(update({ status: 204 }))).toBeInstanceOf(NoAnswerError);
  expect(asked).toEqual([]);
});
