import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { readZip } from "../../tests/support/read-zip.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createArchiveNames } from "./archive-names.ts";
import { exportAccount } from "./export-account.ts";

let site: Site;
let backend: ServerBackend;
beforeAll(async () => {
  site = await openSite();
  backend = site.serverBackend;
});
afterAll(() => site[Symbol.asyncDispose]());

const { log } = recordingLog();
const now = new Date("2026-11-22T14:03:00.000Z");
const bytes = (text: string) => new TextEncoder().encode(text);
const put = (name: string, text: string, contentType = "text/plain") =>
  backend.putObject(name, bytes(text), { contentType, customMetadata: { note: "mine" } });

function open(uid: string, over: Partial<ServerBackend> = {}) {
  const life = new AbortController();
  const stream = exportAccount({
    backend: { ...backend, ...over },
    uid,
    site: "https://example.com",
    now,
    log,
    signal: life.signal,
  });
  return { stream, life };
}

async function read(uid: string, over: Partial<ServerBackend> = {}) {
  const zip = readZip(await buffer(open(uid, over).stream));
  const text = (name: string) => zip.get(name)?.toString() ?? `no ${name}`;
  const lines = (name: string) =>
    text(name)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { zip, text, lines, json: (name: string) => JSON.parse(text(name)) as unknown };
}

test("what somebody has in every tool is in the archive, as it is stored, and nothing of others", async () => {
  const { uid } = await backend.createAccount({ email: "ada@example.com", displayName: "Ada <b>" });
  const todos = {
    lists: { l1: { title: 'Groceries & "more"', order: 1 } },
    tasks: { "7": { done: true } },
  };
  await backend.updateValues({
    [`users/${uid}`]: { name: "Ada <b>", email: "ada@example.com" },
    [`profiles/${uid}`]: { name: "Ada <b>", findable: false },
    [`tokenAccounts/${uid}`]: { balance: 7, seq: 2 },
    [`tokenLedger/${uid}/0001`]: { amount: -3, reason: "A reply" },
    [`todos/${uid}`]: todos,
    "todos/somebody/lists/x/title": "not mine",
  });
  await backend.commit([
    { set: `users/${uid}/journal/day-1`, data: { text: "Dear diary\n…", mood: 3 } },
    { set: `users/${uid}/journal/day-1/revisions/r1`, data: { text: "Dear" } },
    { set: `users/${uid}/paintings/p1/layers/l1`, data: { name: "only below" } },
    { set: "users/somebody/journal/x", data: { text: "not mine" } },
    { set: `passkeys/k1`, data: { uid, label: "Laptop" } },
    { set: `passkeys/k2`, data: { uid: "somebody", label: "not mine" } },
    { set: `recoveryCodes/${uid}`, data: { hashes: ["secret hash"] } },
  ]);
  await put(`users/${uid}/files/a/Notes.txt`, "hello");
  await put(`users/${uid}/files/a/notes.TXT`, "other case");
  await put(`users/${uid}/files/con.txt`, "");
  await put(`users/${uid}/paintings/p1.ora`, "painted");
  await put(`users/${uid}x/files/not mine`, "no");
  const at = "2026-01-02T03:04:05.678Z";
  const inDrive = { createdAt: at, updatedAt: at, trashedAt: null, starred: false, links: 0 };
  const version = { object: "", size: 4, type: "text/plain", sha256: null, at, by: uid };
  const idOf = (letter: string) => letter.repeat(20);
  const driveNodes = [
    { kind: "folder", id: idOf("f"), parent: "", name: "Sea", shared: false, ...inDrive },
    {
      kind: "file",
      id: idOf("n"),
      parent: idOf("f"),
      name: "Tide.txt",
      shared: false,
      ...inDrive,
      version: { ...version, object: idOf("o") },
      older: [{ ...version, object: idOf("p") }],
    },
  ];
  await backend.commit(driveNodes.map((data) => ({ set: `users/${uid}/files/${data.id}`, data })));
  await put(`users/${uid}/files/${idOf("o")}`, "tide");
  await put(`users/${uid}/files/${idOf("p")}`, "ebb");
  await put(`users/${uid}/thumbs/${idOf("o")}`, "small");
  await put(`public/avatars/${uid}/face.webp`, "a face", "image/webp");

  const { zip, text, lines, json } = await read(uid);
  expect(json("account.json")).toMatchObject({
    account: { uid, email: "ada@example.com" },
    sessions: [],
  });
  expect(json("record.json")).toEqual({ name: "Ada <b>", email: "ada@example.com" });
  expect(json("profile.json")).toEqual({ name: "Ada <b>", findable: false });
  expect(json("tokens.json")).toEqual({ balance: 7, seq: 2 });
  expect(json("token-history.json")).toEqual({ "0001": { amount: -3, reason: "A reply" } });
  expect(json("todos.json")).toEqual(todos);
  expect(json("notifications.json")).toBeNull();
  expect(lines("documents.jsonl").map(({ path, data }) => [path, data])).toEqual([
    ...driveNodes.map((data) => [`users/${uid}/files/${data.id}`, data]),
    [`users/${uid}/journal/day-1`, { text: "Dear diary\n…", mood: 3 }],
    [`users/${uid}/journal/day-1/revisions/r1`, { text: "Dear" }],
    [`users/${uid}/paintings/p1/layers/l1`, { name: "only below" }],
  ]);
  expect(lines("passkeys.jsonl").map(({ data }) => data)).toEqual([{ uid, label: "Laptop" }]);
  expect(text("files/a/Notes.txt")).toBe("hello");
  expect(text("files/a/notes (2).TXT")).toBe("other case");
  expect(text("files/_con.txt")).toBe("");
  expect(text("files/Sea/Tide.txt")).toBe("tide");
  expect(text("files/Sea/Tide (version of 2026-01-02).txt")).toBe("ebb");
  expect(text("files/paintings/p1.ora")).toBe("painted");
  expect(text("avatar/face.webp")).toBe("a face");
  expect(lines("files-metadata-1.jsonl")).toContainEqual(
    expect.objectContaining({
      file: "files/a/notes (2).TXT",
      name: `users/${uid}/files/a/notes.TXT`,
      sizeBytes: 10,
      contentType: "text/plain",
      customMetadata: { note: "mine" },
    }),
  );
  expect(zip.has("missing.txt")).toBe(false);
  const whole = [...zip.values()].join("\n");
  expect(whole).not.toContain("not mine");
  expect(whole).not.toContain("secret hash");
  const index = text("index.html");
  expect(index).toContain('href="files/a/notes%20(2).TXT"');
  expect(index).not.toContain("<script");
  for (const [, name = ""] of index.matchAll(/href="([^"]+)"/g)) {
    expect([...zip.keys()]).toContain(decodeURIComponent(name.replaceAll("&amp;", "&")));
  }
});

test("more than a page of documents and of files is all there", async () => {
  const { uid } = await backend.createAccount({ email: "many@example.com" });
  for (let batch = 0; batch < 3; batch += 1) {
    await backend.commit(
      Array.from({ length: 100 }, (_, index) => ({
        set: `users/${uid}/journal/${batch}-${index}`,
        data: { batch, index },
      })),
    );
  }
  const { lines, zip } = await read(uid);
  expect(new Set(lines("documents.jsonl").map(({ path }) => path)).size).toBe(300);
  expect(zip.has("files-metadata-1.jsonl")).toBe(false);
});

test("what fails in the middle is named, and all else is there", async () => {
  const { uid } = await backend.createAccount({ email: "unlucky@example.com" });
  await put(`users/${uid}/files/good.txt`, "good");
  await put(`users/${uid}/files/bad.txt`, "a long text that breaks off");
  await put(`users/${uid}/files/gone.txt`, "gone");
  await put(`users/${uid}/files/shut.txt`, "shut");
  const { text, zip } = await read(uid, {
    async openObject(name, options) {
      if (name.endsWith("shut.txt")) return new Response("", { status: 503 });
      if (name.endsWith("gone.txt")) return new Response("", { status: 404 });
      if (!name.endsWith("bad.txt")) return backend.openObject(name, options);
      const broken = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytes("a long"));
        },
        pull(controller) {
          controller.error(new Error("The disk is at fault."));
        },
      });
      return new Response(broken);
    },
    async documentsBelow() {
      throw new Error("The documents cannot be read.");
    },
  });
  expect(text("files/good.txt")).toBe("good");
  expect(text("files/bad.txt")).toBe("a long");
  expect(zip.has("files/gone.txt")).toBe(false);
  const missing = text("missing.txt");
  expect(missing).toContain("files/bad.txt: The disk is at fault.");
  expect(missing).toContain(`users/${uid}/files/shut.txt: it was answered with 503.`);
  expect(missing).toContain("documents.jsonl: The documents cannot be read.");
  expect(missing).not.toContain("gone.txt");
  expect(text("index.html")).toContain('href="missing.txt"');
});

test("nothing is read before it is asked for, and when the client has gone files are closed", async () => {
  const { uid } = await backend.createAccount({ email: "gone@example.com" });
  for (const name of ["1", "2", "3"]) await put(`users/${uid}/files/${name}`, "x".repeat(20));
  const opened: string[] = [];
  const closed: string[] = [];
  const { stream, life } = open(uid, {
    async openObject(name) {
      opened.push(name);
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(bytes("x".repeat(1000))),
        cancel: () => void closed.push(name),
      });
      return new Response(endless);
    },
  });
  const reader = stream.getReader();
  while (opened.length === 0) await reader.read();
  for (let read = 0; read < 5; read += 1) await reader.read();
  // As when a response is destroyed.
  const cancelled = reader.cancel(new Error("The client has gone.")).catch(() => undefined);
  life.abort();
  await cancelled;
  expect(opened).toEqual([`users/${uid}/files/1`]);
  expect(closed).toEqual(opened);
});

test("names in an archive can be written by every system, and no two are the same", () => {
  const nameOf = createArchiveNames();
  const long = `${"ü".repeat(300)}.jpeg`;
  const given = [
    "a/b.txt",
    "A/B.TXT",
    'x"<>|?*:y',
    "dots...",
    "aux",
    "LPT1.txt",
    "..",
    "/",
    "",
    long,
    "é",
    "e\u0301",
    ".profile",
    "\u202Efdp.exe",
  ];
  expect(given.map(nameOf)).toEqual([
    "a/b.txt",
    "A/B (2).TXT",
    "x_______y",
    "dots___",
    "_aux",
    "_LPT1.txt",
    "__",
    "file",
    "file (2)",
    `${"ü".repeat(115)}.jpeg`,
    "é",
    "e\u0301 (2)",
    ".profile",
    "_fdp.exe",
  ]);
});

test("files of a folder stay in it, whatever it was called, and thousands of one name are no matter", () => {
  const nameOf = createArchiveNames();
  const long = "n".repeat(130);
  for (const name of [
    `${long}1`,
    `${long}2`,
    `${"n".repeat(118)}. more`,
    "con".padEnd(125, ".x"),
  ]) {
    const folder = nameOf(name);
    expect(nameOf(`${folder}/a`)).toBe(`${folder}/a`);
  }
  const letters = ["?", "*", "|", "<"];
  const many = Array.from({ length: 40_000 }, (_, at) =>
    nameOf(`${long.slice(0, 113)}${String(at >> 2).padStart(6, "0")}${letters[at % 4]}`),
  );
  expect(new Set(many).size).toBe(many.length);
});
