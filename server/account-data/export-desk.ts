/**
 * Where an export is fetched: `POST /api/account/export` makes an address that is good once, for five minutes, and needs
 * no cookie. `exportTickets/{hash}` {uid, expiresAt} says whose it is; opening it removes that document. It ends with the
 * sign-ins of its account.
 */
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import type { Log } from "../log.ts";
import { exportAccount } from "./export-account.ts";
import type { ExportBackend } from "./export-account.ts";

export const exportPrefix = "/ticket/export/";

const lifeMs = 300_000;
/** Each reads as fast as its client takes it. */
const exportsAtOnce = 4;

type DeskBackend = ExportBackend & Pick<ServerBackend, "commit" | "getDocument" | "findDocuments">;

export type ExportDesk = {
  /** @returns the path to open. Addresses of before are good no more. @throws BackendError */
  issue(uid: string): Promise<{ url: string; expiresAt: string }>;
  /** Answers what begins with `exportPrefix`. */
  handler: Handler;
};

export function createExportDesk(deps: {
  backend: DeskBackend;
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): ExportDesk {
  const { backend, origin, log, now } = deps;
  const running = new Set<string>();

  /** Whose it is and when it was asked for, once. */
  async function take(secret: string): Promise<{ uid: string; issuedAt: number } | undefined> {
    const path = pathOf(secret);
    const document = await backend.getDocument(path);
    if (document === null) return undefined;
    try {
      await backend.commit([{ delete: path, when: { updateTime: document.updateTime } }]);
    } catch (error) {
      // Another request had it at the same time.
      const isTaken =
        error instanceof BackendError &&
        ["NOT_FOUND", "FAILED_PRECONDITION", "ABORTED"].includes(error.status);
      if (isTaken) return undefined;
      throw error;
    }
    const { uid, expiresAt } = document.data;
    const isGood = typeof expiresAt === "number" && now() < expiresAt && typeof uid === "string";
    return isGood ? { uid, issuedAt: expiresAt - lifeMs } : undefined;
  }

  async function send(exchange: Exchange, uid: string): Promise<void> {
    const { response } = exchange;
    const at = new Date(now());
    const life = new AbortController();
    const zip = exportAccount({ backend, uid, site: origin(), now: at, log, signal: life.signal });
    response.writeHead(200, {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="my-data-${at.toISOString().slice(0, 10)}.zip"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    });
    try {
      await pipeline(Readable.fromWeb(zip as Parameters<typeof Readable.fromWeb>[0]), response);
    } finally {
      // Whatever is still being read for it is read for nobody.
      life.abort();
    }
  }

  return {
    async issue(uid) {
      await forgetExportTickets(backend, uid);
      const secret = randomBytes(32).toString("base64url");
      const expiresAt = now() + lifeMs;
      await backend.commit([{ set: pathOf(secret), data: { uid, expiresAt } }]);
      return { url: exportPrefix + secret, expiresAt: new Date(expiresAt).toISOString() };
    },
    async handler(exchange) {
      // What only looks, such as a preview of a link, would use it up.
      if (exchange.request.method !== "GET") {
        return refuse(exchange, 405, "This address can only be opened.", { Allow: "GET" });
      }
      const secret = exchange.path.slice(exportPrefix.length);
      if (!/^[\w-]{43}$/.test(secret)) return refuse(exchange, 404, ended);
      if (running.size >= exportsAtOnce) {
        return refuse(exchange, 503, "Several exports are under way. Try again in a few minutes.", {
          "Retry-After": "60",
        });
      }
      const ticket = await take(secret);
      if (ticket === undefined || !(await mayExport(backend, ticket))) {
        return refuse(exchange, 404, ended);
      }
      const { uid } = ticket;
      if (running.has(uid)) {
        return refuse(exchange, 409, "An export of this account is under way. Wait for its end.");
      }
      running.add(uid);
      try {
        await send(exchange, uid);
      } finally {
        running.delete(uid);
      }
    },
  };
}

const ended =
  "This address has ended: it opens once, within five minutes. Ask for another in Settings.";

/** Whoever ends an account's sessions ends these, too. @throws BackendError */
export async function forgetExportTickets(
  backend: Pick<ServerBackend, "findDocuments" | "commit">,
  uid: string,
): Promise<void> {
  const query = { where: { uid }, limit: 100 };
  const old = await backend.findDocuments("exportTickets", query);
  if (old.length > 0) await backend.commit(old.map(({ path }) => ({ delete: path })));
}

/** Those that nobody opened. */
export async function purgeExportTickets(
  backend: Pick<ServerBackend, "findDocuments" | "commit">,
  nowMs: number,
): Promise<void> {
  const query = { order: { field: "expiresAt", upTo: nowMs }, limit: 200 };
  for (;;) {
    const old = await backend.findDocuments("exportTickets", query);
    if (old.length > 0) await backend.commit(old.map(({ path }) => ({ delete: path })));
    if (old.length < query.limit) return;
  }
}

async function mayExport(
  backend: DeskBackend,
  { uid, issuedAt }: { uid: string; issuedAt: number },
): Promise<boolean> {
  const account = await backend.getAccount(uid);
  if (account === null || account.disabled) return false;
  // The account's instant has whole seconds.
  return Math.floor(issuedAt / 1000) * 1000 >= account.validSince;
}

function pathOf(secret: string): string {
  return `exportTickets/${createHash("sha256").update(secret).digest("hex")}`;
}

function refuse(
  exchange: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  answerText(exchange, status, text, { "Referrer-Policy": "no-referrer", ...headers });
}
