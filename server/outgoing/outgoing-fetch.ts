/**
 * The one way in which the server asks an address that somebody typed: https alone, a public address that is looked up
 * once and connected to as it was checked, each redirect checked anew, and an end to size and time (docs/outgoing.md).
 */
import { lookup } from "node:dns/promises";
import { request } from "node:https";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { OutgoingError } from "./errors.ts";
import { dialTls } from "./dial-tls.ts";
import type { Dial } from "./dial-tls.ts";
import { isPublicAddress } from "./public-address.ts";

export type OutgoingInit = {
  /** Redirects are followed for GET and HEAD alone. */
  method?: "GET" | "HEAD" | "POST";
  /** What names the caller (Authorization, Cookie) goes to no other origin that a redirect leads to. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Of the body; 0 takes none of it. */
  maxBytes: number;
  /** For all of it: names, redirects, the last byte. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

export type OutgoingAnswer = {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  /** Where it came from in the end. */
  url: string;
};

/** @throws OutgoingError whose message is for people; what `signal` is aborted with */
export type OutgoingFetch = (url: string, init: OutgoingInit) => Promise<OutgoingAnswer>;

export type Resolve = (hostname: string) => Promise<{ address: string }[]>;

const maxRedirects = 5;
const maxHeaderBytes = 16 * 1024;
/** Of a name that has many. */
const maxAddresses = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
const ofCaller = new Set(["authorization", "cookie", "proxy-authorization"]);

export function createOutgoingFetch(deps: {
  /** What the site calls itself: `Foyer/1.0`. */
  userAgent: string;
  resolve?: Resolve;
  /** Only ever called with a public address. */
  dial?: Dial;
}): OutgoingFetch {
  const { userAgent, resolve = resolveName, dial = dialTls } = deps;

  async function ask(url: URL, init: OutgoingInit, signal: AbortSignal): Promise<OutgoingAnswer> {
    const addresses = await addressesOf(url, resolve, signal);
    const port = url.port === "" ? 443 : Number(url.port);
    const servername = bareHost(url);
    const socket = await firstOf(addresses, (address) =>
      dial({ address, port, servername, signal }),
    );
    return new Promise((done, fail) => {
      const { method = "GET", headers = {}, body } = init;
      const outgoing = request({
        method,
        host: servername,
        port,
        path: `${url.pathname}${url.search}`,
        setHost: false,
        headers: {
          Host: url.host,
          "User-Agent": userAgent,
          Accept: "*/*",
          // What is not packed cannot be a bomb.
          "Accept-Encoding": "identity",
          Connection: "close",
          ...headers,
          ...(body !== undefined && { "Content-Length": String(Buffer.byteLength(body)) }),
        },
        maxHeaderSize: maxHeaderBytes,
        createConnection: () => socket,
        signal,
      });
      outgoing.on("error", fail);
      outgoing.on("response", (answer) => {
        done(readAnswer(answer, url, method === "HEAD" ? 0 : init.maxBytes));
      });
      // An answer without end before the request is whole.
      outgoing.on("close", () => socket.destroy());
      outgoing.end(body);
    });
  }

  return async (address, init) => {
    const timeout = AbortSignal.timeout(init.timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    let url = checkUrl(address);
    let { headers = {} } = init;
    try {
      for (let hops = 0; ; hops++) {
        // oxlint-disable-next-line no-await-in-loop -- where it leads is in the answer
        const answer = await ask(url, { ...init, headers }, signal);
        const to = answer.headers["location"];
        const isFollowed = (init.method ?? "GET") !== "POST" && redirects.has(answer.status);
        if (!isFollowed || to === undefined) return answer;
        if (hops === maxRedirects) throw new OutgoingError("too-many-redirects");
        const next = checkUrl(to, url);
        if (next.origin !== url.origin) {
          headers = Object.fromEntries(
            Object.entries(headers).filter(([name]) => !ofCaller.has(name.toLowerCase())),
          );
        }
        url = next;
      }
    } catch (error) {
      if (init.signal?.aborted === true) throw init.signal.reason;
      if (timeout.aborted) throw new OutgoingError("timeout", error);
      throw error instanceof OutgoingError ? error : OutgoingError.of(error);
    }
  };
}

/** @throws OutgoingError for what may not be asked, whatever it resolves to */
function checkUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
  if (url === undefined || address.length > 4000) throw new OutgoingError("no-address");
  if (url.protocol !== "https:") throw new OutgoingError("not-https");
  if (url.username !== "" || url.password !== "") throw new OutgoingError("credentials");
  url.hash = "";
  return url;
}

/** Without the brackets of an IPv6 address, and without the dot at the end of a whole name. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

async function addressesOf(url: URL, resolve: Resolve, signal: AbortSignal): Promise<string[]> {
  const host = bareHost(url);
  const found = isIP(host) === 0 ? await abortable(resolve(host), signal) : [{ address: host }];
  const open = found.map(({ address }) => address).filter(isPublicAddress);
  if (open.length === 0) throw new OutgoingError(found.length === 0 ? "no-host" : "not-public");
  // A machine without IPv6 is still common.
  const byFamily = open.toSorted((a, b) => isIP(a) - isIP(b));
  return byFamily.slice(0, maxAddresses);
}

async function resolveName(hostname: string): Promise<{ address: string }[]> {
  return lookup(hostname, { all: true, order: "verbatim" });
}

async function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** What the first address that can be reached comes to. @throws what the last one did */
async function firstOf<Value>(
  addresses: readonly string[],
  reach: (address: string) => Promise<Value>,
): Promise<Value> {
  let last: unknown;
  for (const address of addresses) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next one only if this one fails
      return await reach(address);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

async function readAnswer(
  answer: IncomingMessage,
  url: URL,
  maxBytes: number,
): Promise<OutgoingAnswer> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  const { statusCode: status = 0 } = answer;
  const isUnread = maxBytes === 0 || redirects.has(status);
  const parts: Buffer[] = [];
  if (isUnread) answer.destroy();
  else {
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding !== "identity") {
      answer.destroy();
      throw new OutgoingError("packed");
    }
    let size = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      // Leaving the loop ends the connection.
      if (size > maxBytes) throw new OutgoingError("too-large");
      parts.push(part);
    }
  }
  return { status, headers, bytes: Buffer.concat(parts), url: url.href };
}
