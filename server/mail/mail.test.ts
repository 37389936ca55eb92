import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { linkIn, openMailServer } from "../../tests/support/mail-server.ts";
import { readMailSettings } from "../config/mail-settings.ts";
import type { AuthMail } from "./auth-mail-text.ts";
import { openMail } from "./mail.ts";
import { openOutbox } from "./outbox.ts";
import { createSender } from "./sender.ts";
import { createSmtp } from "./smtp.ts";

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 10, 22, 13, 3);

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "foyer-mail-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

function settings(url: string, from = "site@example.com") {
  const faults: string[] = [];
  const read = readMailSettings({ url, from }, faults);
  expect(faults).toEqual([]);
  return read!;
}

async function open(
  options: { url?: string; dataDir?: string; siteName?: string; from?: string } = {},
) {
  const clock = { now: start };
  const { log, entries } = recordingLog();
  const dataDir = options.dataDir ?? (await folder());
  const mail = await openMail({
    dataDir,
    smtp: options.url === undefined ? undefined : settings(options.url, options.from),
    siteName: async () => options.siteName ?? "Ada Example",
    origin: () => "https://ada.example",
    now: () => clock.now,
    log,
  });
  onTestFinished(() => mail.close());
  return { mail, clock, entries, dataDir };
}

function authMail(change: Partial<AuthMail> = {}): AuthMail {
  const code = `code-of-${change.id ?? "one"}-${"x".repeat(60)}`;
  return {
    id: "one",
    kind: "PASSWORD_RESET",
    to: "grace@example.com",
    link: `https://ada.example/forgot-password?mode=resetPassword&oobCode=${code}&apiKey=k&lang=en`,
    expiresAt: start + hour,
    displayName: "Win now: https://evil.example",
    newEmail: null,
    ...change,
  };
}

/** A sender on a clock of the test's own: nothing happens but by `sendDue`. */
async function openSender(url: string, timeoutMs = 20_000) {
  const clock = { now: start };
  const now = () => clock.now;
  const { log, entries } = recordingLog();
  const dataDir = await folder();
  const outbox = await openOutbox(dataDir, { now, log });
  const smtp = createSmtp(settings(url), { timeoutMs });
  onTestFinished(() => smtp.close());
  const sender = createSender({ outbox, smtp, siteName: async () => "Ada", now, log });
  const never = new AbortController().signal;
  return {
    clock,
    entries,
    outbox,
    sender,
    keep: (id: string, to = "grace@example.com", expiresAt = start + 48 * hour) =>
      outbox.keep({ id, kind: "test", to, subject: id, text: `for ${id}`, secrets: [], expiresAt }),
    sendDue: () => sender.sendDue(never),
  };
}

test("the mail server gets a mail that names the site, with the link whole, and nothing of it stays", async () => {
  await using server = await openMailServer();
  const { mail, dataDir, entries } = await open({ url: server.url, siteName: "Zoë’s “site”" });
  mail.start();
  await mail.authMailer.send(authMail());
  const received = await server.take("grace@example.com");
  expect(received).toMatchObject({ from: "site@example.com", to: ["grace@example.com"] });
  expect(received.headers).toMatchObject({
    from: expect.stringMatching(/^"?Zoë’s “site”"? <site@example\.com>$/) as string,
    to: "grace@example.com",
    subject: "Set a new password for Zoë’s “site”",
    "auto-submitted": "auto-generated",
    "content-type": "text/plain; charset=utf-8",
  });
  expect(linkIn(received)).toBe(authMail().link);
  expect(received.text).toContain("until 14:03 UTC on 22 November 2026");
  expect(received.text).toContain("ignore this mail");
  expect(received.text).not.toContain("evil.example");
  await mail.close();
  expect(await readdir(join(dataDir, "outbox"))).toEqual([]);
  const logged = JSON.stringify(entries);
  for (const secret of ["grace", "code-of", "forgot-password"])
    expect(logged).not.toContain(secret);
});

test("each mail says what its link does, and what to do if it was not you", async () => {
  const { mail } = await open();
  const kinds = {
    VERIFY_EMAIL: /Confirm your e-mail for Ada Example/,
    EMAIL_SIGNIN: /Sign in to Ada Example/,
    VERIFY_AND_CHANGE_EMAIL: /Confirm your new e-mail/,
    RECOVER_EMAIL: /was changed to new@example\.com[^]*set a new password/,
    REVERT_SECOND_FACTOR_ADDITION: /Two-step sign-in was switched on[^]*removes it/,
  } as const;
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    await mail.authMailer.send(authMail({ id: kind, kind, newEmail: "new@example.com" }));
    const { mails } = await mail.waiting(1);
    expect(`${mails[0]!.subject}\n${mails[0]!.text}`).toMatch(kinds[kind]);
    await mail.forget([kind]);
  }
});

test("news of another provider names it, and says nothing of a link that works once", async () => {
  const { mail } = await open();
  const link = "https://ada.example/Settings";
  const news = { id: "news", kind: "PROVIDER_LINKED", link, providerId: "github.com" } as const;
  await mail.authMailer.send(authMail(news));
  const { mails } = await mail.waiting(1);
  expect(mails[0]!.subject).toBe("GitHub now signs in to Ada Example");
  expect(mails[0]!.text).toContain(link);
  expect(mails[0]!.text).not.toContain("works once");
  await mail.close();
});

test("without a mail server a mail waits for its owner's eyes only, until it is used or expires", async () => {
  const { mail, dataDir, clock } = await open({ siteName: "" });
  mail.start();
  await mail.authMailer.send(authMail({ id: "used" }));
  await mail.authMailer.send(authMail({ id: "../expired", expiresAt: start + minute }));
  const place = join(dataDir, "outbox");
  const files = await readdir(place);
  expect(files).toHaveLength(2);
  expect((await stat(place)).mode & 0o777).toBe(0o700);
  for (const file of files) expect((await stat(join(place, file))).mode & 0o777).toBe(0o600);
  expect((await mail.waiting(10)).mails[0]!.subject).toBe("Set a new password for ada.example");
  await mail.authMailer.forget(["used", "never kept"]);
  expect(await readdir(place)).toHaveLength(1);
  clock.now += minute;
  await mail.close();
  expect(await readdir(place)).toHaveLength(1);
  const next = await open({ dataDir });
  next.clock.now = clock.now;
  const ends: object[] = [];
  next.mail.onEnd("PASSWORD_RESET", async (end) => void ends.push(end));
  next.mail.start();
  await next.mail.close();
  expect(await readdir(place)).toEqual([]);
  expect(ends).toEqual([{ id: "../expired", kind: "PASSWORD_RESET", outcome: "failed" }]);
});

test("what waited is sent after a restart, and what was half written or is no mail is cleared away", async () => {
  const { mail, dataDir } = await open();
  await mail.authMailer.send(authMail());
  await mail.close();
  const place = join(dataDir, "outbox");
  await writeFile(join(place, "0123456789abcdef.0a.part"), "half");
  await writeFile(join(place, "0123456789abcdef.json"), '{"id":1}');
  await writeFile(join(place, "notes.txt"), "somebody's own");
  await using server = await openMailServer();
  const next = await open({ dataDir, url: server.url });
  next.mail.start();
  expect(linkIn(await server.take("grace@example.com"))).toBe(authMail().link);
  await next.mail.close();
  expect(await readdir(place)).toEqual(["notes.txt"]);
  expect(await readFile(join(place, "notes.txt"), "utf8")).toBe("somebody's own");
  expect(server.received).toHaveLength(1);
});

test("a mail is asked for again while the mail server is down, and goes out once when it is back", async () => {
  const down = await openMailServer();
  const { port, url } = down;
  await down[Symbol.asyncDispose]();
  const { sendDue, keep, clock, sender, entries, outbox } = await openSender(url);
  await keep("one");
  await keep("two", "alan@example.com");
  await sendDue();
  const waits = [sender.nextAt()! - clock.now];
  // The others are not tried one by one on a server that is down.
  expect(entries.filter(({ msg }) => msg === "the mail server cannot be used")).toHaveLength(1);
  for (let turn = 0; turn < 2; turn += 1) {
    clock.now = sender.nextAt()!;
    await sendDue();
    waits.push(sender.nextAt()! - clock.now);
  }
  expect(waits).toEqual([5000, 20_000, 80_000]);
  await using server = await openMailServer({ port });
  clock.now += 70_000;
  await sendDue();
  expect(server.received).toEqual([]);
  clock.now += 10_000;
  await sendDue();
  await sendDue();
  expect(server.received.map(({ to }) => to[0])).toEqual(["grace@example.com", "alan@example.com"]);
  expect(outbox.waiting()).toEqual([]);
  expect(JSON.stringify(entries)).not.toContain("@example.com");
});

test("a mail is given up after a day, or when its code has expired", async () => {
  const down = await openMailServer();
  await down[Symbol.asyncDispose]();
  const { sendDue, keep, clock, entries, outbox } = await openSender(down.url);
  await keep("long");
  await keep("short", "alan@example.com", start + hour);
  clock.now += hour;
  await sendDue();
  expect(outbox.waiting()).toHaveLength(1);
  clock.now += 23 * hour;
  await sendDue();
  expect(outbox.waiting()).toEqual([]);
  const dropped = entries.filter(({ level }) => level >= 50);
  expect(dropped).toHaveLength(2);
  for (const { msg, kind } of dropped)
    expect([msg, kind]).toEqual(["a mail could not be sent in time: it is dropped", "test"]);
});

test("a refused mail is dropped, one that is put off waits alone, and neither stops the others", async () => {
  await using server = await openMailServer({
    onRcptTo({ address }, _session, done) {
      const responseCode = { "gone@example.com": 550, "full@example.com": 452 }[address];
      if (responseCode === undefined) return done();
      done(Object.assign(new Error(`no ${address}`), { responseCode }));
    },
  });
  const { sendDue, keep, entries, outbox, sender, clock } = await openSender(server.url);
  await keep("one", "gone@example.com");
  await keep("two", "full@example.com");
  await keep("three");
  await sendDue();
  expect(server.received.map(({ to }) => to[0])).toEqual(["grace@example.com"]);
  expect(outbox.waiting()).toHaveLength(1);
  expect(sender.nextAt()).toBe(clock.now + 5000);
  expect(entries.map(({ msg, code }) => [msg, code])).toEqual([
    ["the mail server refused a mail: it is dropped", "EENVELOPE 550"],
    ["the mail server put a mail off", "EENVELOPE 452"],
    ["a mail was sent", undefined],
  ]);
  expect(JSON.stringify(entries)).not.toContain("@example.com");
});

test("a server that answers nothing, or wants another password, keeps the mail waiting", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void silent.close());
  const hanging = await openSender(
    `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    60,
  );
  await hanging.keep("one");
  await hanging.sendDue();
  expect(hanging.outbox.waiting()).toHaveLength(1);
  expect(hanging.entries[0]).toMatchObject({
    msg: "the mail server cannot be used",
    code: "ETIMEDOUT",
  });

  await using strict = await openMailServer({
    onAuth: ({ password }, _session, done) =>
      password === "right" ? done(null, { user: "ada" }) : done(new Error("wrong password")),
  });
  const login = (password: string) => openSender(`smtp://ada:${password}@127.0.0.1:${strict.port}`);
  const wrong = await login("hunter2");
  await wrong.keep("one");
  await wrong.sendDue();
  expect(wrong.outbox.waiting()).toHaveLength(1);
  expect(wrong.entries[0]).toMatchObject({ code: "EAUTH 535" });
  expect(JSON.stringify(wrong.entries)).not.toContain("hunter2");
  const right = await login("right");
  await right.keep("one");
  await right.sendDue();
  expect(strict.received).toHaveLength(1);
});

test("the end does not wait for a server that hangs, and the mail is still there", async () => {
  const connected = Promise.withResolvers<void>();
  const silent = createServer(() => connected.resolve());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void silent.close());
  const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { mail, dataDir } = await open({ url });
  mail.start();
  await mail.authMailer.send(authMail());
  await connected.promise;
  await mail.close(0);
  expect(await readdir(join(dataDir, "outbox"))).toHaveLength(1);
});

test("no mail leaves without encryption for another machine, nor for one whose certificate is nobody's", async () => {
  await using plain = await openMailServer();
  const { smtp, mail } = await direct({ ...settings(plain.url), tls: "starttls" });
  expect(await smtp.deliver(mail, "Ada")).toMatchObject({ outcome: "unreachable" });
  await using offered = await openMailServer({ startTls: true });
  const { smtp: unchecked } = await direct({ ...settings(offered.url), tls: "starttls" });
  expect(await unchecked.deliver(mail, "Ada")).toMatchObject({ outcome: "unreachable" });
  expect([...plain.received, ...offered.received]).toEqual([]);
});

async function direct(given: ReturnType<typeof settings>) {
  const smtp = createSmtp(given, { timeoutMs: 2000 });
  onTestFinished(() => smtp.close());
  const facts = { id: "one", name: "one", kind: "test", to: "grace@example.com", createdAt: start };
  return {
    smtp,
    mail: { ...facts, subject: "s", text: "t", secrets: [], expiresAt: start + hour },
  };
}

test("nothing that is written somewhere becomes a header or a second recipient", async () => {
  await using server = await openMailServer();
  const siteName = 'Ada\r\nBcc: eve@example.com\r\n\r\nbody "quoted" <eve@example.com>, ';
  const { mail } = await open({ url: server.url, siteName });
  mail.start();
  const hostile = [
    "grace@example.com\r\nBcc: eve@example.com",
    "grace@example.com, eve@example.com",
    "Grace <grace@example.com>",
    "grace@example.com>\r\nRCPT TO:<eve@example.com",
    "@example.com",
    "grace",
    `${"g".repeat(250)}@example.com`,
  ];
  for (const to of hostile) {
    await expect(mail.authMailer.send(authMail({ to })), to).rejects.toThrow(/./);
  }
  const one = { id: "a", kind: "k", to: "grace@example.com", text: "t", secrets: [] };
  const subject = "Hello\r\nBcc: eve@example.com";
  await expect(mail.send({ ...one, subject, expiresAt: start + hour })).rejects.toThrow(/./);
  await mail.authMailer.send(authMail());
  const { headers, headerText, to } = await server.take("grace@example.com");
  expect(to).toEqual(["grace@example.com"]);
  expect(headers["bcc"]).toBeUndefined();
  expect(headerText).not.toMatch(/^(?:bcc|body)/im);
  expect(headers["from"]).toMatch(/<site@example\.com>$/);
  expect(server.received).toHaveLength(1);
});

async function smallOutbox(maxMails: number) {
  const { log, entries } = recordingLog();
  const clock = { now: start };
  const place = await folder();
  const outbox = await openOutbox(place, { now: () => clock.now, log, maxMails });
  const keep = (id: string, kind = "k", to = "grace@example.com") => {
    clock.now += 1;
    return outbox.keep({
      id,
      kind,
      to,
      subject: "s",
      text: "t",
      secrets: [],
      expiresAt: clock.now + hour,
    });
  };
  const waitingIds = async () => {
    const mails = outbox.waiting().map(({ name }) => outbox.read(name));
    return (await Promise.all(mails)).map((mail) => mail?.id);
  };
  return { outbox, keep, waitingIds, entries, files: () => readdir(join(place, "outbox")) };
}

test("the outbox is bounded, and a mail that is kept again takes no further place", async () => {
  const { outbox, keep, waitingIds, files } = await smallOutbox(2);
  await Promise.all([keep("one"), keep("two"), keep("three")]);
  await keep("two");
  expect(await waitingIds()).toEqual(["three", "two"]);
  expect(await files()).toHaveLength(2);
  const mail = { kind: "k", to: "grace@example.com", subject: "s", secrets: [], expiresAt: start };
  await expect(outbox.keep({ ...mail, id: "two", text: "x".repeat(16_001) })).rejects.toThrow(/./);
  expect(await waitingIds()).toEqual(["three", "two"]);
});

test("a full outbox has room for a mail that somebody waits for, whatever strangers filled it with", async () => {
  const { keep, waitingIds, entries } = await smallOutbox(6);
  await keep("way back", "RECOVER_EMAIL");
  for (const id of ["1", "2", "3", "4", "5", "6"])
    await keep(id, "VERIFY_EMAIL", `${id}@evil.example`);
  await keep("reset", "PASSWORD_RESET");
  expect(await waitingIds()).toEqual(["way back", "3", "4", "5", "6", "reset"]);
  for (const id of ["7", "8", "9"]) await keep(id, "VERIFY_EMAIL", `${id}@evil.example`);
  expect(await waitingIds()).toEqual(["way back", "6", "reset", "7", "8", "9"]);
  expect(entries.map(({ level, kind, msg }) => [level, kind, msg])).toEqual(
    Array.from({ length: 5 }, () => [
      50,
      "VERIFY_EMAIL",
      "the outbox is full: a mail of this kind is dropped",
    ]),
  );
  expect(JSON.stringify(entries)).not.toContain("evil");
});

test("of the kind that fills the outbox, who has most mails there loses the oldest", async () => {
  const { keep, waitingIds } = await smallOutbox(3);
  await keep("first", "PASSWORD_RESET", "alan@example.com");
  for (const id of ["1", "2", "3"]) await keep(id, "PASSWORD_RESET", "eve@evil.example");
  expect(await waitingIds()).toEqual(["first", "2", "3"]);
});

test("a mail that was taken but cannot be removed from the outbox does not go out again", async () => {
  await using server = await openMailServer();
  const { sendDue, keep, outbox } = await openSender(server.url);
  await keep("one");
  const whole = { ...outbox };
  outbox.remove = () => Promise.reject(new Error("The disk does not answer."));
  await expect(sendDue()).rejects.toThrow("does not answer");
  Object.assign(outbox, whole);
  await sendDue();
  expect(server.received).toHaveLength(1);
  expect(outbox.waiting()).toEqual([]);
});
