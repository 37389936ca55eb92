import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { InboxPage, InboxThread } from "#lib/inbox.ts";
import { openMailServer } from "../../../tests/support/mail-server.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { openSite } from "../../../tests/support/site.ts";
import type { Site } from "../../../tests/support/site.ts";
import { createAudit } from "../../audit/audit.ts";
import { readMailSettings } from "../../config/mail-settings.ts";
import { deletedForMs, eraseDeleted } from "../../contact/inbox-desk.ts";
import { createInboxReplies } from "../../contact/inbox-replies.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { openMail } from "../../mail/mail.ts";
import type { Mail } from "../../mail/mail.ts";
import { createAdminDoor } from "../../user-admin/admin-door.ts";
import { createMailTestEndpoints } from "../mail-test/mail-test.ts";
import { createInboxEndpoints } from "./inbox.ts";

const start = Date.UTC(2026, 10, 22, 13);
let site: Site;
let count = 0;
beforeAll(async () => {
  site = await openSite();
  await site.serverBackend.updateValues({ "users/ada/roles": { admin: true } });
  await site.serverBackend.updateValues({ "users/eve/roles": { admin: false, editor: true } });
  const url = "http://a.invalid/identitytoolkit.googleapis.com/v1/projects/foyer/accounts";
  const body = JSON.stringify({ localId: "ada", email: "ada@example.com", displayName: "Ada" });
  await site.backend.adminFetch(new Request(url, { method: "POST", body }));
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(async () => {
  const all = await site.serverBackend.listDocuments("inbox");
  if (all.length > 0) await site.serverBackend.commit(all.map(({ path }) => ({ delete: path })));
});

const ann = {
  name: "Ann",
  email: "ann@example.com",
  subject: "Clocks",
  message: "Does yours run slow?\n<b>Mine</b> does.",
  read: false,
  flagged: "",
};

async function store(id: string, more: Record<string, unknown> = {}): Promise<void> {
  count += 1;
  const createdAt = new Date(start + count * 1000).toISOString();
  await site.serverBackend.commit([{ set: `inbox/${id}`, data: { ...ann, createdAt, ...more } }]);
}

async function openDesk(url?: string) {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-inbox-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { log, entries } = recordingLog();
  const clock = { now: start + 3_600_000 };
  const mail: Mail = await openMail({
    dataDir,
    smtp: url === undefined ? undefined : readMailSettings({ url, from: "site@example.com" }, []),
    siteName: async () => "Ada Example",
    origin: () => "https://ada.example",
    now: () => clock.now,
    log,
  });
  onTestFinished(() => mail.close());
  mail.start();
  const backend = {
    ...site.serverBackend,
    verifyIdToken: async (token: string) => ({ uid: token, claims: {} }),
  };
  const now = () => clock.now;
  const door = createAdminDoor({ backend, now });
  const origin = () => "https://ada.example";
  const audit = createAudit({ backend, now, newId: () => `i${(count += 1)}` });
  const replies = createInboxReplies({ backend, mail, origin, now });
  const endpoints: Endpoint[] = [
    ...createInboxEndpoints({ door, backend, replies, audit, now }),
    ...createMailTestEndpoints({ door, backend, mail, origin, now }),
  ];
  // The caller says what it expects to come back.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  async function call<T>(path: string, body?: unknown, as = "ada") {
    const method = body === undefined ? "GET" : "POST";
    const found = endpoints.find((one) => one.path === path.split("?")[0] && one.method === method);
    const request = new Request(`http://localhost${path}`, {
      headers: as === "" ? {} : { Authorization: `Bearer ${as}` },
    });
    const answer = await found!.answer({
      request,
      body: JSON.stringify(body ?? ""),
      client: "10.0.0.1",
    });
    return { status: answer.status, body: (await answer.json()) as T };
  }
  return { call, mail, entries, clock, audit };
}

const idsOf = ({ body }: { body: InboxPage }) => body.rows.map(({ id }) => id).join(" ");

test("only admins read and answer the inbox", async () => {
  await store("m1");
  const { call } = await openDesk();
  const change = { ids: ["m1"], act: { do: "delete" } };
  const reply = { id: "m1", key: "0123456789abcdef", text: "Hello" };
  for (const [as, status] of [
    ["", 401],
    ["eve", 403],
    ["bob", 403],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const all = await Promise.all([
      call("/api/inbox", undefined, as),
      call("/api/inbox/counts", undefined, as),
      call("/api/inbox/message?id=m1", undefined, as),
      call("/api/inbox/change", change, as),
      call("/api/inbox/reply", reply, as),
      call("/api/mail-test", {}, as),
    ]);
    expect(all.map((answer) => answer.status)).toEqual(Array(6).fill(status));
  }
  expect((await call<InboxPage>("/api/inbox")).body.rows).toHaveLength(1);
});

test("messages lie newest first in their folder, flagged ones in spam, and are found by any word of theirs", async () => {
  const { call } = await openDesk();
  await store("m1");
  await store("m2", { flagged: "many links" });
  await store("m3", { name: "Žofie", message: "Über Uhren", read: true });
  await store("m4", { folder: "archive" });
  expect(idsOf(await call("/api/inbox"))).toBe("m3 m1");
  expect(idsOf(await call("/api/inbox?folder=spam"))).toBe("m2");
  expect(idsOf(await call("/api/inbox?folder=archive"))).toBe("m4");
  expect(idsOf(await call("/api/inbox?unread=1"))).toBe("m1");
  expect(idsOf(await call("/api/inbox?search=uber+zofie"))).toBe("m3");
  expect(idsOf(await call("/api/inbox?search=nobody"))).toBe("");
  const { body } = await call<Record<string, unknown>>(
    `/api/inbox/counts?since=${new Date(start).toISOString()}`,
  );
  expect(body).toMatchObject({ inbox: 1, spam: 1, archive: 1, fresh: 1 });
  const later = await call(`/api/inbox/counts?since=${body["newestAt"] as string}`);
  expect(later.body).toMatchObject({ fresh: 0 });
});

test("a long inbox comes in pages, each message once", async () => {
  for (let at = 0; at < 120; at++) {
    // oxlint-disable-next-line no-await-in-loop
    await store(`m${at}`, { folder: at % 3 === 0 ? "archive" : "inbox" });
  }
  const { call } = await openDesk();
  const seen: string[] = [];
  let after = "";
  do {
    // oxlint-disable-next-line no-await-in-loop
    const { body } = await call<InboxPage>(`/api/inbox?${after && `after=${after}`}`);
    seen.push(...body.rows.map(({ id }) => id));
    after = encodeURIComponent(body.next ?? "");
  } while (after !== "");
  expect(seen).toHaveLength(80);
  expect(new Set(seen).size).toBe(80);
  expect(seen[0]).toBe("m119");
});

test("what is done to messages can be taken back, a deletion for a day, and is in the audit log", async () => {
  await store("m1");
  await store("m2");
  const { call, audit } = await openDesk();
  const act = (what: object, ids = ["m1", "m2", "gone"]) =>
    call<{ changed: string[] }>("/api/inbox/change", { ids, act: what });
  expect((await act({ do: "move", folder: "spam" })).body.changed).toEqual(["m1", "m2"]);
  expect(idsOf(await call("/api/inbox?folder=spam"))).toBe("m2 m1");
  await act({ do: "move", folder: "inbox" });
  await act({ do: "read", read: true }, ["m1"]);
  expect(idsOf(await call("/api/inbox?unread=1"))).toBe("m2");
  await act({ do: "delete" });
  expect(idsOf(await call("/api/inbox"))).toBe("");
  expect((await call("/api/inbox/message?id=m1")).status).toBe(404);
  await act({ do: "restore" }, ["m1"]);
  expect(idsOf(await call("/api/inbox"))).toBe("m1");
  expect((await audit.list({ limit: 5 })).entries).toMatchObject([
    { actor: "ada", action: "inbox.delete", details: { messages: 3 } },
  ]);
  const deletedAt = start + 3_600_000;
  expect(await eraseDeleted(site.serverBackend, deletedAt + deletedForMs - 1)).toBe(0);
  expect(await eraseDeleted(site.serverBackend, deletedAt + deletedForMs)).toBe(1);
  expect(await site.serverBackend.getDocument("inbox/m2")).toBeNull();
  expect(await site.serverBackend.getDocument("inbox/m1")).not.toBeNull();
});

test("a reply is mailed once, stays with the message, and says what became of it", async () => {
  await using server = await openMailServer();
  await store("m1");
  const { call } = await openDesk(server.url);
  const body = { id: "m1", key: "0123456789abcdef", text: "It does.\n\nAda" };
  const answers = await Promise.all([
    call<InboxThread>("/api/inbox/reply", body),
    call<InboxThread>("/api/inbox/reply", body),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const mail = await server.take("ann@example.com");
  expect(mail.headers).toMatchObject({ subject: "Re: Clocks", "reply-to": "ada@example.com" });
  expect(mail.headers).not.toHaveProperty("auto-submitted");
  const text = mail.text.replaceAll("\r\n", "\n");
  expect(text).toContain("It does.\n\nAda\n\nOn 2026-11-22 you wrote on https://ada.example");
  expect(text).toContain("> Does yours run slow?\n> <b>Mine</b> does.");
  await expect
    .poll(async () => (await call<InboxThread>("/api/inbox/message?id=m1")).body.replies)
    .toMatchObject([{ text: body.text, byName: "Ada", state: "sent" }]);
  expect((await call<InboxThread>("/api/inbox/reply", body)).body.replies).toHaveLength(1);
  expect((await call<InboxPage>("/api/inbox?search=ada")).body.rows).toMatchObject([
    { id: "m1", read: true, isReplied: true },
  ]);
  expect(server.received).toHaveLength(1);
});

test("a reply that the mail server refuses says so; without a mail server nobody is told that one was sent", async () => {
  await using server = await openMailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("No such user here"), { responseCode: 550 })),
  });
  await store("m1");
  const { call, entries } = await openDesk(server.url);
  const body = { id: "m1", key: "0123456789abcdef", text: "It does." };
  await call("/api/inbox/reply", body);
  await expect
    .poll(async () => (await call<InboxThread>("/api/inbox/message?id=m1")).body.replies[0]?.state)
    .toBe("failed");
  const tried = await call<{ outcome: string; text: string }>("/api/mail-test", {});
  expect(tried.body.outcome).toBe("refused");
  expect(tried.body.text).toContain("ada@example.com");
  expect(tried.body.text).toContain("No such user here");
  expect(JSON.stringify(entries)).not.toContain("example.com");

  const silent = await openDesk();
  const refused = await silent.call<{ error: { message: string } }>("/api/inbox/reply", body);
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain("FOYER_SMTP_URL");
  expect((await silent.call("/api/mail-test", {})).status).toBe(409);
});

test("a test mail says in the server's own words that it was taken, or that nobody is there", async () => {
  await using server = await openMailServer();
  const { call } = await openDesk(server.url);
  const { body } = await call<{ outcome: string; text: string }>("/api/mail-test", {});
  expect(body).toMatchObject({ outcome: "sent" });
  expect(body.text).toMatch(/took the mail to ada@example\.com.*250/);
  expect((await server.take("ada@example.com")).headers["subject"]).toBe(
    "A test mail of your site",
  );
  expect((await call("/api/mail-test")).body).toMatchObject({
    sends: true,
    last: { outcome: "sent" },
  });
  const nobody = await openDesk("smtp://127.0.0.1:1");
  expect((await nobody.call("/api/mail-test", {})).body).toMatchObject({ outcome: "unreachable" });
});
