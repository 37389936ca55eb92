/** Takes what the contact form sends: keeps spam out, stores the message, and only then tells the owner. */
import { endSiteOf } from "#lib/network-of.ts";
import type { AnsweredForm, ContactRefusal, ContactTexts } from "#lib/contact/contact-form.ts";
import type { Log } from "../log.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import { createFormTokens } from "./form-token.ts";
import { compareMessage, storeMessage } from "./inbox.ts";
import type { InboxBackend, InboxMessage } from "./inbox.ts";
import { createInboxRoom } from "./inbox-room.ts";
import { flagOf, readForm } from "./read-form.ts";

/** Nobody types a message sooner. */
const leastMs = 3000;
const lifeMs = 24 * 60 * 60 * 1000;
/** Between the clocks of several processes. */
const skewMs = 60_000;

const words = {
  early: "That was faster than anybody types. Wait a moment, then send it again.",
  old: "This form is no longer valid. What you typed is still here: send it again.",
  used: "Another message was sent with this form. To send this one too, send it again.",
  full: "No more messages fit in at the moment. Write an e-mail instead, or try again later.",
  failed: "The message could not be kept. What you typed is still here: send it again shortly.",
};

export type Contact = {
  /** For one rendering of the form. */
  newToken(): string;
  /** Never throws. @param client address of who sent it. */
  receive(form: URLSearchParams, client: string): Promise<AnsweredForm>;
  /** Waits until the owner is told of what has been stored. */
  close(): Promise<void>;
};

type Result = { sent: true } | Omit<ContactRefusal, "sent" | "problems">;

export function createContact(deps: {
  backend: InboxBackend;
  /** Shared by processes that take each other's forms. */
  secret?: string;
  /** Tells the owner of a message that is stored. */
  notify?: (message: InboxMessage) => Promise<void>;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  /** In the inbox, at most. */
  maxMessages?: number;
}): Contact {
  const { backend, secret, notify, log, now, maxMessages = 5000 } = deps;
  const tokens = createFormTokens({ secret, now });
  const perNetwork = createRateLimit({ burst: 3, perMinute: 10 / 60, now });
  // Many messages are not refused: else strangers could close the form for everybody.
  const mailed = createRateLimit({ burst: 100, perMinute: 100 / (24 * 60), now });
  const stored = createRateLimit({ burst: 1000, perMinute: 1000 / (24 * 60), now });
  const room = createInboxRoom({ backend, maxMessages, log, now });
  const underway = new Map<string, Promise<Result>>();
  const telling = new Set<Promise<void>>();
  let trapped = 0;

  function waitOf(client: string): number {
    const wait = perNetwork.take(endSiteOf(client));
    return wait > 0 ? wait : stored.take("");
  }

  async function keep(id: string, token: string, texts: ContactTexts, client: string) {
    const before = await compareMessage(backend, id, texts);
    if (before === "same") return { sent: true } as const;
    if (before === "taken") return usedForm();
    const wait = waitOf(client);
    if (wait > 0) {
      const notice = `Too many messages have come in. Try again in ${inWords(wait)}.`;
      return { status: 429, token, notice, retryAfterS: wait } as const;
    }
    if (!(await room.isThere())) return { status: 503, token, notice: words.full } as const;
    const isOneOfMany = mailed.take("") > 0;
    const flagged = isOneOfMany ? "one of very many that day" : (flagOf(texts) ?? "");
    const createdAt = new Date(now()).toISOString();
    const message: InboxMessage = { ...texts, id, createdAt, read: false, flagged };
    const outcome = await storeMessage(backend, message);
    if (outcome === "taken") return usedForm();
    if (outcome === "stored") {
      room.taken();
      if (!isOneOfMany) tell(message);
    }
    return { sent: true } as const;
  }

  function usedForm(): Result {
    return { status: 400, token: tokens.issue(), notice: words.used };
  }

  function tell(message: InboxMessage): void {
    if (notify === undefined) return;
    const told = notify(message)
      .catch((error: unknown) => {
        log.error({ err: error }, "the owner could not be told of a message; it is in the inbox");
      })
      .finally(() => telling.delete(told));
    telling.add(told);
  }

  /** A double click is one message, and counts as one. */
  async function keepOnce(id: string, token: string, texts: ContactTexts, client: string) {
    const key = JSON.stringify([id, texts]);
    const running = underway.get(key);
    if (running !== undefined) return running;
    const result: Promise<Result> = keep(id, token, texts, client)
      .catch((error: unknown): Result => {
        log.error({ err: error }, "a message could not be stored");
        return { status: 503, token, notice: words.failed };
      })
      .finally(() => underway.delete(key));
    underway.set(key, result);
    return result;
  }

  return {
    newToken: () => tokens.issue(),
    async receive(form, client) {
      const { texts: typed, problems, token: sent, isTrapped } = readForm(form);
      if (isTrapped) {
        trapped += 1;
        log.info({ count: trapped }, "a program filled in the contact form: nothing was stored");
        return { answer: { sent: true }, typed };
      }
      const read = tokens.read(sent);
      const ageMs = read === undefined ? Infinity : now() - read.issuedAt;
      const isValid = read !== undefined && ageMs <= lifeMs && ageMs >= -skewMs;
      const token = isValid ? sent : tokens.issue();
      const refuse = (refusal: Omit<ContactRefusal, "sent" | "problems">): AnsweredForm => ({
        answer: { sent: false, problems, ...refusal },
        typed,
      });
      if (Object.keys(problems).length > 0) return refuse({ status: 400, token });
      if (!isValid) return refuse({ status: 400, token, notice: words.old });
      if (ageMs < leastMs) return refuse({ status: 400, token, notice: words.early });
      const result = await keepOnce(read.id, token, typed, client);
      return "sent" in result ? { answer: result, typed } : refuse(result);
    },
    async close() {
      await Promise.all(telling);
    },
  };
}

function inWords(seconds: number): string {
  if (seconds < 60) return "a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
