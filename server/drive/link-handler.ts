/**
 * What is opened and downloaded by a link, below its page: `/open` takes the password, `/file/{id}` and `/zip/{id}` send.
 * A file is opened first, then the download is counted, and only then sent.
 */
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ShareAct, mostSharePassword, shareActOf, sharePath } from "#lib/drive/share-link.ts";
import type { DriveFile, DriveFolder } from "#lib/drive/node.ts";
import { fileHeaders } from "#lib/file-headers.ts";
import { networkOf } from "#lib/network-of.ts";
import { BackendError, type ServerBackend } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import { isCrossSite } from "../http/cross-site.ts";
import { readBody } from "../http/read-body.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import { openVersion } from "./byte-sources.ts";
import { fitsPassword, proofCookie } from "./link-password.ts";
import { type LinkRecord, pathOfLink, readLink } from "./link-record.ts";
import type { LinkVisits, Visitor } from "./link-visits.ts";
import { readCleaned } from "./read-cleaned.ts";
import { createRoom } from "./room.ts";
import type { DriveStore } from "./store.ts";
import { withoutPlaces } from "./strip.ts";
import { readStored, zipOf } from "./zip.ts";
import { zipHeaders } from "./zip-headers.ts";

/** Of the longest password, each letter of which may take nine characters. */
const mostBodyBytes = 9 * mostSharePassword + 100;
/** Of one network, all links together. */
const asking = { burst: 600, perMinute: 300 };
/** Passwords of one network at one link, and of everybody at one link. */
const trying = { burst: 10, perMinute: 6 };
const tryingAll = { burst: 100, perMinute: 30 };
const zipsAtOnce = 8;
/** Of one network, so that nobody has all of them. */
const zipsOfOne = 3;
/** Photos that are cleaned and sent. */
const roomBytes = 384 * 1024 * 1024;
const patienceMs = 20_000;

const refusals = {
  gone: [404, "This link leads to nothing, or no more. Ask whoever sent it for another one."],
  "used-up": [410, "This link was used as often as it may be. Ask whoever sent it."],
} as const;

export function createLinkHandler(deps: {
  backend: Pick<ServerBackend, "getDocument" | "openObject">;
  store: Pick<DriveStore, "childrenOf">;
  visits: LinkVisits;
  /** Whether visitors come by HTTPS. */
  isSecure: () => boolean;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Handler {
  const { backend, store, visits, isSecure, log, now } = deps;
  const perNetwork = createRateLimit({ ...asking, now });
  const perTry = createRateLimit({ ...trying, now });
  const perLink = createRateLimit({ ...tryingAll, now });
  const room = createRoom(roomBytes, patienceMs);
  /** The networks of those that are being sent. */
  const zips: string[] = [];

  async function open(exchange: Exchange, token: string): Promise<void> {
    if (exchange.request.method !== "POST") {
      return refuse(exchange, 405, "A password is sent here.", { Allow: "POST" });
    }
    // A page without referrer names no origin in its forms, and over plain HTTP browsers say nothing else.
    const saysSite = exchange.request.headers["sec-fetch-site"] !== undefined;
    if (saysSite && isCrossSite(exchange)) {
      return refuse(exchange, 403, "Other sites may not send this.");
    }
    const request = createRequest(exchange.request, exchange.response, { host: "localhost" });
    const body = await readBody(request, mostBodyBytes);
    const typed = new URLSearchParams(body ?? "").get("password") ?? "";
    const lead = (problem: string, headers: Record<string, string> = {}) =>
      answerText(exchange, 303, "Go on to the page.", {
        Location: sharePath(token) + problem,
        "Referrer-Policy": "no-referrer",
        ...headers,
      });
    const visitor = visitorOf(exchange);
    const found = await visits.find(token, undefined, visitor);
    if (found === "gone") return answerRefusal(exchange, "gone");
    if (found !== "locked") return lead("");
    if (typed === "" || typed.length > mostSharePassword) return lead("?problem=wrong");
    const network = networkOf(exchange.client());
    if (perTry.take(`${token} ${network}`) > 0 || perLink.take(token) > 0) {
      return lead("?problem=often");
    }
    const link = readLink(await backend.getDocument(pathOfLink(token)));
    if (!link?.password) return lead("");
    const fits = await fitsPassword(typed, link.password);
    if (fits === "busy") return lead("?problem=often");
    if (!fits) {
      await visits.count(token, visitor, { act: "wrong-password", name: "" }, "nothing");
      return lead("?problem=wrong");
    }
    const cookie = proofCookie(token, link.password, { now: now(), isSecure: isSecure() });
    return lead("", { "Set-Cookie": cookie });
  }

  async function sendFile(
    exchange: Exchange,
    token: string,
    { link, node }: { link: LinkRecord; node: DriveFile },
  ): Promise<void> {
    const { request, response } = exchange;
    const { owner, keepPlaces, limit } = link;
    const network = networkOf(exchange.client());
    const { signal } = createRequest(request, response, { host: "localhost" });
    const headers: Record<string, string> = {
      ...fileHeaders({
        name: node.name,
        contentType: node.version.type || null,
        // As if nobody had looked: it is saved, never shown.
        sniffedType: undefined,
        wantedDisposition: "attachment",
      }),
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "accept-ranges": "none",
    };
    if (request.method === "HEAD") {
      return sendResponse(response, new Response(null, { headers }));
    }
    // Parts are for who may have all of it as often as they like, and for bytes that stay as they are.
    const range = limit === null && keepPlaces ? request.headers.range : undefined;
    const answer = await openVersion(backend, owner, node.version.object, { range, signal });
    if (answer === undefined) return answerRefusal(exchange, "gone");
    let release = () => {};
    let body: ReadableStream<Uint8Array> | null = answer.body;
    try {
      let bytes: Uint8Array<ArrayBuffer> | undefined;
      if (!keepPlaces) {
        const { cleaned, done } = await withoutPlaces(body, node.version.size, room, network);
        release = done;
        body = cleaned.kind === "stream" ? cleaned.body : null;
        if (cleaned.kind === "refused") return refuse(exchange, 409, cleaned.why);
        if (cleaned.kind === "bytes") ({ bytes } = cleaned);
      }
      const isRest = answer.status === 206 && !rangeOf(answer).startsWith("bytes 0-");
      const counts = isRest || answer.status === 416 ? "nothing" : "download";
      const name = node.id === link.node ? "" : node.name;
      const counted =
        counts === "nothing"
          ? "in"
          : await visits.count(token, visitorOf(exchange), { act: "file", name }, counts);
      if (counted !== "in") return answerRefusal(exchange, counted, token);
      if (limit === null && keepPlaces) headers["accept-ranges"] = "bytes";
      const length = bytes?.length ?? answer.headers.get("content-length");
      if (length !== null) headers["content-length"] = String(length);
      if (answer.status === 206 || answer.status === 416) {
        headers["content-range"] = rangeOf(answer);
      }
      const sent = bytes ?? (answer.status === 416 ? null : body);
      await sendResponse(
        response,
        new Response(sent as BodyInit | null, { status: answer.status, headers }),
      );
    } finally {
      release();
      // Nobody reads on: it was refused, or the client has gone.
      if (body !== null && !body.locked) await body.cancel();
    }
  }

  async function sendZip(
    exchange: Exchange,
    token: string,
    { link, node }: { link: LinkRecord; node: DriveFolder },
  ): Promise<void> {
    const { request, response } = exchange;
    const headers = { ...zipHeaders(`${node.name}.zip`), "x-robots-tag": "noindex" };
    if (request.method === "HEAD") {
      return sendResponse(response, new Response(null, { headers }));
    }
    const network = networkOf(exchange.client());
    if (zips.filter((one) => one === network).length >= zipsOfOne) {
      return refuse(exchange, 429, "Wait for the end of the downloads that are under way.");
    }
    if (zips.length >= zipsAtOnce) {
      return refuse(exchange, 503, "Many archives are being made. Try again in a minute.", {
        "Retry-After": "60",
      });
    }
    zips.push(network);
    const life = new AbortController();
    try {
      const name = node.id === link.node ? "" : node.name;
      const visitor = visitorOf(exchange);
      const counted = await visits.count(token, visitor, { act: "zip", name }, "download");
      if (counted !== "in") return answerRefusal(exchange, counted, token);
      const zip = zipOf({
        store,
        owner: link.owner,
        nodes: [node],
        read: link.keepPlaces ? readStored(backend) : readCleaned(backend, room, network),
        isOpen: async (id) => typeof (await visits.find(token, id, visitor)) !== "string",
        log,
        now,
        signal: life.signal,
      });
      response.writeHead(200, headers);
      await pipeline(Readable.fromWeb(zip as Parameters<typeof Readable.fromWeb>[0]), response);
    } finally {
      zips.splice(zips.indexOf(network), 1);
      // Whatever is still being read for it is read for nobody.
      life.abort();
    }
  }

  function answerRefusal(
    exchange: Exchange,
    refusal: "gone" | "locked" | "used-up",
    token = "",
  ): void {
    if (refusal === "locked") {
      const headers = { Location: sharePath(token), "Referrer-Policy": "no-referrer" };
      return answerText(exchange, 303, "It has a password.", headers);
    }
    const [status, text] = refusals[refusal];
    return refuse(exchange, status, text);
  }

  async function send(exchange: Exchange, asked: Exclude<ShareAct, { act: "open" }>) {
    const { method } = exchange.request;
    if (method !== "GET" && method !== "HEAD") {
      return refuse(exchange, 405, "This can only be read.", { Allow: "GET, HEAD" });
    }
    const { token, id, act } = asked;
    const found = await visits.find(token, id, visitorOf(exchange));
    if (typeof found === "string") return answerRefusal(exchange, found, token);
    const { link, chain } = found;
    const [node] = chain;
    if (link.limit !== null && link.downloads >= link.limit) {
      return answerRefusal(exchange, "used-up");
    }
    if (act === "file" && node?.kind === "file") return sendFile(exchange, token, { link, node });
    if (act === "zip" && node?.kind === "folder") return sendZip(exchange, token, { link, node });
    return answerRefusal(exchange, "gone");
  }

  return async (exchange) => {
    const wait = perNetwork.take(networkOf(exchange.client()));
    if (wait > 0) {
      return refuse(exchange, 429, "Too many requests. Try again in a moment.", {
        "Retry-After": String(wait),
      });
    }
    const asked = shareActOf(exchange.path);
    if (asked === undefined) return answerRefusal(exchange, "gone");
    try {
      await (asked.act === "open" ? open(exchange, asked.token) : send(exchange, asked));
    } catch (error) {
      const isTemporary = error instanceof BackendError && error.status === "UNAVAILABLE";
      if (exchange.response.headersSent || !isTemporary) throw error;
      log.error({ err: error, requestId: exchange.id }, "a shared file could not be sent");
      refuse(exchange, 503, "It cannot be read just now. Try again shortly.", {
        "Retry-After": "5",
      });
    }
  };
}

function rangeOf(answer: Response): string {
  return answer.headers.get("content-range") ?? "";
}

function visitorOf({ request }: Exchange): Visitor {
  const { cookie, "user-agent": agent = "" } = request.headers;
  return { cookies: cookie, agent };
}

function refuse(
  exchange: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  answerText(exchange, status, text, {
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    ...headers,
  });
}
