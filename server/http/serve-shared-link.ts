/** Answers a request for the page of a share link, or its data: made anew for each visitor, and kept by nobody. */
import { type SharedPage, tokenOfPath } from "#lib/drive/share-link.ts";
import { networkOf } from "#lib/network-of.ts";
import { pageOfData } from "#lib/page-address.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import { answerText } from "./answer.ts";
import { pathForLog } from "./path-for-log.ts";
import type { Exchange } from "./request-facts.ts";

/** As server/drive has them. */
export type ShownLinks = {
  /** `id`: of something in the folder that is shared. @throws BackendError */
  page(
    token: string,
    id: string | undefined,
    visitor: { cookies: string | undefined; agent: string },
  ): Promise<SharedPage>;
};

/** Of one network, all together: a page is rendered for each. */
const asking = { burst: 120, perMinute: 90 };

export function createSharedLinkServer(deps: {
  links: ShownLinks;
  send: (exchange: Exchange, page: SharedPage) => Promise<void>;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): (exchange: Exchange) => Promise<void> {
  const { links, send, log, now } = deps;
  const perNetwork = createRateLimit({ ...asking, now });

  async function pageOf(exchange: Exchange): Promise<SharedPage> {
    const { path, query, request } = exchange;
    const token = tokenOfPath(pageOfData(path) ?? path);
    if (token === undefined) return { kind: "gone" };
    const asked = new URLSearchParams(query);
    const folder = asked.get("folder") ?? undefined;
    const { cookie, "user-agent": agent = "" } = request.headers;
    if (folder !== undefined && !/^[a-z0-9]{20}$/.test(folder)) return { kind: "gone" };
    try {
      const page = await links.page(token, folder, { cookies: cookie, agent });
      const problem = asked.get("problem");
      const isTold = page.kind === "locked" && (problem === "wrong" || problem === "often");
      return isTold ? { ...page, problem } : page;
    } catch (error) {
      log.error(
        { err: error, requestId: exchange.id, path: pathForLog(path) },
        "the page of a share link could not be made",
      );
      return { kind: "failed" };
    }
  }

  return async (exchange) => {
    const wait = perNetwork.take(networkOf(exchange.client()));
    if (wait > 0) {
      return answerText(exchange, 429, "Too many requests. Try again in a moment.", {
        "Retry-After": String(wait),
      });
    }
    exchange.response.setHeader("X-Robots-Tag", "noindex");
    return send(exchange, await pageOf(exchange));
  };
}
