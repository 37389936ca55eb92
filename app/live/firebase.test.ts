import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { initializeApp } from "firebase/app";
import { expect, test } from "vitest";
import { filesSdk } from "./files-sdk.ts";
import {
  connectionOf,
  openAuth,
  openDatabase,
  openDocuments,
  openFiles,
  placeFiles,
} from "./firebase.ts";

const embedded = {
  mode: "embedded",
  projectId: "foyer",
  apiKey: "foyer-embedded",
  appId: "1:1:web:1",
  storageBucket: "foyer",
};

const noDocument = [
  {
    missing: "projects/foyer/databases/(default)/documents/projects/a",
    readTime: "2026-01-02T03:04:05Z",
  },
];

test("a site that is its own backend is spoken to at its own origin", () => {
  const site = new URL("https://portfolio.example.com/");
  expect(connectionOf(embedded, site)).toEqual({
    embedded: site,
    options: {
      projectId: "foyer",
      apiKey: "foyer-embedded",
      appId: "1:1:web:1",
      storageBucket: "foyer",
      databaseURL: "https://portfolio.example.com?ns=foyer",
      authDomain: "portfolio.example.com",
    },
  });
});

test("Firebase's own options are taken as they are", () => {
  const options = {
    apiKey: "key",
    projectId: "mine",
    appId: "1:2:web:3",
    authDomain: "mine.firebaseapp.com",
    databaseURL: "https://mine.firebaseio.com",
  };
  for (const answer of [options, { ...options, mode: "other" }]) {
    expect(connectionOf(answer, new URL("https://example.com"))).toEqual({
      embedded: undefined,
      options,
    });
  }
});

test("an answer that is no configuration is refused", () => {
  for (const answer of [
    null,
    "text",
    [],
    {},
    { ...embedded, apiKey: 7 },
    { ...embedded, appId: "" },
  ])
    expect(() => connectionOf(answer, new URL("https://example.com"))).toThrow("init.json");
});

test("files of a site on https go to that site", async () => {
  const app = initializeApp({ storageBucket: "foyer" }, "https");
  const files = filesSdk.getStorage(app);
  placeFiles(files, filesSdk, new URL("https://portfolio.example.com"));
  const asked: string[] = [];
  const fetchHere = globalThis.fetch;
  Object.assign(globalThis, {
    fetch: async (input: string | URL | Request) => {
      asked.push(new Request(input).url);
      return new Response("{}", { status: 403 });
    },
  });
  try {
    await expect(
      filesSdk.uploadBytes(filesSdk.ref(files, "public/a.txt"), new Uint8Array(1)),
    ).rejects.toMatchObject({ code: "storage/unauthorized" });
  } finally {
    Object.assign(globalThis, { fetch: fetchHere });
  }
  expect(asked).toEqual(["https://portfolio.example.com/v0/b/foyer/o?name=public%2Fa.txt"]);
});

test("the real SDK sends everything to the site, and a failed start is tried again", async () => {
  const asked: string[] = [];
  let up = false;
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    asked.push(path);
    request.resume();
    if (!up) response.writeHead(503).end("starting");
    else if (path.endsWith("init.json")) response.end(JSON.stringify(embedded));
    else if (path.startsWith("/v1/")) response.end(JSON.stringify(noDocument));
    else if (path.startsWith("/v0/")) response.writeHead(403).end("{}");
    else response.writeHead(400).end(JSON.stringify({ error: { message: "EMAIL_EXISTS" } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const site = new URL(`http://127.0.0.1:${port}`);
  const fetchHere = globalThis.fetch;
  // In Node there is no page whose origin a path is taken from.
  Object.assign(globalThis, {
    location: site,
    fetch: (input: string | URL | Request, init?: RequestInit) =>
      fetchHere(typeof input === "string" ? new URL(input, site) : input, init),
  });
  try {
    await expect(openAuth()).rejects.toThrow("503");
    up = true;
    const { auth, sdk } = await openAuth();
    await expect(
      sdk.createUserWithEmailAndPassword(auth, "ada@example.com", "secret"),
    ).rejects.toMatchObject({ code: "auth/email-already-in-use" });
    expect((await openAuth()).auth).toBe(auth);

    const { documents, sdk: light } = await openDocuments();
    expect((await light.getDoc(light.doc(documents, "projects/a"))).exists()).toBe(false);
    const { files, sdk: storage } = await openFiles();
    await expect(
      storage.uploadBytes(storage.ref(files, "public/a.txt"), new Uint8Array(1)),
    ).rejects.toMatchObject({ code: "storage/unauthorized" });
    const { database, sdk: live } = await openDatabase();
    expect(live.ref(database, "users/u1").toString()).toBe(`${site.origin}/users/u1`);
  } finally {
    Object.assign(globalThis, { fetch: fetchHere });
    Reflect.deleteProperty(globalThis, "location");
    server.closeAllConnections();
    server.close();
  }
  expect(asked).toContain("/identitytoolkit.googleapis.com/v1/accounts:signUp");
  expect(asked).toContain("/v1/projects/foyer/databases/(default)/documents:batchGet");
  expect(asked).toContain("/v0/b/foyer/o");
});
