/** The endpoints of one's own account with a real backend, asked as a browser asks them. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import sharp from "sharp";
import { recordingLog } from "../../../tests/support/log.ts";
import { readZip } from "../../../tests/support/read-zip.ts";
import { createSdkClient, recordOf, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { beginDeletion } from "../../account-data/deletions.ts";
import { eraseAccount } from "../../account-data/erase-account.ts";
import type { SharedThings } from "../../account-data/leave-shared.ts";
import { exportAccount } from "../../account-data/export-account.ts";
import { createAccountParts } from "../../account-parts.ts";
import { createAudit } from "../../audit/audit.ts";
import { createApi } from "../../http/api-router.ts";
import { splitTarget } from "../../http/request-facts.ts";
import { openImages } from "../../images/open-images.ts";
import type { Images } from "../../images/open-images.ts";
import { createJobs } from "../../jobs/jobs.ts";
import type { Jobs } from "../../jobs/jobs.ts";

let site: ServedSite;
let images: Images;
let origin = "";
let aheadMs = 0;
const now = () => Date.now() + aheadMs;
const { log } = recordingLog();
const opened = new AsyncDisposableStack();
const shared: SharedThings = { leave: {}, forgetAddress: async () => {} };

beforeAll(async () => {
  site = opened.use(await serveSite());
  const { serverBackend: backend } = site;
  images = await openImages({
    backend,
    folder: undefined,
    maxCacheBytes: 1_000_000,
    isHosted: false,
    log,
  });
  opened.defer(() => images.close());
  const parts = createAccountParts({
    backend,
    jobs: () => jobs,
    audit: createAudit({ backend, now, newId: randomUUID }),
    mail: undefined,
    shared,
    origin: () => origin,
    log,
    now,
  });
  const jobs: Jobs = createJobs({
    backend,
    log,
    now,
    newId: randomUUID,
    kinds: parts.accountData.jobKinds,
  });
  const api = createApi(
    parts.endpoints({
      users: { read: async (uid) => ({ row: { uid } }) as never },
      makeAvatar: (bytes, size) => images.shrink(bytes, size),
    }),
  );
  const tickets = parts.withExports(async ({ response }) => void response.writeHead(418).end());
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const exchange = { request, response, id: "test", path, query, client: () => "192.0.2.1" };
    const handler = path.startsWith("/api/") ? api : tickets;
    handler(exchange).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  opened.defer(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
});
afterAll(() => opened.disposeAsync());

async function newPerson(): Promise<SignedInClient> {
  const client = await signUp(createSdkClient(site.origin));
  onTestFinished(() => client[Symbol.asyncDispose]());
  const { uid } = client;
  await site.serverBackend.updateValues({
    [`users/${uid}`]: { ...recordOf(client) },
    [`profiles/${uid}`]: { name: "Person", findable: true },
  });
  return client;
}

type Answer = { error?: { code: string } } & Record<string, unknown>;

async function call(path: string, person?: SignedInClient, body?: unknown) {
  const answer = await fetch(`${origin}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: person === undefined ? {} : { authorization: `Bearer ${await person.idToken()}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = (text.startsWith("{") ? JSON.parse(text) : {}) as Answer;
  return { status: answer.status, code: json.error?.code, json, text };
}

const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;

test("nobody who is not signed in gets or changes anything", async () => {
  for (const [path, body] of [
    ["/api/account/deletion", undefined],
    ["/api/account/deletion", {}],
    ["/api/account/deletion/cancel", {}],
    ["/api/account/export", {}],
    ["/api/account/visible", undefined],
    ["/api/account/profile", { name: "x" }],
    ["/api/account/avatar", { image: "AAAA" }],
    ["/api/account/avatar/remove", {}],
  ] as const) {
    expect((await call(path, undefined, body)).status, path).toBe(401);
  }
});

test("a deletion wants a fresh sign-in, and its receipt can be read by who has the address", async () => {
  const ada = await newPerson();
  aheadMs = 400_000;
  expect((await call("/api/account/deletion", ada, {})).code).toBe("recent-sign-in-needed");
  aheadMs = 0;
  expect((await call("/api/account/deletion", ada)).json).toEqual({ deletion: null });
  const { status, json } = await call("/api/account/deletion", ada, {});
  expect(status).toBe(200);
  const { pathname, search } = new URL(json["receiptUrl"] as string);
  const receipt = await fetch(`${origin}${pathname}${search}`);
  expect([receipt.status, receipt.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(receipt.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await receipt.text()).toContain("What will be erased:");
  expect((await call(`${pathname}?id=${"A".repeat(43)}`)).status).toBe(404);
  expect((await call(`${pathname}?id=../x`)).status).toBe(404);
  // Its session has ended.
  expect((await call("/api/account/deletion/cancel", ada, {})).status).toBe(401);
});

test("an export opens once, within five minutes, and not by a HEAD", async () => {
  const ada = await newPerson();
  const first = (await call("/api/account/export", ada, {})).json["url"] as string;
  const second = (await call("/api/account/export", ada, {})).json["url"] as string;
  const open = (url: string, init?: RequestInit) => fetch(`${origin}${url}`, init);
  expect((await open(first)).status).toBe(404);
  expect((await open(second, { method: "HEAD" })).status).toBe(405);
  const answer = await open(second);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/zip",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "content-disposition": expect.stringMatching(/^attachment; filename="my-data-/),
  });
  const zip = readZip(Buffer.from(await answer.arrayBuffer()));
  expect(zip.get("account.json")?.toString()).toContain(ada.email);
  expect((await open(second)).status).toBe(404);
  const late = (await call("/api/account/export", ada, {})).json["url"] as string;
  aheadMs = 301_000;
  expect((await open(late)).status).toBe(404);
  aheadMs = 0;
  expect((await open("/ticket/other")).status).toBe(418);
  const [one, other] = await Promise.all(
    [1, 2].map(async () => (await call("/api/account/export", ada, {})).status),
  );
  expect([one, other]).toContain(200);
});

test("an export wants a fresh sign-in, and its address ends with the account's sign-ins", async () => {
  const ada = await newPerson();
  aheadMs = 400_000;
  expect((await call("/api/account/export", ada, {})).code).toBe("recent-sign-in-needed");
  aheadMs = 0;
  const update =
    "http://a.invalid/identitytoolkit.googleapis.com/v1/projects/foyer/accounts:update";
  const body = JSON.stringify({ localId: ada.uid, validSince: "1" });
  await site.backend.adminFetch(new Request(update, { method: "POST", body }));
  const urlOf = async () => (await call("/api/account/export", ada, {})).json["url"] as string;
  aheadMs = -2000;
  expect((await fetch(`${origin}${await urlOf()}`)).status).toBe(200);
  const url = await urlOf();
  aheadMs = 0;
  await site.serverBackend.revokeSessions(ada.uid);
  expect((await fetch(`${origin}${url}`)).status).toBe(404);
});

test("of a picture the pixels are kept, and the old one goes", async () => {
  const ada = await newPerson();
  const picture = async (width: number, height: number) =>
    (
      await sharp({ create: { width, height, channels: 3, background: "teal" } })
        .withExif({ IFD0: { Copyright: "secret place" } })
        .jpeg()
        .toBuffer()
    ).toString("base64");
  const set = async (image: string) => call("/api/account/avatar", ada, { image });
  expect((await set(await picture(300, 2000))).status).toBe(200);
  const folder = `public/avatars/${ada.uid}/`;
  const stored = async () => (await site.serverBackend.listObjects(folder)).names;
  const [name = ""] = await stored();
  const bytes = await (await site.serverBackend.openObject(name)).arrayBuffer();
  const { format, width, height, exif } = await sharp(Buffer.from(bytes)).metadata();
  expect([format, width, height, exif]).toEqual(["webp", 77, 512, undefined]);
  const { json } = await set(await picture(40, 40));
  expect(await valueAt(`profiles/${ada.uid}/avatar`)).toBe(json["url"]);
  expect((await site.serverBackend.getAccount(ada.uid))?.photoUrl).toBe(origin + json["url"]);
  expect(await stored()).toHaveLength(1);
  for (const [image, code] of [
    [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64"), "unfit-picture"],
    ["not base64!", "invalid-request"],
    ["", "invalid-request"],
  ] as const) {
    expect((await set(image)).code).toBe(code);
  }
  await call("/api/account/avatar/remove", ada, {});
  expect([await stored(), await valueAt(`profiles/${ada.uid}/avatar`)]).toEqual([[], null]);
});

test("an export and a deletion are the same over the network, as at Firebase", async () => {
  const hosted = await hostedBackendOf(site, { log });
  const { uid } = await newPerson();
  await hosted.commit([
    { set: `users/${uid}/journal/one/revisions/r`, data: { text: "Dear diary" } },
    { set: `memberships/chat_room_${uid}`, data: { uid, kind: "chat", id: "room", role: "owner" } },
  ]);
  await hosted.putObject(`users/${uid}/files/empty`, new Uint8Array(), { contentType: "a/b" });
  const signal = new AbortController().signal;
  const zip = readZip(
    await buffer(
      exportAccount({ backend: hosted, uid, site: origin, now: new Date(), log, signal }),
    ),
  );
  expect(JSON.parse(zip.get("account.json")?.toString() ?? "")).toMatchObject({
    account: { uid },
    sessions: null,
  });
  expect(zip.get("documents.jsonl")?.toString()).toContain("Dear diary");
  expect(zip.get("files/empty")?.length).toBe(0);
  expect(zip.has("missing.txt")).toBe(false);
  const deletion = await beginDeletion(hosted, uid, {
    by: "cli",
    now: new Date(),
    dueAt: new Date(),
  });
  const { counts } = await eraseAccount(hosted, deletion!, {
    now,
    forget: async () => {},
    shared,
  });
  expect(counts).toMatchObject({ documents: 1, files: 1, memberships: 1, record: 7 });
  expect(await hosted.documentsBelow(`users/${uid}`, { limit: 1 })).toEqual([]);
  expect((await hosted.listObjects(`users/${uid}/`)).names).toEqual([]);
  expect(await hosted.getAccount(uid)).toBeNull();
});

test("a name is trimmed, and what nobody could see is none", async () => {
  const ada = await newPerson();
  const save = (body: unknown) => call("/api/account/profile", ada, body);
  expect((await save({ name: "  Ada\u202e King  " })).json).toEqual({ name: "Ada King" });
  expect(await valueAt(`users/${ada.uid}/name`)).toBe("Ada King");
  expect(await valueAt(`profiles/${ada.uid}`)).toEqual({ name: "Ada King", findable: true });
  expect((await site.serverBackend.getAccount(ada.uid))?.displayName).toBe("Ada King");
  for (const wrong of [{ name: " \u200b " }, { name: "x".repeat(81) }, { findable: "yes" }, []]) {
    expect((await save(wrong)).code).toBe("invalid-request");
  }
  expect((await save({ findable: false })).status).toBe(200);
  expect(await valueAt(`profiles/${ada.uid}/findable`)).toBe(false);
});
