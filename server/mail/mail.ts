/**
 * Mail of the site. What is to be sent is kept in the outbox first, and a mail server, where one is set, gets it from
 * there; without one it waits for an admin to hand it on, until it is used or of no use any more.
 */
import type { MailSettings } from "../config/mail-settings.ts";
import type { Log } from "../log.ts";
import { authMailText, codeOf } from "./auth-mail-text.ts";
import type { AuthMail } from "./auth-mail-text.ts";
import { messageShape, nameOf } from "./message.ts";
import type { KeptMail, OutgoingMail } from "./message.ts";
import { openOutbox } from "./outbox.ts";
import { createSender } from "./sender.ts";
import type { MailEnd } from "./sender.ts";
import type { Delivery } from "./smtp.ts";

/** Timers hold no more than 24 days, and what a clock says may be wrong. */
const longestSleepMs = 60 * 60 * 1000;

export type Mail = {
  /** Whether a mail server takes what is sent; if not, an admin has to hand it on. */
  sends: boolean;
  /** Resolves when the mail is kept; never waits for a mail server. @throws ZodError for what is no mail. */
  send(mail: OutgoingMail): Promise<void>;
  /** Whether a mail with this id is still to be sent. */
  waits(id: string): boolean;
  /** Called for each mail of this kind that was sent, or given up; what it throws is logged. */
  onEnd(kind: string, listener: (end: MailEnd) => Promise<void>): void;
  /** Sends it now, past the outbox and once. Undefined without a mail server. @throws ZodError for what is no mail. */
  test(mail: OutgoingMail): Promise<Delivery | undefined>;
  /** What waits under these ids is of no use any more. */
  forget(ids: readonly string[]): Promise<void>;
  /** Nor is what waits for this address. */
  forgetAddress(address: string): Promise<void>;
  /** For the embedded sign-in service. */
  authMailer: {
    send(mail: AuthMail): Promise<void>;
    forget(ids: readonly string[]): Promise<void>;
  };
  /** The newest `limit` of what waits, and how many there are. */
  waiting(limit: number): Promise<{ mails: KeptMail[]; total: number }>;
  /** Sends, and purges what has expired, from now on. */
  start(): void;
  /** What is under way may take so long; then it is broken off and waits for the next start. */
  close(patienceMs?: number): Promise<void>;
};

export async function openMail(deps: {
  dataDir: string;
  smtp: MailSettings | undefined;
  /** As at the head of every page; empty while it has none. */
  siteName: () => Promise<string>;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  now: () => number;
  log: Log;
}): Promise<Mail> {
  const { dataDir, origin, now, log } = deps;
  const outbox = await openOutbox(dataDir, { now, log });
  // nodemailer takes 28 MB, which only a site with a mail server has to hold.
  const smtp = deps.smtp && (await import("./smtp.ts")).createSmtp(deps.smtp);
  const sender = smtp && createSender({ outbox, smtp, siteName, now, log, onEnd });
  const life = new AbortController();
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const listeners = new Map<string, (end: MailEnd) => Promise<void>>();

  async function onEnd(end: MailEnd): Promise<void> {
    try {
      await listeners.get(end.kind)?.(end);
    } catch (error) {
      log.error({ err: error, kind: end.kind }, "what became of a mail could not be noted");
    }
  }

  async function siteName(): Promise<string> {
    // Whatever stands there goes into headers.
    const name = (await deps.siteName()).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
    return Array.from(name).slice(0, 80).join("") || new URL(origin()).host;
  }

  async function purge(): Promise<void> {
    const gone = outbox.waiting().filter(({ expiresAt }) => expiresAt <= now());
    const awaited = gone.filter(({ kind }) => listeners.has(kind));
    const mails = await Promise.all(awaited.map(({ name }) => outbox.read(name)));
    await outbox.remove(gone.map(({ name }) => name));
    const ended = mails.filter((mail) => mail !== undefined);
    await Promise.all(ended.map(({ id, kind }) => onEnd({ id, kind, outcome: "failed" })));
    if (gone.length > 0) log.info({ mails: gone.length }, "mails that nobody used have expired");
  }

  function nextAt(): number {
    if (sender) return sender.nextAt() ?? Infinity;
    return Math.min(...outbox.waiting().map(({ expiresAt }) => expiresAt));
  }

  function wake(): void {
    if (!started || life.signal.aborted) return;
    if (running !== undefined) {
      again = true;
      return;
    }
    clearTimeout(timer);
    running = (sender ? sender.sendDue(life.signal) : purge()).then(
      () => sleep(0),
      (error: unknown) => {
        log.error({ err: error }, "the outbox could not be worked on");
        sleep(60_000);
      },
    );
  }

  function sleep(atLeastMs: number): void {
    running = undefined;
    if (life.signal.aborted) return;
    const mayWake = again && atLeastMs === 0;
    again = false;
    if (mayWake) return wake();
    const sleepMs = Math.min(longestSleepMs, Math.max(atLeastMs, nextAt() - now(), 10));
    timer = setTimeout(wake, sleepMs);
    timer.unref();
  }

  async function send(mail: OutgoingMail): Promise<void> {
    await outbox.keep(mail);
    wake();
  }

  const forget = (ids: readonly string[]) => outbox.remove(ids.map(nameOf));

  return {
    sends: smtp !== undefined,
    send,
    waits: (id) => outbox.waiting().some(({ name }) => name === nameOf(id)),
    onEnd: (kind, listener) => void listeners.set(kind, listener),
    async test(given) {
      const mail = messageShape.parse(given);
      return smtp?.deliver({ ...mail, name: nameOf(mail.id), createdAt: now() }, await siteName());
    },
    forget,
    async forgetAddress(address) {
      const wanted = address.toLowerCase();
      const mails = outbox.waiting().filter(({ to }) => to.toLowerCase() === wanted);
      await outbox.remove(mails.map(({ name }) => name));
    },
    authMailer: {
      async send(mail) {
        const { id, kind, to, link, expiresAt } = mail;
        const { subject, text } = authMailText(mail, await siteName());
        await send({ id, kind, to, subject, text, secrets: codeOf(link), expiresAt });
      },
      forget,
    },
    async waiting(limit) {
      const all = outbox.waiting().toReversed();
      const mails = await Promise.all(all.slice(0, limit).map(({ name }) => outbox.read(name)));
      return { mails: mails.filter((mail) => mail !== undefined), total: all.length };
    },
    start() {
      started = true;
      wake();
    },
    async close(patienceMs = 5000) {
      life.abort();
      clearTimeout(timer);
      const late = setTimeout(() => smtp?.close(), patienceMs);
      await running;
      clearTimeout(late);
      smtp?.close();
    },
  };
}
