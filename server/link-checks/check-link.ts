/** Whether a link still leads somewhere. What only robots are refused is no fault of the link. */
import type { CheckedLink } from "#lib/link-check.ts";
import { OutgoingError } from "../outgoing/errors.ts";
import type { OutgoingFault } from "../outgoing/errors.ts";
import type { OutgoingFetch } from "../outgoing/outgoing-fetch.ts";

const timeoutMs = 10_000;
/** Servers that know no HEAD are asked again, as a browser does it. */
const unsure = new Set([400, 403, 404, 405, 406, 409, 410, 415, 429, 500, 501, 503]);

/** Undefined when this machine itself cannot ask: nothing is known then. */
export type LinkChecker = (url: string, signal?: AbortSignal) => Promise<CheckedLink | undefined>;

export function createLinkChecker(deps: { fetch: OutgoingFetch }): LinkChecker {
  const { fetch } = deps;

  async function statusOf(url: string, signal: AbortSignal | undefined): Promise<number> {
    const headers = { Accept: "text/html,*/*;q=0.8", "Accept-Language": "en" };
    const usual = { headers, maxBytes: 0, timeoutMs, signal };
    const { status } = await fetch(url, { ...usual, method: "HEAD" });
    if (!unsure.has(status)) return status;
    return (await fetch(url, { ...usual, method: "GET" })).status;
  }

  return async (url, signal) => {
    // What answers http alone is asked by nobody here, and is not called broken for it.
    const asked = url.replace(/^http:/i, "https:");
    const host = new URL(url).hostname;
    try {
      const status = await statusOf(asked, signal);
      return { url, status, problem: problemOf(status, host) };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.fault === "no-lookup") return undefined;
      const isPlain = asked !== url && httpsFaults.has(error.fault);
      const isKnown = !isPlain && brokenFaults.has(error.fault);
      return { url, status: 0, problem: isKnown ? `${host}: ${error.message}` : null };
    }
  };
}

const httpsFaults = new Set<OutgoingFault>(["refused", "certificate", "timeout", "broken"]);
const brokenFaults = new Set<OutgoingFault>([
  "no-host",
  "not-public",
  "certificate",
  "refused",
  "timeout",
  "too-many-redirects",
]);

/** 401, 403 and 429 are about who asks, not about what is there. */
function problemOf(status: number, host: string): string | null {
  if (status === 404 || status === 410) return `${host} says that this page is gone (${status}).`;
  if (status >= 500 && status < 600) return `${host} answers with an error (${status}).`;
  return null;
}
