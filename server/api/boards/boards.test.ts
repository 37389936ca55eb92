import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { serveBoards } from "./testing/serve-boards.ts";

let site: ServedSite;
let ann: SignedInClient;
let eve: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  ann = await signUp(createSdkClient(site.origin));
  eve = await signUp(createSdkClient(site.origin));
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await eve[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function open(now: () => number = Date.now) {
  return serveBoards({ backend: site.serverBackend, now });
}

const house = { name: "House", colour: "", zone: "UTC" };
const t = Date.now() * 1000;
const title = (v: string, p = 0) => ({ writes: { "cards/a/title": { v, t: t + p + 1, p } } });
const card = {
  writes: {
    ...title("Roof").writes,
    "cards/a/place": { column: "c1", order: "a0", by: "x", t: t + 2, p: 0 },
  },
};

test("a board is made and changed by its owner; for others there is none", async () => {
  await using served = await open();
  const { ask } = served;
  const made = await ask("POST /api/boards", ann, house);
  expect(made.status).toBe(201);
  const changes = `POST /api/boards/${String(made.json?.["board"])}/changes`;
  expect(await ask(changes, ann, card)).toEqual({ status: 204, json: null });
  expect(await ask(changes, ann, title("Late"))).toMatchObject({
    status: 409,
    json: { error: { code: "stale" } },
  });
  expect(await ask(changes, ann, title("x".repeat(501), t + 1))).toEqual({
    status: 422,
    json: {
      refused: [
        { item: "cards/a", register: "title", text: "This text has more than 500 letters." },
      ],
    },
  });
  const none = { status: 404, json: { error: { code: "no-such-board" } } };
  expect(await ask(changes, eve, card)).toMatchObject(none);
  expect(await ask(`POST /api/boards/${"a".repeat(20)}/changes`, eve, card)).toMatchObject(none);
  await site.serverBackend.putValue(`boards/${String(made.json?.["board"])}/members/${eve.uid}`, {
    role: "viewer",
  });
  expect(await ask(changes, eve, card)).toMatchObject({
    status: 403,
    json: { error: { code: "viewer" } },
  });
});

test("what is no board and no change is refused, as is who is nobody", async () => {
  await using served = await open();
  const { ask } = served;
  const changes = `POST /api/boards/${"a".repeat(20)}/changes`;
  const wrong: unknown[] = ["", "[]", {}, { writes: 1 }, { writes: {} }, { writes: { x: 1 } }];
  const answers = await Promise.all([
    ...wrong.map((body) => ask(changes, ann, body)),
    ...["", {}, { ...house, name: 5 }, { ...house, zone: "Mars" }].map((body) =>
      ask("POST /api/boards", ann, body),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
  expect((await ask(changes, undefined, card)).status).toBe(401);
  expect((await ask("POST /api/boards", undefined, house)).status).toBe(401);
});

test("changes have an end: 300 at once are taken of an account, no more", async () => {
  await using served = await open(() => 0);
  const { ask } = served;
  const changes = `POST /api/boards/${"a".repeat(20)}/changes`;
  const answers = await Promise.all(Array.from({ length: 301 }, () => ask(changes, eve, card)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
