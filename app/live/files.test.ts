import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedSite, serveSite } from "../../tests/support/served-site.ts";
import { deleteFile, FilesError, fileTicket, listFiles, storageUsage } from "./files.ts";
import { openAuth } from "./firebase.ts";

const init = {
  mode: "embedded",
  projectId: "foyer",
  apiKey: "foyer-embedded",
  appId: "1:1:web:1",
  storageBucket: "foyer",
};

const fetchHere = globalThis.fetch;
let site: ServedSite;
let uid: string;
/** What the site's own server answers, beside its backend. */
let api: (path: string, body: unknown) => Response = () => new Response(null, { status: 404 });
let isOffline = false;

beforeAll(async () => {
  site = await serveSite();
  Object.assign(globalThis, {
    // In Node there is no page whose origin a path is taken from.
    location: new URL(site.origin),
    fetch: async (input: string | URL | Request, options?: RequestInit) => {
      if (isOffline) throw new TypeError("Failed to fetch");
      if (input instanceof Request) return fetchHere(input, options);
      const url = new URL(input, site.origin);
      if (url.pathname === "/__/firebase/init.json") return Response.json(init);
      if (!url.pathname.startsWith("/api/")) return fetchHere(url, options);
      const token = new Headers(options?.headers).get("authorization") ?? "";
      if (!/^Bearer .+\..+\..+$/.test(token)) return new Response(null, { status: 401 });
      return api(url.pathname, JSON.parse((options?.body as string | undefined) ?? "null"));
    },
  });
  uid = await enter("ada@example.com");
}, 20_000);

afterAll(async () => {
  Object.assign(globalThis, { fetch: fetchHere });
  Reflect.deleteProperty(globalThis, "location");
  await site[Symbol.asyncDispose]();
});

async function enter(email: string): Promise<string> {
  const { auth, sdk } = await openAuth();
  const { user } = await sdk.createUserWithEmailAndPassword(auth, email, "correct horse");
  return user.uid;
}

async function put(name: string, text: string): Promise<void> {
  const { auth } = await openAuth();
  const boundary = "b";
  const part = (type: string, content: string) =>
    `--b\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
  const metadata = part("application/json", JSON.stringify({ name, contentType: "text/plain" }));
  const answer = await fetch(`/v0/b/foyer/o?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: {
      authorization: `Firebase ${await auth.currentUser!.getIdToken()}`,
      "x-goog-upload-protocol": "multipart",
      "content-type": `multipart/related; boundary=${boundary}`,
    },
    body: `${metadata}${part("text/plain", text)}--b--`,
  });
  expect(answer.status).toBe(200);
}

test("a folder is listed by pages, and a deleted file is gone, also when deleted again", async () => {
  const folder = `users/${uid}/files/`;
  for (const name of ["a", "b", "c"]) await put(`${folder}${name}.txt`, name.repeat(5));
  await put(`${folder}below/d.txt`, "d");
  const first = await listFiles(folder, { size: 2 });
  expect(first.files).toEqual(
    ["a", "b"].map((name) => ({
      name: `${folder}${name}.txt`,
      sizeBytes: 5,
      contentType: "text/plain",
      updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })),
  );
  const names: string[] = [];
  for (let next = first.next; next !== undefined;) {
    const page = await listFiles(folder, { size: 2, token: next });
    names.push(...page.files.map(({ name }) => name));
    next = page.next;
  }
  expect(names).toEqual([`${folder}c.txt`]);
  await deleteFile(`${folder}b.txt`);
  await deleteFile(`${folder}b.txt`);
  const left = await listFiles(folder);
  expect(left.files.map(({ name }) => name)).toEqual([`${folder}a.txt`, `${folder}c.txt`]);
});

test("a refusal has a code and a sentence, and so has a lost connection", async () => {
  await expect(listFiles("users/somebody/")).rejects.toMatchObject({
    code: "storage/unauthorized",
    message: "You may not do this with this file.",
  });
  isOffline = true;
  await expect(listFiles(`users/${uid}/`)).rejects.toBeInstanceOf(FilesError);
  await expect(storageUsage()).rejects.toMatchObject({ code: "storage/unreachable" });
  isOffline = false;
  const gone = AbortSignal.abort(new Error("The page is left."));
  await expect(listFiles(`users/${uid}/`, { signal: gone })).rejects.toThrow("The page is left.");
});

test("a ticket serves until a minute before its end, and only who it was made for", async () => {
  let made = 0;
  let lastsMs = 300_000;
  api = (path, body) => {
    expect([path, body]).toEqual(["/api/tickets", { name: "users/x/a" }]);
    const expiresAt = new Date(Date.now() + lastsMs).toISOString();
    return Response.json({ url: `/ticket/${++made}`, expiresAt });
  };
  expect([await fileTicket("users/x/a"), await fileTicket("users/x/a")]).toEqual([
    "/ticket/1",
    "/ticket/1",
  ]);
  await deleteFile("users/x/a").catch(() => undefined);
  lastsMs = 59_000;
  expect([await fileTicket("users/x/a"), await fileTicket("users/x/a")]).toEqual([
    "/ticket/2",
    "/ticket/3",
  ]);
  lastsMs = 300_000;
  expect(await fileTicket("users/x/a")).toBe("/ticket/4");
  await enter("bob@example.com");
  expect(await fileTicket("users/x/a")).toBe("/ticket/5");
  api = () => Response.json({}, { status: 404 });
  await expect(fileTicket("users/x/b")).rejects.toMatchObject({ code: "storage/object-not-found" });
});

test("the account's space is what the server says, and nobody's is nothing", async () => {
  const usage = { usedBytes: 5, reservedBytes: 1, limitBytes: null };
  api = (path) => {
    expect(path).toBe("/api/storage-usage");
    return Response.json({ uid, objects: 2, isOwnLimit: false, ...usage });
  };
  expect(await storageUsage()).toEqual(usage);
  const { auth, sdk } = await openAuth();
  await sdk.signOut(auth);
  await expect(storageUsage()).rejects.toMatchObject({ code: "storage/unauthenticated" });
});

test("who was signed out elsewhere is told that, not that the server is away", async () => {
  const eve = await enter("eve@example.com");
  await site.serverBackend.revokeSessions(eve);
  api = () => Response.json({}, { status: 401 });
  await expect(storageUsage()).rejects.toMatchObject({ code: "storage/unauthenticated" });
});
