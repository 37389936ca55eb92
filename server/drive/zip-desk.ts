/**
 * Where a ZIP of a drive is fetched: `issue` makes an address that is good once, for five minutes, and needs no cookie.
 * `zipTickets/{hash}` {uid, owner, ids, expiresAt} says of what; opening it removes that document.
 */
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { DriveNode } from "#lib/drive/node.ts";
import { type ServerBackend, isConflict } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import type { Log } from "../log.ts";
import type { Access } from "./access.ts";
import type { DriveStore } from "./store.ts";
import { readStored, zipOf } from "./zip.ts";
import { zipHeaders, zipNameOf } from "./zip-headers.ts";

export const zipTicketPrefix = "/ticket/drive-zip/";
const lifeMs = 300_000;
/** Each reads as fast as its client takes it. */
const zipsAtOnce = 16;
const zipsOfOne = 3;
const idsAtOnce = 20;
const ended = "This address has ended: it opens once, within five minutes. Choose Download again.";

type ZipBackend = Pick<
  ServerBackend,
  "commit" | "getDocument" | "findDocuments" | "getAccount" | "openObject"
>;

type Ticket = { uid: string; owner: string; ids: string[]; issuedAt: number };

export type ZipDesk = {
  /** Undefined: one of them is not there for this account. @throws BackendError */
  issue(
    uid: string,
    wanted: { owner: string; ids: readonly string[] },
  ): Promise<{ url: string; expiresAt: string } | undefined>;
  /** Answers what begins with `zipTicketPrefix`. */
  handler: Handler;
};

export function createZipDesk(deps: {
  backend: ZipBackend;
  access: Pick<Access, "of">;
  store: Pick<DriveStore, "childrenOf">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): ZipDesk {
  const { backend, access, store, log, now } = deps;
  const running: string[] = [];

  /** Whose it is and of what, once. */
  async function take(secret: string): Promise<Ticket | undefined> {
    const path = pathOf(secret);
    const document = await backend.getDocument(path);
    if (document === null) return undefined;
    try {
      await backend.commit([{ delete: path, when: { updateTime: document.updateTime } }]);
    } catch (error) {
      // Another request had it at the same time.
      if (isConflict(error)) return undefined;
      throw error;
    }
    const { uid, owner, ids, expiresAt } = document.data;
    const isGood = typeof expiresAt === "number" && now() < expiresAt && Array.isArray(ids);
    if (!isGood || typeof uid !== "string" || typeof owner !== "string") return undefined;
    // The account's instant has whole seconds.
    const issuedAt = Math.floor((expiresAt - lifeMs) / 1000) * 1000;
    const ticket = { uid, owner, ids: ids.map(String), issuedAt };
    return (await isSignedIn(ticket)) ? ticket : undefined;
  }

  async function isSignedIn({ uid, issuedAt }: Pick<Ticket, "uid" | "issuedAt">) {
    const account = await backend.getAccount(uid);
    return account !== null && !account.disabled && issuedAt >= account.validSince;
  }

  async function isOpen(ticket: Ticket, id: string): Promise<boolean> {
    const { uid, owner } = ticket;
    const [isHere, nodes] = await Promise.all([isSignedIn(ticket), nodesFor(uid, owner, [id])]);
    return isHere && nodes.length > 0;
  }

  async function send({ response }: Exchange, ticket: Ticket, nodes: DriveNode[]): Promise<void> {
    const { owner } = ticket;
    const life = new AbortController();
    const { signal } = life;
    const zip = zipOf({
      store,
      owner,
      nodes,
      read: readStored(backend),
      isOpen: (id) => isOpen(ticket, id),
      log,
      now,
      signal,
    });
    response.writeHead(200, zipHeaders(zipNameOf(nodes)));
    try {
      await pipeline(Readable.fromWeb(zip as Parameters<typeof Readable.fromWeb>[0]), response);
    } finally {
      // Whatever is still being read for it is read for nobody.
      life.abort();
    }
  }

  async function nodesFor(uid: string, owner: string, ids: readonly string[]) {
    const nodes: DriveNode[] = [];
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const some = ids.slice(at, at + idsAtOnce);
      // oxlint-disable-next-line no-await-in-loop -- so many at once
      const found = await Promise.all(some.map((id) => access.of({ uid }, owner, id)));
      nodes.push(...found.flatMap((one) => one?.chain[0] ?? []));
    }
    return nodes.filter(({ trashedAt }) => trashedAt === null);
  }

  return {
    async issue(uid, { owner, ids }) {
      const nodes = await nodesFor(uid, owner, ids);
      if (nodes.length < ids.length) return undefined;
      const secret = randomBytes(32).toString("base64url");
      const expiresAt = now() + lifeMs;
      await backend.commit([
        { set: pathOf(secret), data: { uid, owner, ids: [...ids], expiresAt } },
      ]);
      return { url: zipTicketPrefix + secret, expiresAt: new Date(expiresAt).toISOString() };
    },
    async handler(exchange) {
      // What only looks, such as a preview of a link, would use it up.
      if (exchange.request.method !== "GET") {
        return refuse(exchange, 405, "This address can only be opened.", { Allow: "GET" });
      }
      const secret = exchange.path.slice(zipTicketPrefix.length);
      if (!/^[\w-]{43}$/.test(secret)) return refuse(exchange, 404, ended);
      if (running.length >= zipsAtOnce) {
        return refuse(exchange, 503, "Several archives are being made. Try again in a minute.", {
          "Retry-After": "60",
        });
      }
      const ticket = await take(secret);
      if (ticket === undefined) return refuse(exchange, 404, ended);
      const { uid, owner, ids } = ticket;
      if (running.filter((one) => one === uid).length >= zipsOfOne) {
        return refuse(exchange, 429, "Wait for the end of the downloads that are under way.");
      }
      running.push(uid);
      try {
        const nodes = await nodesFor(uid, owner, ids);
        if (nodes.length === 0) return refuse(exchange, 404, "This is no longer there.");
        await send(exchange, ticket, nodes);
      } finally {
        running.splice(running.indexOf(uid), 1);
      }
    },
  };
}

/** Those that nobody opened. @throws BackendError */
export async function purgeZipTickets(
  backend: Pick<ServerBackend, "findDocuments" | "commit">,
  nowMs: number,
): Promise<void> {
  const query = { order: { field: "expiresAt", upTo: nowMs }, limit: 200 };
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const old = await backend.findDocuments("zipTickets", query);
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (old.length > 0) await backend.commit(old.map(({ path }) => ({ delete: path })));
    if (old.length < query.limit) return;
  }
}

function pathOf(secret: string): string {
  return `zipTickets/${createHash("sha256").update(secret).digest("hex")}`;
}

function refuse(
  exchange: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  answerText(exchange, status, text, { "Referrer-Policy": "no-referrer", ...headers });
}
