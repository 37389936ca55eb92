import { afterAll, beforeAll, expect, test } from "vitest";
import { multipart, openStorage } from "./testing/open-storage.ts";

const storage = await openStorage({
  async appCheck(token) {
    if (token === "outage") throw new Error("The keys cannot be read.");
    return token === "of-our-app";
  },
});
afterAll(() => storage[Symbol.asyncDispose]());

const file = "/public%2Fa";
let downloadToken = "";
beforeAll(async () => {
  const stored = await storage.adminUpload("public/a", "public");
  downloadToken = ((await stored.json()) as { downloadTokens: string }).downloadTokens;
});

const withApp = (token: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), "x-firebase-appcheck": token },
});

test("without its token nothing is done, whoever asks", async () => {
  const requests: [string, RequestInit?][] = [
    [file],
    [`${file}?alt=media`],
    [`${file}?alt=media&token=wrong`],
    [`${file}?token=${downloadToken}`],
    [`${file}?alt=media&token=${downloadToken}`, { method: "PATCH", body: "{}" }],
    [`${file}?create_token=true`, { method: "POST" }],
    ["?prefix=public/&delimiter=/"],
    ["?name=open/new", multipart("x")],
    [file, { method: "DELETE" }],
  ];
  for (const [path, init] of requests) {
    for (const user of ["ada", null]) {
      for (const asked of [init, withApp("of-another-app", init), withApp("", init)]) {
        const response = await storage.ask(user, path, asked);
        expect(response.status, path).toBe(401);
        expect(response.statusText).toContain("Firebase App Check token is invalid");
        expect(await response.text()).toContain("Firebase App Check token is invalid");
      }
    }
  }
  await expect.poll(() => storage.files()).toHaveLength(1);
});

test("with it the rules decide", async () => {
  const ask = async (user: string | null, path: string, init: RequestInit = {}) =>
    (await storage.ask(user, path, withApp("of-our-app", init))).status;
  expect(await ask(null, file)).toBe(200);
  expect(await ask("ada", "?name=users/ada/a", multipart("x"))).toBe(200);
  expect(await ask("bob", "/users%2Fada%2Fa")).toBe(403);
  expect(await ask("nobody", file)).toBe(401);
});

test("a download URL works as it is, for an element of a page sends no header", async () => {
  const response = await storage.ask(null, `${file}?alt=media&token=${downloadToken}`);
  expect(await response.text()).toBe("public");
});

test("the server itself needs none, also when it asks for a caller", async () => {
  const read = new Request(`${storage.origin}/v0/b/test-bucket/o${file}`);
  expect((await storage.service.adminFetch(read)).status).toBe(200);
  const facts = { client: "", origin: storage.origin };
  expect((await storage.service.fetch(read, facts)).status).toBe(401);
  expect((await storage.service.fetch(read, { ...facts, isServer: true })).status).toBe(200);
});

test("while it cannot be checked the answer is no verdict", async () => {
  const response = await storage.ask("ada", file, withApp("outage"));
  expect(response.status).toBe(503);
  expect(response.headers.get("content-type")).toContain("text/plain");
});
