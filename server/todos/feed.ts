/**
 * The open tasks of an account as a calendar that other programs subscribe to: `/calendar/{secret}.ics`. Only the hash of
 * the secret is kept, so it is shown once; a new address voids the old one. docs/notifications.md
 */
import { createHash, randomBytes } from "node:crypto";
import { networkOf } from "#lib/network-of.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import { feedText } from "./feed-text.ts";

const collection = "todoFeeds";
const address = /^\/calendar\/([\w-]{43})\.ics$/;
const gone = "There is no calendar at this address.";

type FeedState = {
  /** ISO instant. */
  createdAt: string;
  /** The last day on which a program read it: `2026-11-22`; null: none has. */
  lastReadAt: string | null;
};

export type Feed = {
  /** Null: there is none. @throws BackendError */
  state(uid: string): Promise<FeedState | null>;
  /** A new address, which this answer alone has: `/calendar/….ics`. @throws BackendError */
  make(uid: string): Promise<string>;
  /** @throws BackendError */
  revoke(uid: string): Promise<void>;
  /** Answers `/calendar/…`. */
  handler: Handler;
};

type FeedBackend = Pick<
  ServerBackend,
  "getDocument" | "findDocuments" | "commit" | "getAccount" | "queryValues" | "getValue"
>;

export function createFeed(deps: {
  backend: FeedBackend;
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Feed {
  const { backend, origin, log, now } = deps;
  // Programs ask once an hour or seldom more; behind one address are many people.
  const ofNetwork = createRateLimit({ burst: 60, perMinute: 60, now });
  const ofFeed = createRateLimit({ burst: 30, perMinute: 0.5, now });

  const feedsOf = (uid: string) => backend.findDocuments(collection, { where: { uid }, limit: 20 });

  async function voidAll(uid: string): Promise<Write[]> {
    return (await feedsOf(uid)).map(({ path }) => ({ delete: path }));
  }

  /** It is a note for people: when it fails the calendar is served all the same. */
  async function noteReading(id: string, before: unknown): Promise<void> {
    const today = new Date(now()).toISOString().slice(0, 10);
    if (before === today) return;
    const write = { update: `${collection}/${id}`, data: { lastReadAt: today } };
    try {
      await backend.commit([{ ...write, when: { exists: true } }]);
    } catch (error) {
      log.warn({ err: error }, "that a calendar was read could not be noted");
    }
  }

  async function show(exchange: Exchange): Promise<void> {
    const networkWait = ofNetwork.take(networkOf(exchange.client()));
    if (networkWait > 0) return tooMany(exchange, networkWait);
    const [, secret] = address.exec(exchange.path) ?? [];
    if (secret === undefined) return answerText(exchange, 404, gone);
    const id = hashOf(secret);
    const feed = await backend.getDocument(`${collection}/${id}`);
    const uid = feed?.data["uid"];
    if (typeof uid !== "string") return answerText(exchange, 404, gone);
    const wait = ofFeed.take(id);
    if (wait > 0) return tooMany(exchange, wait);
    const account = await backend.getAccount(uid);
    if (account === null || account.disabled) return answerText(exchange, 404, gone);
    const body = Buffer.from(await feedText(backend, uid, { origin: origin(), now: now() }));
    await noteReading(id, feed?.data["lastReadAt"]);
    sendCalendar(exchange, body);
  }

  return {
    async state(uid) {
      const [feed] = await feedsOf(uid);
      if (feed === undefined) return null;
      const { createdAt, lastReadAt } = feed.data;
      return {
        createdAt: typeof createdAt === "string" ? createdAt : "",
        lastReadAt: typeof lastReadAt === "string" ? lastReadAt : null,
      };
    },
    async make(uid) {
      const secret = randomBytes(32).toString("base64url");
      const createdAt = new Date(now()).toISOString();
      const data = { uid, createdAt, lastReadAt: null };
      const path = `${collection}/${hashOf(secret)}`;
      await backend.commit([...(await voidAll(uid)), { set: path, data }]);
      return `/calendar/${secret}.ics`;
    },
    async revoke(uid) {
      const writes = await voidAll(uid);
      if (writes.length > 0) await backend.commit(writes);
    },
    async handler(exchange) {
      try {
        await show(exchange);
      } catch (error) {
        if (!(error instanceof BackendError) || error.status !== "UNAVAILABLE") throw error;
        answerText(exchange, 503, "The calendar cannot be read just now.", { "Retry-After": "60" });
      }
    },
  };
}

function sendCalendar({ request, response }: Exchange, body: Buffer): void {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const headers = {
    "Cache-Control": "private, max-age=300",
    ETag: etag,
    "X-Robots-Tag": "noindex",
  };
  const known = (request.headers["if-none-match"] ?? "").split(",").map((one) => one.trim());
  // What went through a proxy that packs comes back as a weak one.
  if (known.some((one) => one === "*" || one.replace(/^W\//, "") === etag)) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": 'inline; filename="tasks.ics"',
    "Content-Length": body.length,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

function tooMany(exchange: Exchange, seconds: number): void {
  answerText(exchange, 429, `Too many requests. Try again in ${seconds} s.`, {
    "Retry-After": String(seconds),
  });
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
