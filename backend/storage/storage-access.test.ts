/** Who may do what: rules, credentials, tokens. */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { type OpenStorage, multipart, openStorage } from "./testing/open-storage.ts";

const path = (name: string, query = "") => `/${encodeURIComponent(name)}${query}`;

async function refusalOf(response: Response) {
  const body = (await response.json()) as { error: { code: number; message: string } };
  expect(body.error.code).toBe(response.status);
  expect(body.error.message).not.toBe("");
  return response.status;
}

/** Every way to reach an object, one after the other. */
async function* attempts(storage: OpenStorage, token: string | null, name: string) {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  yield await storage.upload(token, name);
  yield await storage.ask(token, path(name));
  yield await storage.ask(token, path(name, "?alt=media"));
  yield await storage.ask(token, path(name), { method: "PATCH", body: "{}" });
  yield await storage.ask(token, `?prefix=${encodeURIComponent(folder)}&delimiter=/`);
  yield await storage.ask(token, path(name), { method: "DELETE" });
}

test("what no rule allows is denied, whether the object is there or not", async () => {
  await using storage = await openStorage();
  await storage.adminUpload("elsewhere/there", "secret");
  for (const name of ["elsewhere/there", "elsewhere/missing"]) {
    for (const token of [null, "ada"]) {
      for await (const response of attempts(storage, token, name)) {
        expect(await refusalOf(response)).toBe(403);
      }
    }
  }
  await expect.poll(() => storage.files()).toHaveLength(1);
});

test("an owner has the own folder, nobody else has it", async () => {
  await using storage = await openStorage();
  for await (const response of attempts(storage, "ada", "users/ada/diary")) {
    expect(response.ok).toBe(true);
  }
  await storage.upload("ada", "users/ada/diary");
  for (const token of [null, "bob"]) {
    for await (const response of attempts(storage, token, "users/ada/diary")) {
      expect(await refusalOf(response)).toBe(403);
    }
  }
  expect((await storage.ask("ada", path("users/ada/diary"))).status).toBe(200);
});

test("a bad credential is 401 and final, one that cannot be checked is no verdict", async () => {
  await using storage = await openStorage();
  await storage.upload(null, "open/a");
  for (const authorization of ["Firebase nobody", "Bearer nobody", "Firebase owner", "Basic x"]) {
    const response = await storage.ask(null, path("open/a"), { headers: { authorization } });
    expect(await refusalOf(response)).toBe(401);
  }
  const outage = await storage.ask("outage", path("open/a"));
  expect(outage.status).toBe(503);
  expect(outage.headers.get("content-type")).toContain("text/plain");
  const bearer = { headers: { authorization: "Bearer ada" } };
  expect((await storage.ask(null, path("open/a"), bearer)).status).toBe(200);
});

test("only one of its own tokens opens an object without the rules", async () => {
  await using storage = await openStorage({
    rules: `rules_version = '2';
      service firebase.storage { match /b/{bucket}/o { match /public/{path=**} { allow create: if true; } } }`,
  });
  const tokenOf = async (name: string) => {
    const body = (await (await storage.upload(null, name, name)).json()) as {
      downloadTokens: string;
    };
    return body.downloadTokens;
  };
  const [a, b] = [await tokenOf("public/a"), await tokenOf("public/b")];
  const media = (token: string) => storage.ask(null, path("public/a", `?alt=media&token=${token}`));
  expect(await (await media(a)).text()).toBe("public/a");
  for (const wrong of [b, "", a.slice(0, -1), `${a},${b}`, a.toUpperCase() + "x", "null"]) {
    expect(await refusalOf(await media(wrong))).toBe(403);
  }
  // It opens the bytes, not the metadata.
  expect((await storage.ask(null, path("public/a", `?token=${a}`))).status).toBe(403);

  await storage.adminUpload("public/a", "again");
  expect((await media(a)).status).toBe(403);
});

test("creating, overwriting and changing are different rights", async () => {
  await using storage = await openStorage();
  expect((await storage.upload(null, "once/a", "first")).status).toBe(200);
  expect((await storage.upload(null, "once/a", "second")).status).toBe(403);
  const patched = await storage.ask(null, path("once/a"), { method: "PATCH", body: "{}" });
  expect(patched.status).toBe(403);
  expect(await (await storage.ask(null, path("once/a", "?alt=media"))).text()).toBe("first");
});

test("a rule on the size refuses before the bytes are taken, and what is really there counts", async () => {
  await using storage = await openStorage();
  expect((await storage.upload(null, "small/a", "0123456789")).status).toBe(200);
  expect((await storage.upload(null, "small/b", "0123456789x")).status).toBe(403);
  expect((await storage.upload(null, "small/b", "x".repeat(1_000_000))).status).toBe(403);
  await expect.poll(() => storage.files()).toHaveLength(1);
});

test("a stranger's bytes never reach the disk, and the refusal comes when they are through", async () => {
  await using storage = await openStorage();
  const { headers, body } = multipart("", {});
  const restBytes = 5_000_000;
  const socket = connect(storage.port, "127.0.0.1");
  let isAnswered = false;
  const answer = new Promise<string>((resolve, reject) => {
    socket.once("data", (data) => {
      isAnswered = true;
      resolve(data.toString());
    });
    socket.once("error", reject);
  });
  socket.write(
    `POST /v0/b/test-bucket/o?name=elsewhere HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      `Content-Type: ${headers["content-type"]}\r\nContent-Length: ${body.length + restBytes}\r\n\r\n`,
  );
  socket.write(body.subarray(0, -16));
  socket.write(Buffer.alloc(restBytes));
  // By the time this one is answered, the upload's head was judged.
  await storage.ask(null, path("open/missing"));
  await expect.poll(() => storage.files()).toEqual([]);
  expect(isAnswered).toBe(false);
  socket.write(body.subarray(-16));
  expect(await answer).toMatch(/^HTTP\/1\.1 403 /);
  socket.destroy();
  await expect.poll(() => storage.files()).toEqual([]);
});

test("a rule may ask for a document, and its removal takes the right away at once", async () => {
  await using storage = await openStorage();
  const name = "chat/lobby/photo";
  const document = { path: "memberships/chat_lobby_ada" };
  expect((await storage.upload("ada", name)).status).toBe(403);
  await storage.sqlite.write("test.addDocument", document);
  expect((await storage.upload("ada", name)).status).toBe(200);
  expect((await storage.ask("ada", path(name, "?alt=media"))).status).toBe(200);
  expect((await storage.ask("bob", path(name, "?alt=media"))).status).toBe(403);
  expect((await storage.upload("ada", "chat/other/photo")).status).toBe(403);
  await storage.sqlite.write("test.removeDocument", document);
  expect((await storage.ask("ada", path(name, "?alt=media"))).status).toBe(403);
});

test("a folder's list shows nothing of folders beside it or below it", async () => {
  await using storage = await openStorage();
  await storage.upload("bob", "users/bob/own");
  await storage.adminUpload("users/ada/x/secret", "s");
  // Before and behind `users/ada/` in the order of names.
  await storage.adminUpload("users/ada", "bob");
  await storage.adminUpload("users/ada-bob", "s");
  await storage.adminUpload("users/ada0bob", "s");
  const list = (query: string) => storage.ask("ada", `?${query}`);
  expect((await list("prefix=users/a")).status).toBe(400);
  expect((await list("prefix=users/ada")).status).toBe(400);
  expect((await list("prefix=users/ada/")).status).toBe(400);
  expect((await list("delimiter=/")).status).toBe(403);
  expect((await list("prefix=users/&delimiter=/")).status).toBe(403);
  const own = await list("prefix=users/ada/&delimiter=/");
  expect(await own.json()).toEqual({ prefixes: ["users/ada/x/"], items: [] });
  for (const from of ["users/bob/", "users/ada", "", "\u0000", "users/ada0", "zzz"]) {
    const pageToken = Buffer.from(from).toString("base64url");
    const page = await list(`prefix=users/ada/&delimiter=/&pageToken=${pageToken}`);
    const { items = [], prefixes = [] } = (await page.json()) as Record<string, unknown[]>;
    expect([items, prefixes.filter((prefix) => prefix !== "users/ada/x/")]).toEqual([[], []]);
  }
});

test("the server's own code asks no rule", async () => {
  await using storage = await openStorage();
  expect((await storage.adminUpload("elsewhere/a", "x")).status).toBe(200);
  const url = "http://local/v0/b/test-bucket/o";
  const listed = await storage.service.adminFetch(new Request(url));
  expect(await listed.json()).toMatchObject({ items: [{ name: "elsewhere/a" }] });
  const deleted = await storage.service.adminFetch(
    new Request(`${url}/elsewhere%2Fa`, { method: "DELETE" }),
  );
  expect(deleted.status).toBe(204);
});
