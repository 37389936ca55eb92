/**
 * Addresses of files of a drive that a browser shows, plays and saves by itself. They are named as the node is, and
 * whether the account may read it is asked anew at each use: of its session, and of the folders above.
 */
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { fileHeaders, savedName } from "#lib/file-headers.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import type { Log } from "../log.ts";
import { createSeal } from "../tickets/seal.ts";
import type { Access } from "./access.ts";
import { openVersion, versionOf } from "./byte-sources.ts";

export const driveTicketPrefix = "/ticket/drive/";
const lifeMs = 300_000;
/** Proxies take addresses of this length, and browsers too. */
const mostPathChars = 4000;
const unreadable = "The file cannot be read just now. Try again shortly.";

type Wanted = { owner: string; id: string; object: string; name: string };

export type DriveTickets = {
  /** Undefined: there is no such file for this account. @throws BackendError */
  issue(
    caller: { uid: string; idToken: string; endsAt: number },
    file: { owner: string; id: string; object?: string | undefined },
  ): Promise<{ url: string; expiresAt: string } | undefined>;
  /** Answers what begins with `driveTicketPrefix`. */
  handler: Handler;
};

export function createDriveTickets(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "openObject">;
  access: Pick<Access, "of">;
  /** Of several processes that open each other's tickets; see `createSeal`. */
  secret?: string | undefined;
  /** Whether the backend has looked at a file's bytes before it says of which type they are. */
  knowsTypes: boolean;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): DriveTickets {
  const { backend, access, secret, knowsTypes, log, now } = deps;
  // Of its own: no ticket of the other kind opens here.
  const seal = createSeal(secret === undefined ? undefined : `drive ${secret}`);

  async function callerOf(idToken: string): Promise<{ uid: string } | undefined> {
    try {
      return await backend.verifyIdToken(idToken, { checkRevoked: true });
    } catch (error) {
      if (error instanceof BackendError && error.status === "UNAUTHENTICATED") return undefined;
      throw error;
    }
  }

  async function show(exchange: Exchange): Promise<void> {
    const { request, response, path } = exchange;
    const [, sealed = ""] = /^\/ticket\/drive\/([\w-]{1,4000})(?:\/|$)/.exec(path) ?? [];
    const ticket = seal.open(sealed);
    const wanted = ticket && wantedOf(ticket.name);
    // Nobody makes an address that calls the file something else.
    const isOurs = ticket && wanted && path === pathOf(sealed, wanted.name);
    if (!isOurs || now() >= ticket.endsAt) {
      return refuse(exchange, 404, "This address has ended. Open the file on its page again.");
    }
    const caller = await callerOf(ticket.idToken);
    if (caller === undefined) return refuse(exchange, 403, "You may no longer open this file.");
    const found = await access.of(caller, wanted.owner, wanted.id);
    if (versionOf(found?.chain[0], wanted.object) === undefined) {
      return refuse(exchange, 404, "This file is no longer there, or no longer for you.");
    }
    const { signal } = createRequest(request, response, { host: "localhost" });
    const answer = await openAsAsked(exchange, wanted, signal);
    if (answer === undefined) return refuse(exchange, 404, "This file is no longer there.");
    try {
      const headers = headersFor(exchange, wanted.name, answer);
      const sent = request.method === "HEAD" || answer.status === 416 ? null : answer.body;
      await sendResponse(response, new Response(sent, { status: answer.status, headers }));
    } finally {
      // Nobody reads on: HEAD, or the client has gone.
      await answer.body?.cancel();
    }
  }

  async function openAsAsked(
    { request }: Exchange,
    { owner, object }: Wanted,
    signal: AbortSignal,
  ): Promise<Response | undefined> {
    const { range } = request.headers;
    const ifRange = request.headers["if-range"];
    const answer = await openVersion(backend, owner, object, { range, signal });
    if (range === undefined || typeof ifRange !== "string") return answer;
    if (answer === undefined || answer.headers.get("etag") === ifRange) return answer;
    await answer.body?.cancel();
    return openVersion(backend, owner, object, { signal });
  }

  function headersFor({ query }: Exchange, name: string, answer: Response) {
    const given = (header: string) => answer.headers.get(header);
    const wantsSaving = new URLSearchParams(query).get("download") === "1";
    const headers = fileHeaders({
      name,
      contentType: given("content-type"),
      sniffedType: knowsTypes ? given("content-type") : undefined,
      isRead: true,
      wantedDisposition: wantsSaving ? "attachment" : null,
    });
    headers["cache-control"] = "no-store";
    headers["accept-ranges"] = "bytes";
    for (const header of ["content-length", "content-range", "content-encoding", "etag"]) {
      const value = given(header);
      if (value !== null) headers[header] = value;
    }
    if (answer.status === 416) headers["content-length"] = "0";
    return headers;
  }

  return {
    async issue({ uid, idToken, endsAt: tokenEndsAt }, { owner, id, object }) {
      const node = (await access.of({ uid }, owner, id))?.chain[0];
      const version = versionOf(node, object);
      if (node === undefined || version === undefined) return undefined;
      const endsAt = Math.min(now() + lifeMs, tokenEndsAt);
      const named = (name: string) => {
        const parts = JSON.stringify([owner, id, version.object, name]);
        return pathOf(seal.seal({ idToken, name: parts, endsAt }), name);
      };
      // A long name stands in it twice.
      const url = named(node.name) ?? named("file") ?? "";
      return { url, expiresAt: new Date(endsAt).toISOString() };
    },
    async handler(exchange) {
      try {
        await show(exchange);
      } catch (error) {
        const isTemporary = error instanceof BackendError && error.status === "UNAVAILABLE";
        if (exchange.response.headersSent || !isTemporary) throw error;
        log.error({ err: error, requestId: exchange.id }, "a file of a drive could not be read");
        refuse(exchange, 503, unreadable);
      }
    },
  };
}

function wantedOf(sealed: string): Wanted | undefined {
  try {
    const parts: unknown = JSON.parse(sealed);
    if (!Array.isArray(parts) || parts.length !== 4) return undefined;
    const [owner, id, object, name] = parts.map(String) as [string, string, string, string];
    return { owner, id, object, name };
  } catch {
    // A ticket of another kind says it in another way.
    return undefined;
  }
}

/** Undefined when it cannot be so long. */
function pathOf(sealed: string, name: string): string | undefined {
  const path = `${driveTicketPrefix}${sealed}/${encodeURIComponent(savedName(name))}`;
  return path.length <= mostPathChars ? path : undefined;
}

function refuse(exchange: Exchange, status: number, text: string): void {
  answerText(exchange, status, text, { "Referrer-Policy": "no-referrer" });
}
