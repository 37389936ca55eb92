/**
 * Where a back-up is fetched: an address that opens once, within five minutes, and needs no cookie. A download that
 * broke off goes on by the same address, as browsers ask for the rest of a file (RFC 9110, 13.1 and 14.2): from where it
 * was, and with the mark (ETag) that nobody knows but who began it. Firefox names it in `If-Match`, others in `If-Range`.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ServerBackend } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import { readBackupName } from "./backup-folder.ts";

export const backupPrefix = "/ticket/backup/";

const lifeMs = 300_000;
/** For who goes on with it, until the last byte was sent. */
const resumedMs = 12 * 3_600_000;
const maxTickets = 100;
const atOnce = 4;
const ended =
  "This address has ended: it opens once, within five minutes. Ask for another on the page of back-ups.";

type Ticket = {
  name: string;
  uid: string;
  issuedAt: number;
  expiresAt: number;
  /** Once it was opened: what the rest is asked for with, and which file it was. */
  begun: { mark: string; file: string } | null;
};

export type DownloadDesk = {
  /** @returns the path to open. */
  issue(uid: string, name: string): { url: string; expiresAt: string };
  /** Answers what begins with `backupPrefix`. */
  handler: Handler;
};

export function createDownloadDesk(deps: {
  backend: Pick<ServerBackend, "getAccount" | "getValue">;
  folder: string;
  /** Milliseconds since 1970. */
  now: () => number;
}): DownloadDesk {
  const { backend, folder, now } = deps;
  const tickets = new Map<string, Ticket>();
  let running = 0;

  async function mayRead({ uid, issuedAt }: Ticket): Promise<boolean> {
    const account = await backend.getAccount(uid);
    if (account === null || account.disabled) return false;
    // The account's instant has whole seconds.
    if (Math.floor(issuedAt / 1000) * 1000 < account.validSince) return false;
    return (await backend.getValue(`users/${uid}/roles/admin`)).value === true;
  }

  async function send(exchange: Exchange, ticket: Ticket): Promise<void> {
    const { request, response } = exchange;
    const path = join(folder, ticket.name);
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined) return refuse(exchange, 404, "This back-up is no longer there.");
    const file = `${facts.size} ${facts.mtimeMs}`;
    const { begun } = ticket;
    const { "if-match": ifMatch, "if-range": ifRange, range } = request.headers;
    const mayBe = begun?.file === file ? begun.mark : undefined;
    if (ifMatch !== undefined && !namesMark(ifMatch, mayBe)) {
      return refuse(exchange, 412, "This is not the file whose beginning you have. Begin anew.");
    }
    const isSame = ifRange === undefined || namesMark(String(ifRange), mayBe);
    const part = isSame ? readRange(range, facts.size) : null;
    if (begun !== null) {
      const isMarked = ifMatch !== undefined || ifRange !== undefined;
      const isRest = part === "none" || (part !== null && part.start > 0);
      if (!isMarked || !isRest || begun.file !== file) return refuse(exchange, 404, ended);
    } else {
      ticket.expiresAt = ticket.issuedAt + resumedMs;
    }
    const mark = begun?.mark ?? `"${randomBytes(18).toString("base64url")}"`;
    ticket.begun = { mark, file };
    const headers: Record<string, string | number> = {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="${ticket.name}"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Accept-Ranges": "bytes",
      ETag: mark,
    };
    if (part === "none") {
      response.writeHead(416, { ...headers, "Content-Range": `bytes */${facts.size}` });
      response.end();
      return;
    }
    const { start, end } = part ?? { start: 0, end: facts.size - 1 };
    headers["Content-Length"] = end - start + 1;
    if (part !== null) headers["Content-Range"] = `bytes ${start}-${end}/${facts.size}`;
    response.writeHead(part === null ? 200 : 206, headers);
    await pipeline(createReadStream(path, { start, end }), response);
    // What is sent may still be on its way.
    if (end === facts.size - 1) ticket.expiresAt = Math.min(ticket.expiresAt, now() + lifeMs);
  }

  return {
    issue(uid, name) {
      if (readBackupName(name) === undefined) throw new TypeError("This is no back-up's name.");
      for (const [key, { expiresAt }] of tickets) if (expiresAt <= now()) tickets.delete(key);
      const [oldest] = tickets.keys();
      if (tickets.size >= maxTickets && oldest !== undefined) tickets.delete(oldest);
      const secret = randomBytes(32).toString("base64url");
      const expiresAt = now() + lifeMs;
      tickets.set(keyOf(secret), { name, uid, issuedAt: now(), expiresAt, begun: null });
      return { url: backupPrefix + secret, expiresAt: new Date(expiresAt).toISOString() };
    },
    async handler(exchange) {
      // What only looks, such as a preview of a link, would use it up.
      if (exchange.request.method !== "GET") {
        return refuse(exchange, 405, "This address can only be opened.", { Allow: "GET" });
      }
      const ticket = tickets.get(keyOf(exchange.path.slice(backupPrefix.length)));
      if (ticket === undefined || ticket.expiresAt <= now() || !(await mayRead(ticket))) {
        return refuse(exchange, 404, ended);
      }
      if (running >= atOnce) {
        const text = "Several downloads are under way. Try again in a few minutes.";
        return refuse(exchange, 503, text, { "Retry-After": "60" });
      }
      running += 1;
      try {
        await send(exchange, ticket);
      } catch (error) {
        // Who left asks for the rest later.
        if (!exchange.response.headersSent) throw error;
        exchange.response.destroy();
      } finally {
        running -= 1;
      }
    },
  };
}

/** Only one part, as browsers ask; null: all of it. */
function readRange(
  text: string | undefined,
  size: number,
): { start: number; end: number } | "none" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "")
    return Number(to) === 0 ? "none" : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start >= size || start > end ? "none" : { start, end };
}

/** Whether it is among the marks of a header; how long that takes says nothing of it. `*` is no knowledge of it. */
function namesMark(header: string, mark: string | undefined): boolean {
  if (mark === undefined) return false;
  const wanted = Buffer.from(keyOf(mark));
  return header.split(",").some((one) => timingSafeEqual(Buffer.from(keyOf(one.trim())), wanted));
}

function keyOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

function refuse(
  exchange: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  answerText(exchange, status, text, { "Referrer-Policy": "no-referrer", ...headers });
}
