/** Empties the outbox into the mail server. Each mail is tried again with growing delay, and given up after a day. */
import type { Log } from "../log.ts";
import type { Outbox, Waiting } from "./outbox.ts";
import type { Smtp } from "./smtp.ts";

const giveUpAfterMs = 24 * 60 * 60 * 1000;
const firstDelayMs = 5000;
const longestDelayMs = 60 * 60 * 1000;

/** What became of a mail that has left the outbox. */
export type MailEnd = { id: string; kind: string; outcome: "sent" | "failed" };

export type Sender = {
  /** One after the other, what is due now. Ends early, with the rest still waiting, when `signal` is aborted. */
  sendDue(signal: AbortSignal): Promise<void>;
  /** ms; undefined when nothing waits. */
  nextAt(): number | undefined;
};

export function createSender(deps: {
  outbox: Outbox;
  smtp: Smtp;
  siteName: () => Promise<string>;
  now: () => number;
  log: Log;
  /** Awaited, after the mail is out of the outbox; must not throw. */
  onEnd?: (end: MailEnd) => Promise<void>;
}): Sender {
  const { outbox, smtp, siteName, now, log, onEnd = async () => {} } = deps;
  // Only in memory: after a restart everything is tried at once.
  const tries = new Map<string, { failures: number; nextAt: number }>();
  let server = { failures: 0, nextAt: 0 };
  // Accepted, but its file could not be removed. It must not go out again.
  const stuck = new Set<string>();

  const dueAt = ({ name }: Waiting) => Math.max(server.nextAt, tries.get(name)?.nextAt ?? 0);
  const deadlineOf = ({ createdAt, expiresAt }: Waiting) =>
    Math.min(createdAt + giveUpAfterMs, expiresAt);

  async function remove({ name }: Waiting): Promise<void> {
    stuck.add(name);
    await outbox.remove([name]);
    stuck.delete(name);
    tries.delete(name);
  }

  async function giveUp(waiting: Waiting, facts: object, why: string): Promise<void> {
    const mail = await outbox.read(waiting.name);
    await remove(waiting);
    if (mail !== undefined) await onEnd({ id: mail.id, kind: mail.kind, outcome: "failed" });
    log.error({ kind: waiting.kind, ...facts }, why);
  }

  async function sendOne(waiting: Waiting): Promise<void> {
    const mail = await outbox.read(waiting.name);
    if (mail === undefined) return;
    const delivery = await smtp.deliver(mail, await siteName());
    if (delivery.outcome === "sent") {
      server = { failures: 0, nextAt: 0 };
      await remove(waiting);
      await onEnd({ id: mail.id, kind: mail.kind, outcome: "sent" });
      log.info({ kind: waiting.kind, ms: now() - waiting.createdAt }, "a mail was sent");
      return;
    }
    const { outcome, code } = delivery;
    if (outcome === "refused") {
      await giveUp(waiting, { code }, "the mail server refused a mail: it is dropped");
      return;
    }
    const isServer = outcome === "unreachable";
    const before = isServer ? server.failures : (tries.get(waiting.name)?.failures ?? 0);
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 4 ** before);
    const next = { failures: before + 1, nextAt: now() + delayMs };
    if (isServer) server = next;
    else tries.set(waiting.name, next);
    const what = isServer ? "the mail server cannot be used" : "the mail server put a mail off";
    log.warn({ kind: waiting.kind, code, tries: next.failures, againInMs: delayMs }, what);
  }

  return {
    async sendDue(signal) {
      const all = outbox.waiting();
      const names = new Set(all.map(({ name }) => name));
      for (const name of tries.keys()) if (!names.has(name)) tries.delete(name);
      for (const waiting of all) {
        if (signal.aborted) return;
        if (stuck.has(waiting.name)) await remove(waiting);
        else if (deadlineOf(waiting) <= now()) {
          await giveUp(waiting, {}, "a mail could not be sent in time: it is dropped");
        } else if (dueAt(waiting) <= now()) await sendOne(waiting);
      }
    },
    nextAt() {
      const times = outbox
        .waiting()
        .map((waiting) => Math.min(dueAt(waiting), deadlineOf(waiting)));
      return times.length === 0 ? undefined : Math.min(...times);
    },
  };
}
