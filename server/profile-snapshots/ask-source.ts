/** One question to another site, with all that can go wrong as a SourceError. */
import { OutgoingError } from "../outgoing/errors.ts";
import type { OutgoingAnswer, OutgoingFetch } from "../outgoing/outgoing-fetch.ts";
import { SourceError } from "./profile-source.ts";

/** Only 200 and 403 have JSON. */
type SourceAnswer = {
  status: 200 | 304 | 403 | 404;
  headers: OutgoingAnswer["headers"];
  json: unknown;
};

/** @throws SourceError; what `signal` is aborted with */
export type AskSource = (
  url: string,
  init: {
    method?: "GET" | "POST";
    headers?: Record<string, string>;
    body?: string;
    signal?: AbortSignal;
    /** JSON with which the site refuses (401, 403) is an answer, of status 403. */
    takesRefusal?: boolean;
  },
) => Promise<SourceAnswer>;

/** Not there, not any more, or not to be shown by law. */
const gone = [404, 410, 451];
const usualWaitMs = 60_000;
/** GitHub's second limit, which is on how fast one asks, may come without a time. */
export const saysLimit = /\brate limit\b/i;

export function createAskSource(deps: {
  fetch: OutgoingFetch;
  /** As people call the site. */
  name: string;
  /** Milliseconds since 1970. */
  now: () => number;
  timeoutMs?: number;
  maxBytes?: number;
}): AskSource {
  const { fetch, name, now, timeoutMs = 10_000, maxBytes = 4 * 1024 * 1024 } = deps;

  return async (url, init) => {
    const { status, headers, bytes, url: from } = await answerOf(url, init);
    if (status === 304) return { status, headers, json: undefined };
    const isLed = status >= 300 && status < 400;
    if (isLed || new URL(from).origin !== new URL(url).origin) {
      throw new SourceError(`${name} leads elsewhere: no answer is taken from there.`);
    }
    if (gone.includes(status)) return { status: 404, headers, json: undefined };
    if (status === 200) return { status, headers, json: jsonOf(bytes) };
    const retryAt = retryAtOf(headers, now());
    const isLimit = retryAt !== undefined || saysLimit.test(bytes.subarray(0, 1000).toString());
    if (status === 429 || (status === 403 && isLimit)) {
      throw new SourceError(`${name} was asked too often and answers no more for a while.`, {
        retryAt: retryAt ?? now() + usualWaitMs,
      });
    }
    const isRefusal = status === 401 || status === 403;
    if (isRefusal && init.takesRefusal && /\bjson\b/.test(headers["content-type"] ?? "")) {
      return { status: 403, headers, json: jsonOf(bytes) };
    }
    if (status === 401) throw new SourceError(`${name} does not take the token.`);
    if (status === 403) throw new SourceError(`${name} refuses to answer this server (403).`);
    throw new SourceError(`${name} answers with an error (${status}).`);
  };

  async function answerOf(url: string, init: Parameters<AskSource>[1]): Promise<OutgoingAnswer> {
    try {
      return await fetch(url, { ...init, maxBytes, timeoutMs });
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new SourceError(`${name} cannot be read just now. ${error.message}`, { cause: error });
    }
  }

  function jsonOf(bytes: Buffer): unknown {
    try {
      // Half a letter, which JSON can write, would neither be stored nor become part of an address.
      return JSON.parse(bytes.toString("utf8"), (_key, value: unknown) =>
        typeof value === "string" ? value.toWellFormed() : value,
      );
    } catch (error) {
      throw new SourceError(`${name}’s answer makes no sense.`, { cause: error });
    }
  }
}

/** `Retry-After` in seconds or as a date, else GitHub's time at which the count begins anew. Undefined for no limit. */
export function retryAtOf(headers: OutgoingAnswer["headers"], nowMs: number): number | undefined {
  const after = headers["retry-after"];
  if (after !== undefined) {
    const at = /^\d+$/.test(after) ? nowMs + Number(after) * 1000 : Date.parse(after);
    return Number.isFinite(at) ? at : nowMs + usualWaitMs;
  }
  if (headers["x-ratelimit-remaining"] !== "0") return undefined;
  const resetAt = Number(headers["x-ratelimit-reset"]) * 1000;
  return Number.isFinite(resetAt) ? resetAt : nowMs + usualWaitMs;
}
