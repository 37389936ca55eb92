/**
 * The open tasks of an account as a calendar that other programs subscribe to: `/calendar/{secret}.ics`. Only the hash of
 * the secret is kept, so it is shown once; a new address voids the old one. docs/todo.md
 */
import { createHash, randomBytes } from "node:crypto";
import { networkOf } from "#lib/network-of.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import { feedText } from "./feed-text.ts";

const collection = "todoFeeds";
const atOnce = 20;
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
  "getDocument" | "findDocuments" | "commit" | "getAccount" | "queryValues"
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
  /** By account: who asks meanwhile gets the same. */
  const making = new Map<string, Promise<Buffer>>();

  /** Newest first. */
  async function feedsOf(uid: string): Promise<StoredDocument[]> {
    const found = await backend.findDocuments(collection, { where: { uid }, limit: atOnce });
    return found.toSorted((one, other) => (rankOf(one) < rankOf(other) ? 1 : -1));
  }

  async function voidAll(uid: string, { butNewest }: { butNewest: boolean }): Promise<void> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- what is deleted is not found again
      const feeds = await feedsOf(uid);
      const old = feeds.slice(butNewest ? 1 : 0);
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (old.length > 0) await backend.commit(old.map(({ path }) => ({ delete: path })));
      if (feeds.length < atOnce) return;
    }
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

  function textOf(uid: string): Promise<Buffer> {
    let text = making.get(uid);
    if (text === undefined) {
      text = feedText(backend, uid, { origin: origin(), now: now() })
        .then((made) => Buffer.from(made))
        .finally(() => making.delete(uid));
      making.set(uid, text);
    }
    return text;
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
    const body = await textOf(uid);
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
      await backend.commit([{ set: path, data }]);
      // Afterwards, so that of those that are made at the same moment one is left.
      await voidAll(uid, { butNewest: true });
      return `/calendar/${secret}.ics`;
    },
    revoke: (uid) => voidAll(uid, { butNewest: false }),
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

/** In the order in which they were made: the same for all who look. */
function rankOf({ createTime, id }: StoredDocument): string {
  return `${createTime.replace("Z", "")} ${id}`;
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
