import { getDownloadURL, ref, uploadString } from "firebase/storage";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openStorage } from "../testing/open-storage.ts";

// Ada may change what is hers; Bob may read it and change what is in the folder `both`.
const storage = await openStorage({
  rules: `rules_version = '2';
    service firebase.storage {
      match /b/{bucket}/o {
        match /public/{path=**} { allow read; allow write: if request.auth.uid == 'ada'; }
        match /users/ada/{name} { allow read: if request.auth != null; allow write: if request.auth.uid == 'ada'; }
        match /both/{name} { allow read, write: if request.auth != null; }
        match /fixed/{name} { allow read, create: if true; }
        match /open/{name} { allow read, write: if true; }
      }
    }`,
});
afterAll(() => storage[Symbol.asyncDispose]());

const path = (name: string, query = "") => `/${encodeURIComponent(name)}${query}`;

type Resource = { downloadTokens: string; metageneration: string };

async function resourceOf(answer: Response | Promise<Response>): Promise<Resource> {
  const response = await answer;
  expect(response.status).toBe(200);
  return (await response.json()) as Resource;
}

const metadataOf = (token: string | null, name: string) =>
  resourceOf(storage.ask(token, path(name)));
const change = (token: string | null, name: string, query: string) =>
  storage.ask(token, path(name, `?${query}`), { method: "POST" });
const create = (token: string | null, name: string) => change(token, name, "create_token=true");
const media = (name: string, token: string) =>
  storage.ask(null, path(name, `?alt=media&token=${token}`));

beforeEach(async () => {
  for (const name of ["users/ada/a", "both/a", "public/a"]) await storage.upload("ada", name, name);
});

test("who uploaded a private object makes a token, hands it on and takes it back", async () => {
  expect(await metadataOf("ada", "users/ada/a")).toMatchObject({ downloadTokens: "" });
  const { downloadTokens, metageneration } = await resourceOf(create("ada", "users/ada/a"));
  expect(downloadTokens).toMatch(/^[0-9a-f-]{36}$/);
  expect(metageneration).toBe("2");
  const opened = await media("users/ada/a", downloadTokens);
  expect(await opened.text()).toBe("users/ada/a");
  expect(opened.headers.get("cache-control")).toBe("private, no-store");
  expect((await metadataOf("ada", "users/ada/a")).downloadTokens).toBe(downloadTokens);

  const gone = await resourceOf(change("ada", "users/ada/a", `delete_token=${downloadTokens}`));
  expect(gone).toMatchObject({ downloadTokens: "", metageneration: "3" });
  expect((await media("users/ada/a", downloadTokens)).status).toBe(403);
});

test("there may be several, the SDK takes the first, and each ends alone", async () => {
  const [first = ""] = (await metadataOf(null, "public/a")).downloadTokens.split(",");
  const { downloadTokens } = await resourceOf(create("ada", "public/a"));
  expect(downloadTokens.split(",")).toHaveLength(2);
  expect(downloadTokens.startsWith(`${first},`)).toBe(true);
  const second = downloadTokens.split(",")[1] ?? "";
  const url = () => getDownloadURL(ref(storage.sdk, "public/a"));
  expect(new URL(await url()).searchParams.get("token")).toBe(first);
  await change("ada", "public/a", `delete_token=${first}`);
  expect(new URL(await url()).searchParams.get("token")).toBe(second);
  await change("ada", "public/a", `delete_token=${second}`);
  await expect(url()).rejects.toMatchObject({ code: "storage/no-download-url" });
});

test("others see no token of a private object and make none, even where they may change it", async () => {
  for (const name of ["users/ada/a", "both/a"]) {
    const { downloadTokens } = await resourceOf(create("ada", name));
    expect(await metadataOf("bob", name)).toMatchObject({ downloadTokens: "" });
    expect((await create("bob", name)).status).toBe(403);
    expect((await change("bob", name, `delete_token=${downloadTokens}`)).status).toBe(403);
    expect((await create(null, name)).status).toBe(403);
    expect((await metadataOf("ada", name)).downloadTokens).toBe(downloadTokens);
  }
  const patched = storage.ask("bob", path("both/a"), { method: "PATCH", body: "{}" });
  expect(await resourceOf(patched)).toMatchObject({ downloadTokens: "" });
});

test("who may change a private object takes all its tokens back without seeing them", async () => {
  const tokens = [];
  for (let count = 0; count < 2; count++) {
    tokens.push((await resourceOf(create("ada", "both/a"))).downloadTokens.split(",").at(-1) ?? "");
  }
  expect((await change(null, "both/a", "delete_token=*")).status).toBe(403);
  expect((await change("bob", "users/ada/a", "delete_token=*")).status).toBe(403);
  expect(await resourceOf(change("bob", "both/a", "delete_token=*"))).toMatchObject({
    downloadTokens: "",
    metageneration: "4",
  });
  for (const token of tokens) expect((await media("both/a", token)).status).toBe(403);
});

test("whoever replaces an object replaces its tokens", async () => {
  const { downloadTokens } = await resourceOf(create("ada", "both/a"));
  const replaced = await resourceOf(storage.upload("bob", "both/a", "bob's"));
  expect(replaced.downloadTokens).toBe("");
  expect((await media("both/a", downloadTokens)).status).toBe(403);
  expect((await create("ada", "both/a")).status).toBe(403);
  expect((await resourceOf(create("bob", "both/a"))).downloadTokens).not.toBe("");
});

test("of a public object everybody sees them, and who may change it makes them", async () => {
  const { downloadTokens } = await metadataOf(null, "public/a");
  expect(downloadTokens).not.toBe("");
  for (const token of ["bob", null]) {
    expect((await create(token, "public/a")).status).toBe(403);
    expect((await change(token, "public/a", `delete_token=${downloadTokens}`)).status).toBe(403);
  }
});

test("who has no account and uploads an object is nobody's owner", async () => {
  await uploadString(ref(storage.sdk, "open/a"), "x");
  expect((await create(null, "open/a")).status).toBe(403);
  await storage.upload(null, "fixed/a");
  expect((await create(null, "fixed/a")).status).toBe(403);
});

test("the server makes and takes back what it likes", async () => {
  const ask = (query: string) =>
    storage.service.adminFetch(
      new Request(`http://local/v0/b/test-bucket/o${path("users/ada/a", query)}`, {
        method: "POST",
      }),
    );
  const { downloadTokens } = await resourceOf(ask("?create_token=true"));
  expect(downloadTokens).not.toBe("");
  expect(await resourceOf(ask(`?delete_token=${downloadTokens}`))).toMatchObject({
    downloadTokens: "",
  });
});

test("their number is bounded, and what is asked wrongly changes nothing", async () => {
  for (let count = 0; count < 20; count++) await resourceOf(create("ada", "users/ada/a"));
  expect((await create("ada", "users/ada/a")).status).toBe(400);
  for (const query of [
    "create_token=1",
    "create_token=",
    "create_token=true&delete_token=x",
    "create_token=true&ifMetagenerationMatch=x",
  ]) {
    expect((await change("ada", "users/ada/a", query)).status, query).toBe(400);
  }
  const stale = await change("ada", "users/ada/a", "delete_token=x&ifMetagenerationMatch=1");
  expect(stale.status).toBe(412);
  const other = await resourceOf(change("ada", "users/ada/a", "delete_token=no-such-token"));
  expect(other.metageneration).toBe("21");
  expect((await create("ada", "users/ada/missing")).status).toBe(404);
  expect((await create("bob", "elsewhere/missing")).status).toBe(403);
  expect((await storage.ask("ada", "?create_token=true", { method: "POST" })).status).toBe(400);
});
