import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { openMailServer } from "../../tests/support/mail-server.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { readMailSettings } from "../config/mail-settings.ts";
import { openMail } from "../mail/mail.ts";
import { createContactNotice } from "./contact-notice.ts";
import type { InboxMessage } from "./inbox.ts";

const message: InboxMessage = {
  id: "0m4x2k1abc",
  name: "Ann “Other”",
  email: "ann@example.com",
  subject: "Clocks",
  message: "Does yours run slow?\n\n.\nFrom me",
  createdAt: "2026-11-22T13:03:00.000Z",
  read: false,
  flagged: "",
};

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function open(url: string | undefined) {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-mail-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { log, entries } = recordingLog();
  const mail = await openMail({
    dataDir,
    smtp: url === undefined ? undefined : readMailSettings({ url, from: "site@example.com" }, []),
    siteName: async () => "Ada Example",
    origin: () => "https://ada.example",
    now: Date.now,
    log,
  });
  onTestFinished(() => mail.close());
  mail.start();
  const notify = createContactNotice({
    backend: site.serverBackend,
    mail,
    origin: () => "https://ada.example",
    log,
    now: Date.now,
  });
  return { mail, notify, entries };
}

const setResume = (email: string, more = {}) =>
  site.serverBackend.commit([
    { set: "site/resume", data: { document: { basics: { name: "Ada", email } }, ...more } },
  ]);

test("an address with letters that a mail server may refuse stands in the text, or in its plain form", async () => {
  await using server = await openMailServer();
  await setResume("ada@example.com");
  const { notify } = await open(server.url);
  await notify({ ...message, id: "0m4x2k1abd", email: "ü@münchen.example" });
  const unwritable = await server.take("ada@example.com");
  expect(unwritable.headers["reply-to"]).toBeUndefined();
  expect(unwritable.text).toContain("To answer, write to ü@münchen.example.");
  await notify({ ...message, id: "0m4x2k1abe", email: "ann@münchen.example" });
  const plain = await server.take("ada@example.com");
  expect(plain.headers["reply-to"]).toBe("ann@xn--mnchen-3ya.example");
});

test("the owner gets the message by mail, and an answer to it goes to who wrote it", async () => {
  await using server = await openMailServer();
  await setResume("ada@example.com");
  const { notify, entries } = await open(server.url);
  await notify(message);
  const mail = await server.take("ada@example.com");
  expect(mail).toMatchObject({ from: "site@example.com", to: ["ada@example.com"] });
  expect(mail.headers).toMatchObject({
    "reply-to": "ann@example.com",
    subject: "Message from Ann “Other”: Clocks",
    to: "ada@example.com",
  });
  expect(mail.text).toContain(
    "Ann “Other” <ann@example.com> wrote on https://ada.example/contact:",
  );
  expect(mail.text.replaceAll("\r\n", "\n")).toContain(message.message);
  expect(mail.text).toContain(
    "https://ada.example/WebsiteManager?section=inbox&message=0m4x2k1abc",
  );

  await notify({ ...message, id: "0m4x2k1abd", subject: "", flagged: "many links" });
  const flagged = await server.take("ada@example.com");
  expect(flagged.headers["subject"]).toBe("Message from Ann “Other”");
  expect(flagged.text).toContain("It may be advertising: many links.");
  expect(JSON.stringify(entries)).not.toContain("@example.com");
});

test("what would be another header is no mail", async () => {
  await using server = await openMailServer();
  await setResume("ada@example.com");
  const { notify, mail } = await open(server.url);
  const evil = "x\r\nBcc: all@example.com";
  for (const change of [
    { name: evil },
    { subject: evil },
    { email: `a@b.example${evil}` },
    { email: "a@b, c@d" },
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(notify({ ...message, ...change })).rejects.toThrow("invalid_format");
  }
  expect((await mail.waiting(10)).total).toBe(0);
  expect(server.received).toEqual([]);
});

test("without a public address an admin's proved one gets it; a sample's person never does", async () => {
  await using server = await openMailServer();
  await setResume("imke@example.com", { sample: true });
  const { notify, entries } = await open(server.url);
  await notify(message);
  expect(entries.map(({ msg }) => msg)).toEqual([
    "a message is in the inbox, and there is no address to mail it to",
  ]);
  const { serverBackend } = site;
  const admin = { email: "admin@example.com", password: "correct horse" };
  const { uid } = await serverBackend.createAccount(admin);
  await serverBackend.putValue(`users/${uid}/roles`, { admin: true, editor: false, user: true });
  await notify(message);
  expect(entries).toHaveLength(2);
  await serverBackend.updateAccount(uid, { emailVerified: true });
  await notify(message);
  expect((await server.take("admin@example.com")).headers["reply-to"]).toBe("ann@example.com");
  expect(server.received).toHaveLength(1);
});

test("without a mail server nothing waits beside the inbox", async () => {
  await setResume("ada@example.com");
  const { notify, mail } = await open(undefined);
  await notify(message);
  expect((await mail.waiting(10)).total).toBe(0);
});
