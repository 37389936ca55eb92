import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk } from "../../publishing/testing/open-desk.ts";
import { createFoodEndpoints } from "./food.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;
let desk: Desk;
let call: (who: string, name: string, body?: object) => Promise<{ status: number; body: unknown }>;

beforeAll(async () => {
  desk = await openDesk();
  const { backend, acts } = desk;
  await backend.updateValues({ "users/ann/roles": { editor: true }, "users/eve/roles": {} });
  const endpoints = createFoodEndpoints({
    // Who is who is the sign-in service's matter; here a token is the uid.
    backend: { ...backend, verifyIdToken: async (uid) => ({ uid, claims: {} }) },
    acts,
    now: () => desk.clock.ms,
  });
  call = async (who, name, body) => {
    const endpoint = endpoints.find((one) => one.path === `/api/food/${name}`)!;
    const headers: HeadersInit = who === "" ? {} : { Authorization: `Bearer ${who}` };
    const request = new Request(`http://localhost${endpoint.path}`, { headers });
    const text = body === undefined ? "" : JSON.stringify(body);
    const answer = await endpoint.answer({ request, body: text, client: "192.0.2.1" });
    return { status: answer.status, body: await answer.json() };
  };
});
afterAll(() => desk[Symbol.asyncDispose]());

const today = "2026-03-01";

test("editors visit, others do not", async () => {
  await desk.draft("foodWishlist", "nino", { title: "Da Nino", status: "want" });
  expect((await call("", "visit", { id: "nino", today })).status).toBe(401);
  expect((await call("eve", "visit", { id: "nino", today })).status).toBe(403);
  expect((await call("eve", "places")).status).toBe(403);
  const { status, body } = await call("ann", "visit", { id: "nino", today });
  expect(status).toBe(200);
  expect(body).toEqual({ postId: expect.any(String), before: { draft: { status: "want" } } });
  expect(await call("ann", "places")).toMatchObject({
    status: 200,
    body: { places: expect.arrayContaining([expect.objectContaining({ id: "nino" })]) },
  });
  const { postId, before } = body as { postId: string; before: object };
  expect((await call("eve", "visit/take-back", { id: "nino", postId, before })).status).toBe(403);
  expect((await call("ann", "visit/take-back", { id: "nino", postId, before })).status).toBe(200);
  expect(await desk.acts.list("foodPosts")).toEqual([]);
});

test.for([
  ["visit", { id: "nino" }],
  ["visit", { id: "nino", today: "2026-02-30" }],
  ["visit", { id: "../site", today }],
  ["visit", { id: "nino", today, kind: "site" }],
  ["visit/take-back", { id: "nino", postId: "a", before: { document: { title: "x" } } }],
  ["visit/take-back", { id: "nino", postId: "a/b", before: {} }],
] as const)("%s is not understood with %j", async ([name, body]) => {
  expect((await call("ann", name, body)).status).toBe(400);
});

test("a wish that is not there is answered in a sentence", async () => {
  expect(await call("ann", "visit", { id: "nobody", today })).toEqual({
    status: 404,
    body: { error: { code: "not-found", message: "This is not there any more." } },
  });
});
