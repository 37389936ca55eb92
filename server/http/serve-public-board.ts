/**
 * Answers a request for a public board, or its data. Whether it is switched on is asked each time; what was rendered of
 * it is kept until the board changes, and no other program is asked to keep it. docs/boards.md
 */
import { LRUCache } from "lru-cache";
import { type PublicBoard, type PublicVisit, slugOfPath } from "#lib/boards/public-board.ts";
import { networkOf } from "#lib/network-of.ts";
import { pageOfData } from "#lib/page-address.ts";
import { type RateLimit, createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import type { PageCache, RenderedPage } from "../page-cache/page-cache.ts";
import { answerText } from "./answer.ts";
import { pathForLog } from "./path-for-log.ts";
import type { Exchange } from "./request-facts.ts";
import type { HeaderList } from "./security-headers.ts";
import { createBodySender } from "./send-body.ts";

/** One that is switched on; `seq` and `since` are others whenever something of it is. */
type ShownBoard = { board: string; seq: number; since: number; index: boolean };

/** As server/boards has them. */
export type ShownBoards = {
  /** Undefined: nothing is there, or no more. @throws BackendError */
  find(slug: string): Promise<ShownBoard | undefined>;
  /** @throws BackendError */
  read(slug: string, board: string): Promise<PublicBoard | undefined>;
};

type Made = {
  response: Response;
  /** False: something that the page shows could not be loaded. */
  complete: boolean;
  rendered: RenderedPage;
};

/** Of one network: what has to be made anew, or is not there. What takes long counts for several. */
const making = { burst: 60, perMinute: 60 };
const oneMs = 400;
/** What everything takes on a busy machine. */
const quickMs = 500;
/** Of one network, all together: whether a board is shown is read anew for each. */
const asking = { burst: 600, perMinute: 300 };
/** A board that many change at once is rendered no more often, and a large one takes a fifth of the time. */
const freshMs = 2_000;
const share = 5;
const mostRemembered = 10_000;
const noRobots: HeaderList = [["X-Robots-Tag", "noindex"]];

export function createPublicBoardServer(deps: {
  boards: ShownBoards;
  /** Undefined in development. */
  cache: PageCache | undefined;
  render: (exchange: Exchange, visit: PublicVisit) => Promise<Made>;
  /** For an answer that is not kept. */
  sendOnce: (exchange: Exchange, response: Response, rendered: RenderedPage) => Promise<void>;
  securityHeaders: (path: string) => HeaderList;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): (exchange: Exchange) => Promise<void> {
  const { boards, cache, render, sendOnce, securityHeaders, log, now } = deps;
  const perNetwork = createRateLimit({ ...making, now });
  const requests = createRateLimit({ ...asking, now });
  const sendFinished = createBodySender(securityHeaders, "private, max-age=0, must-revalidate");
  /** By path where it was kept last, and how long that is fresh. */
  const last = new LRUCache<string, { key: string; since: number; until: number }>({
    maxSize: mostRemembered,
    sizeCalculation: () => 1,
  });

  async function sendMade(exchange: Exchange, { response, rendered }: Made): Promise<void> {
    for (const [name, value] of noRobots) exchange.response.setHeader(name, value);
    await sendOnce(exchange, response, rendered);
  }

  async function serveShown(exchange: Exchange, slug: string, shown: ShownBoard): Promise<void> {
    const { path } = exchange;
    const { board, seq, since, index } = shown;
    const before = last.get(path);
    const isFresh = before?.since === since && now() < before.until;
    const key = isFresh ? before.key : `${path} ${since} ${seq}`;
    const kept = cache?.get(key);
    if (kept) return sendFinished(exchange, kept);
    if (isOften(exchange, perNetwork)) return;
    const begunAt = now();
    const make = async (): Promise<Made> => {
      const read = await boards.read(slug, board);
      const made = await render(exchange, read ? { board: read } : "none");
      charge(exchange, now() - begunAt - quickMs);
      return made;
    };
    if (!cache) return sendMade(exchange, await make());
    const outcome = await cache.once(key, async () => {
      const begun = cache.begin();
      const made = await make();
      if (made.response.status !== 200 || !made.complete) return made;
      const headers = index ? {} : { headers: noRobots };
      const page = await cache.put(key, begun, { ...made.rendered, ...headers });
      const until = now() + Math.max(freshMs, share * (now() - begunAt - quickMs));
      last.set(path, { key, since, until });
      return { page };
    });
    return "page" in outcome ? sendFinished(exchange, outcome.page) : sendMade(exchange, outcome);
  }

  function charge(exchange: Exchange, ms: number): void {
    for (let left = ms; left >= oneMs; left -= oneMs) perNetwork.take(networkOf(exchange.client()));
  }

  /** Then it has been answered. */
  function isOften(exchange: Exchange, limit: RateLimit): boolean {
    const wait = limit.take(networkOf(exchange.client()));
    if (wait === 0) return false;
    const headers = { "Retry-After": String(wait) };
    answerText(exchange, 429, "Too many requests. Try again in a moment.", headers);
    return true;
  }

  return async (exchange) => {
    if (isOften(exchange, requests)) return undefined;
    const slug = slugOfPath(pageOfData(exchange.path) ?? exchange.path);
    try {
      const shown = slug === undefined ? undefined : await boards.find(slug);
      if (slug !== undefined && shown) return await serveShown(exchange, slug, shown);
    } catch (error) {
      log.error(
        { err: error, requestId: exchange.id, path: pathForLog(exchange.path) },
        "a public board could not be shown",
      );
      if (exchange.response.headersSent) throw error;
      return sendMade(exchange, await render(exchange, "failed"));
    }
    if (isOften(exchange, perNetwork)) return undefined;
    return sendMade(exchange, await render(exchange, "none"));
  };
}
