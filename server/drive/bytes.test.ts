/** Tickets, archives and small pictures of drives over HTTP: for its owner, members, and nobody else. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DriveFile } from "#lib/drive/node.ts";
import { createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { unfitPicture } from "../images/errors.ts";
import { plainPicture } from "../images/testing/pictures.ts";
import { createDriveThumbs } from "./thumbs.ts";
import { createPlanter, serveBytes } from "./testing/serve-bytes.ts";
import type { ServedBytes } from "./testing/serve-bytes.ts";

const people = ["ann", "member", "viewer", "eve"] as const;
type Person = (typeof people)[number];

let site: ServedSite;
const clients = {} as Record<Person, SignedInClient>;
let one: ServedBytes;
let other: ServedBytes;
let plant: ReturnType<typeof createPlanter>;
let ahead = 0;
let shrunk = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  site = await serveSite();
  for (const person of people) {
    // oxlint-disable-next-line no-await-in-loop
    clients[person] = await signUp(createSdkClient(site.origin));
  }
  const shrink = async (bytes: Uint8Array) => {
    shrunk += 1;
    if (Buffer.from(bytes).includes("no picture")) throw unfitPicture(new Error("No."));
    return new Uint8Array(Buffer.from("small"));
  };
  const more = { shrink, secret: "of all copies", now };
  one = await serveBytes({ backend: site.serverBackend, ...more });
  other = await serveBytes({ backend: await hostedBackendOf(site), ...more });
  plant = createPlanter(site.serverBackend, clients.ann.uid);
}, 60_000);
afterAll(async () => {
  await Promise.all([one, other].map((server) => server[Symbol.asyncDispose]()));
  await Promise.all(people.map((person) => clients[person][Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

async function letIn(person: Person, role: "member" | "viewer", folder: string): Promise<string> {
  const { uid } = clients[person];
  const path = `memberships/folders_${folder}_${uid}`;
  const data = { kind: "folders", id: folder, uid, owner: clients.ann.uid, role };
  await site.serverBackend.commit([{ set: path, data }]);
  return path;
}

async function ask(person: Person, endpoint: string, body?: object) {
  const owner = clients.ann.uid;
  return one.ask(endpoint, await clients[person].idToken(), body && { owner, ...body });
}

async function ticketOf(person: Person, file: { id: string }, object?: string): Promise<string> {
  const answer = await ask(person, "POST /api/drive/tickets", { id: file.id, object });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return (answer.json as { url: string }).url;
}

const thumbPath = ({ id }: { id: string }) =>
  `GET /api/drive/thumb?owner=${clients.ann.uid}&id=${id}`;
const isFile = (node: object): DriveFile => node as DriveFile;

test("a ticket opens a file under its name, in parts too, on each copy of the server, for five minutes", async () => {
  const file = await plant.file("Größe “1”.txt", "hello ticket", "text/plain");
  const url = await ticketOf("ann", file);
  expect(url).toMatch(/^\/ticket\/drive\/[\w-]+\/Gr%C3%B6%C3%9Fe/);
  for (const server of [one, other]) {
    // oxlint-disable no-await-in-loop
    const whole = await server.get(url);
    expect([whole.status, await whole.text()]).toEqual([200, "hello ticket"]);
    expect(whole.headers.get("content-disposition")).toMatch(/^inline; .*Gr%C3%B6%C3%9Fe/);
    const part = await server.get(url, { headers: { range: "bytes=6-9" } });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      "bytes 6-9/12",
      "tick",
    ]);
    // oxlint-enable no-await-in-loop
  }
  const etag = (await one.get(url, { method: "HEAD" })).headers.get("etag") ?? "";
  const ifRange = async (tag: string) =>
    (await one.get(url, { headers: { range: "bytes=0-1", "if-range": tag } })).status;
  expect([await ifRange(etag), await ifRange('"another"')]).toEqual([206, 200]);
  expect((await one.get(`${url}?download=1`)).headers.get("content-disposition")).toMatch(
    /^attachment; /,
  );
  expect((await one.get(url.replace(/[^/]+$/, "page.html"))).status).toBe(404);
  const changed = url[40] === "A" ? "B" : "A";
  expect((await one.get(url.slice(0, 40) + changed + url.slice(41))).status).toBe(404);
  ahead = 301_000;
  expect((await one.get(url)).status).toBe(404);
  ahead = 0;
});

test("what could run is saved, never shown", async () => {
  for (const [name, type] of [
    ["a.html", "text/html"],
    ["a.svg", "image/svg+xml"],
    ["a.pdf", "application/pdf"],
    ["a.js", "text/javascript"],
  ] as const) {
    // oxlint-disable no-await-in-loop
    const file = await plant.file(name, "<script>alert(1)</script>", type);
    const { headers } = await one.get(await ticketOf("ann", file));
    expect(headers.get("content-disposition"), name).toMatch(/^attachment; /);
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    // oxlint-enable no-await-in-loop
  }
});

test("tickets, small pictures and archives are for the owner and who is in the folder, as long as they are", async () => {
  const folder = await plant.folder("Shared");
  const [inside, outside] = [
    await plant.file("in.png", await bytesOf("png"), "image/png", folder.id),
    await plant.file("out.png", await bytesOf("png"), "image/png"),
  ];
  const membership = await letIn("member", "member", folder.id);
  await letIn("viewer", "viewer", folder.id);
  const outcomes = async (file: { id: string }) =>
    Promise.all(
      people.map(async (person) => [
        (await ask(person, "POST /api/drive/tickets", { id: file.id })).status,
        (await one.get(thumbPath(file).slice(4), await asPerson(person))).status,
        (await ask(person, "POST /api/drive/zip", { ids: [file.id] })).status,
      ]),
    );
  const [yes, no] = [
    [200, 200, 200],
    [404, 404, 404],
  ];
  expect(await outcomes(inside)).toEqual([yes, yes, yes, no]);
  expect(await outcomes(outside)).toEqual([yes, no, no, no]);
  for (const endpoint of ["POST /api/drive/tickets", "POST /api/drive/zip", thumbPath(inside)]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await one.ask(endpoint, undefined)).status).toBe(401);
  }
  // What was made before is closed, too.
  const url = await ticketOf("member", inside);
  const zip = (await ask("member", "POST /api/drive/zip", { ids: [inside.id] })).json as {
    url: string;
  };
  expect((await one.get(url)).status).toBe(200);
  await site.serverBackend.commit([{ delete: membership }]);
  expect((await one.get(url)).status).toBe(404);
  expect((await one.get(zip.url)).status).toBe(404);
  expect(await outcomes(inside)).toEqual([yes, no, yes, no]);
  await plant.trash(folder);
  expect((await outcomes(inside))[2]).toEqual(no);
});

test("a ticket of an earlier version opens that one, and none opens an object of another file", async () => {
  const [first, second] = [
    isFile(await plant.file("f.txt", "first", "text/plain")),
    isFile(await plant.file("f2.txt", "second", "text/plain")),
  ];
  const merged = { ...second, older: [first.version] };
  await plant.put(merged);
  const text = async (object?: string) =>
    (await one.get(await ticketOf("ann", merged, object))).text();
  expect([await text(), await text(first.version.object)]).toEqual(["second", "first"]);
  const foreign = { id: first.id, object: second.version.object };
  expect((await ask("ann", "POST /api/drive/tickets", foreign)).status).toBe(404);
  const wrong = { id: "../secret", object: "../../x" };
  expect((await ask("ann", "POST /api/drive/tickets", wrong)).status).toBe(400);
});

test("a ZIP has the folders' paths, once, and names what vanished", async () => {
  const folder = await plant.folder("Trip");
  const below = await plant.folder("Day 1", folder.id);
  await plant.folder("Empty", folder.id);
  await plant.file("a.txt", "AAA", "text/plain", below.id);
  const gone = isFile(await plant.file("b.txt", "BBB", "text/plain", below.id));
  await plant.trash(await plant.file("trashed.txt", "TTT", "text/plain", below.id));
  await site.serverBackend.deleteObject(`users/${clients.ann.uid}/files/${gone.version.object}`);
  const answer = await ask("ann", "POST /api/drive/zip", { ids: [folder.id] });
  const { url } = answer.json as { url: string };
  expect((await one.get(url, { method: "HEAD" })).status).toBe(405);
  const sent = await Promise.all(
    Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? one : other).get(url)),
  );
  const good = sent.filter(({ status }) => status === 200);
  expect(good).toHaveLength(1);
  expect(good[0]?.headers.get("content-disposition")).toContain('filename="Trip.zip"');
  const zip = Buffer.from((await good[0]?.arrayBuffer()) ?? new ArrayBuffer()).toString("latin1");
  for (const there of ["Trip/Day 1/a.txt", "AAA", "Trip/Empty/", "Not in this archive.txt"]) {
    expect(zip).toContain(there);
  }
  expect(zip).toContain("Trip/Day 1/b.txt: it is no longer there.");
  expect(zip).not.toContain("TTT");
  expect((await ask("ann", "POST /api/drive/zip", { ids: ["a".repeat(20)] })).status).toBe(404);
  expect((await ask("ann", "POST /api/drive/zip", { ids: [] })).status).toBe(400);
});

test("a small picture is made once, kept, and never of what is none", async () => {
  const file = isFile(await plant.file("p.png", await bytesOf("png"), "image/png"));
  const thumbs = () => one.get(thumbPath(file).slice(4), token);
  const token = await asPerson("ann");
  const before = shrunk;
  const answers = await Promise.all([thumbs(), thumbs(), thumbs()]);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(texts)).toEqual(new Set(["small"]));
  expect(answers[0].headers.get("cache-control")).toBe("private, max-age=3600");
  expect(await (await thumbs()).text()).toBe("small");
  expect(shrunk - before).toBe(1);
  const name = `users/${clients.ann.uid}/thumbs/${file.version.object}`;
  expect((await site.serverBackend.getObject(name))?.contentType).toBe("image/webp");
  for (const [type, content] of [
    ["text/plain", "text"],
    ["image/svg+xml", "<svg/>"],
    ["image/png", "no picture"],
    ["image/png", ""],
  ] as const) {
    // oxlint-disable no-await-in-loop
    const none = await plant.file("none", content, type);
    const ofNone = async () => ask("ann", thumbPath(none));
    expect(await ofNone()).toMatchObject({ status: 404, json: { error: { code: "no-thumb" } } });
    const times = shrunk;
    await ofNone();
    expect(shrunk).toBe(times);
    // oxlint-enable no-await-in-loop
  }
});

test("an account has so many small pictures made at once, and others find a place", async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const version = { object: "", size: 3, type: "image/png" };
  const thumbs = createDriveThumbs({
    backend: {
      ...site.serverBackend,
      openObject: async (name) => new Response("abc", { status: /thumbs/.test(name) ? 404 : 200 }),
      getObject: async () => null,
      putObject: () => Promise.reject(new Error("Nothing is kept.")),
      deleteObject: async () => true,
    },
    access: {
      of: async (_caller, _owner, id) => ({
        role: "owner",
        chain: [{ kind: "file", version: { ...version, object: id }, older: [] } as never],
      }),
    },
    shrink: async () => {
      await held;
      throw unfitPicture(new Error("No."));
    },
  });
  const { signal } = new AbortController();
  const read = (uid: string, id: string) => thumbs.read({ uid }, { owner: uid, id }, signal);
  const many = Array.from({ length: 60 }, (_, at) => read("ann", `a${at}`));
  const other = read("ben", "b");
  goOn();
  const answers = await Promise.all(many);
  expect(answers.filter((answer) => answer === "busy")).toHaveLength(20);
  expect(await other).toBe("no-thumb");
  expect(await read("ann", "again")).toBe("no-thumb");
});

test("of bytes that were stored anew and are more than the file has, no small picture is made", async () => {
  const file = isFile(await plant.file("p.png", await bytesOf("png"), "image/png"));
  const name = `users/${clients.ann.uid}/files/${file.version.object}`;
  await site.serverBackend.putObject(name, new Uint8Array(200_000), { contentType: "image/png" });
  const before = shrunk;
  expect((await ask("ann", thumbPath(file))).status).toBe(404);
  expect(shrunk).toBe(before);
});

async function asPerson(person: Person): Promise<RequestInit> {
  return { headers: { authorization: `Bearer ${await clients[person].idToken()}` } };
}

async function bytesOf(kind: "png"): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await plainPicture(kind));
}
