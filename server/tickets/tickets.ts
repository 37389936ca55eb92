/**
 * Addresses of private files that a browser can show, play and save by itself: `POST /api/tickets {name}` with an ID
 * token makes one, and for five minutes it opens the file. Whether that account may read it is asked anew at each use.
 */
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import * as z from "zod/mini";
import { fileHeaders, savedName } from "#lib/file-headers.ts";
import { networkOf } from "#lib/network-of.ts";
import { isObjectName } from "#lib/object-name.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { answerText, apiError } from "../http/answer.ts";
import type { ApiRequest, Endpoint } from "../http/api-router.ts";
import { idTokenOf } from "../http/caller.ts";
import { parseJson } from "../http/parse-json.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import type { Log } from "../log.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import { createSeal } from "./seal.ts";
import type { TicketContent } from "./seal.ts";

const lifeMs = 300_000;
/** Proxies take addresses of this length, and browsers too. */
const maxPathChars = 4000;
const unreadable = "The file cannot be read just now. Try again shortly.";

const body = z.object({ name: z.string().check(z.refine(isObjectName)) });

type TicketsBackend = Pick<ServerBackend, "verifyIdToken" | "openObjectAs">;

export type Tickets = {
  endpoint: Endpoint;
  /** Answers `/ticket/…`. */
  handler: Handler;
};

export function createTickets(deps: {
  backend: TicketsBackend;
  /** Of several processes that open each other's tickets; see `createSeal`. */
  secret?: string;
  /** Whether the backend has looked at a file's bytes before it says of which type they are. */
  knowsTypes: boolean;
  /** Whether an app of the owner's asks, by its token; undefined where every app is let in. */
  appCheck?: ((token: string | null) => Promise<boolean>) | undefined;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Tickets {
  const { backend, knowsTypes, appCheck, log, now } = deps;
  const seal = createSeal(deps.secret);
  // A folder of pictures asks for one each.
  const perNetwork = createRateLimit({ burst: 2000, perMinute: 2000, now });
  const perAccount = createRateLimit({ burst: 1000, perMinute: 1000, now });

  async function make({ request, body: text, client }: ApiRequest): Promise<Response> {
    const networkWait = perNetwork.take(networkOf(client));
    if (networkWait > 0) return tooMany(networkWait);
    // The browser that follows the address sends no such token.
    if (!(await isOurApp(request))) {
      return apiError(401, "unauthorized-app", "This app may not open files here.");
    }
    const idToken = idTokenOf(request);
    if (idToken === undefined) return apiError(401, "unauthenticated", "Sign in first.");
    const parsed = body.safeParse(parseJson(text));
    if (!parsed.success) return apiError(400, "invalid-request", "Send {name} of a file as JSON.");
    const { name } = parsed.data;
    const caller = await accountOf(backend, idToken);
    if (caller === undefined) return apiError(401, "unauthenticated", "Sign in again.");
    const wait = perAccount.take(caller.uid);
    if (wait > 0) return tooMany(wait);
    const refusal = await whyUnreadable(backend, idToken, name, request.signal);
    if (refusal !== undefined) return refusal;
    const endsAt = Math.min(now() + lifeMs, Number(caller.claims["exp"]) * 1000);
    const url = pathOf(seal.seal({ idToken, name, endsAt }), name);
    if (url === undefined) {
      return apiError(400, "too-long", "The file's name is too long for an address of its own.");
    }
    return Response.json({ url, expiresAt: new Date(endsAt).toISOString() });
  }

  async function isOurApp(request: Request): Promise<boolean> {
    try {
      return appCheck === undefined || (await appCheck(request.headers.get("x-firebase-appcheck")));
    } catch (error) {
      throw new BackendError("UNAVAILABLE", "An App Check token could not be checked.", error);
    }
  }

  /** Returns whether nothing was decided, so that the same may be asked again. */
  function logIfTemporary(error: unknown, requestId: string | undefined): boolean {
    if (!(error instanceof BackendError && error.status === "UNAVAILABLE")) return false;
    log.error({ err: error, requestId }, "a file could not be read for a ticket");
    return true;
  }

  async function show(exchange: Exchange): Promise<void> {
    const [, sealed] = /^\/ticket\/([\w-]{1,4000})(?:\/|$)/.exec(exchange.path) ?? [];
    const ticket = sealed === undefined ? undefined : seal.open(sealed);
    // Nobody makes an address that calls the file something else.
    const isOurs = ticket !== undefined && exchange.path === pathOf(sealed ?? "", ticket.name);
    if (!isOurs || now() >= ticket.endsAt) {
      return refuse(exchange, 404, "This address has ended. Open the file on its page again.");
    }
    if ((await accountOf(backend, ticket.idToken)) === undefined) return refuseReader(exchange);
    const { request, response } = exchange;
    const { signal } = createRequest(request, response, { host: "localhost" });
    const headers = askedHeaders(exchange);
    // Google's service is only known to answer GET; of a HEAD nothing of the body is read.
    const answer = await backend.openObjectAs(ticket.idToken, ticket.name, { headers, signal });
    try {
      if (answer.status === 404) {
        return refuse(exchange, 404, "This file is no longer there.");
      }
      if ([401, 403].includes(answer.status)) return refuseReader(exchange);
      if (!answer.ok && answer.status !== 416) {
        return refuse(exchange, 503, unreadable);
      }
      const given = headersFor(exchange, ticket, answer, knowsTypes);
      const sent = request.method === "HEAD" || answer.status === 416 ? null : answer.body;
      await sendResponse(response, new Response(sent, { status: answer.status, headers: given }));
    } finally {
      // Nobody reads on: HEAD, a refusal, or the client has gone.
      await answer.body?.cancel();
    }
  }

  return {
    endpoint: {
      method: "POST",
      path: "/api/tickets",
      maxBodyBytes: 8 * 1024,
      async answer(asked) {
        try {
          return await make(asked);
        } catch (error) {
          if (!logIfTemporary(error, undefined)) throw error;
          return apiError(503, "unavailable", unreadable);
        }
      },
    },
    async handler(exchange) {
      try {
        await show(exchange);
      } catch (error) {
        if (exchange.response.headersSent || !logIfTemporary(error, exchange.id)) throw error;
        refuse(exchange, 503, unreadable);
      }
    },
  };
}

/** Ends with the file's name, for the tab's title and whoever saves it; undefined when it cannot be so long. */
function pathOf(sealed: string, name: string): string | undefined {
  const bare = `/ticket/${sealed}`;
  const named = `${bare}/${encodeURIComponent(savedName(name))}`;
  return [named, bare].find((path) => path.length <= maxPathChars);
}

/** Undefined also for a session that has ended and an account that is disabled or gone. */
async function accountOf(
  backend: TicketsBackend,
  idToken: string,
): Promise<Awaited<ReturnType<ServerBackend["verifyIdToken"]>> | undefined> {
  try {
    return await backend.verifyIdToken(idToken, { checkRevoked: true });
  } catch (error) {
    if (error instanceof BackendError && error.status === "UNAUTHENTICATED") return undefined;
    throw error;
  }
}

/** A file is told to be missing only to who may know: as the rules have it. */
async function whyUnreadable(
  backend: TicketsBackend,
  idToken: string,
  name: string,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const headers = { range: "bytes=0-0" };
  const answer = await backend.openObjectAs(idToken, name, { headers, signal });
  await answer.body?.cancel();
  // An empty file has no first byte.
  if (answer.ok || answer.status === 416) return undefined;
  switch (answer.status) {
    case 401:
      return apiError(401, "unauthenticated", "Sign in again.");
    case 403:
      return apiError(403, "permission-denied", "You may not open this file.");
    case 404:
      return apiError(404, "not-found", "There is no file with this name.");
    default:
      return apiError(503, "unavailable", unreadable);
  }
}

function askedHeaders({ request }: Exchange): Record<string, string> {
  const headers: Record<string, string> = {};
  if (request.headers.range !== undefined) headers["range"] = request.headers.range;
  const ifRange = request.headers["if-range"];
  if (typeof ifRange === "string") headers["if-range"] = ifRange;
  return headers;
}

const passedOn = ["content-length", "content-range", "content-encoding", "etag"];

function headersFor(
  { query }: Exchange,
  { name }: TicketContent,
  answer: Response,
  knowsTypes: boolean,
): Record<string, string> {
  const wantsSaving = new URLSearchParams(query).get("download") === "1";
  const given = (header: string) => answer.headers.get(header);
  const disposition = given("content-disposition") ?? "";
  const headers = fileHeaders({
    name,
    contentType: given("content-type"),
    // What is left of a type that was looked at is what the bytes are.
    sniffedType: knowsTypes ? given("content-type") : undefined,
    isRead: true,
    wantedDisposition: wantsSaving ? disposition.replace(/^[^;]*/, "attachment") : disposition,
  });
  headers["cache-control"] = "no-store";
  headers["accept-ranges"] = "bytes";
  for (const header of passedOn) {
    const value = given(header);
    if (value !== null) headers[header] = value;
  }
  if (answer.status === 416) headers["content-length"] = "0";
  return headers;
}

function refuseReader(exchange: Exchange): void {
  refuse(exchange, 403, "You may no longer open this file.");
}

function refuse(exchange: Exchange, status: number, text: string): void {
  answerText(exchange, status, text, { "Referrer-Policy": "no-referrer" });
}

function tooMany(waitS: number): Response {
  return apiError(429, "too-many-requests", `Try again in ${waitS} s.`, {
    "Retry-After": String(waitS),
  });
}
