/**
 * Counts page views: a beacon from each route change, kept in memory for a moment and written in batches to the
 * collection `pageViews`. Kept of a view: path, `utm_*`, the host of the referrer, and a hash that tells visitors of
 * one day apart and nobody from one day to the next. With Do-Not-Track or Global Privacy Control: path and `utm_*` only.
 */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { isbot } from "isbot";
import * as z from "zod/mini";
import { networkOf } from "#lib/network-of.ts";
import { pages } from "#lib/pages.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError } from "../../http/answer.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { Log } from "../../log.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";

const batchSize = 100;
const maxWaiting = 1000;
const maxPerDay = 50_000;

const text = (maxLength: number) =>
  z.string().check(
    z.maxLength(maxLength),
    z.refine((value) => value.isWellFormed()),
  );

const beacon = z.object({
  path: text(200).check(z.refine(isPage)),
  campaign: z._default(
    z
      .record(z.string().check(z.regex(/^utm_[a-z_]{1,30}$/)), text(100))
      .check(z.refine((campaign) => Object.keys(campaign).length <= 6)),
    {},
  ),
  referrer: z._default(text(2000), ""),
});

type PageView = {
  path: string;
  /** ISO, UTC. */
  at: string;
  campaign: Record<string, string>;
  referrerHost?: string;
  visitor?: string;
  bot?: true;
};

export type PageViews = {
  endpoint: Endpoint;
  /** Writes what waits. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export function createPageViews(deps: {
  backend: ServerBackend;
  log: Log;
  now: () => number;
  flushEveryMs: number;
}): PageViews {
  const { backend, log, now, flushEveryMs } = deps;
  const limit = createRateLimit({ burst: 240, perMinute: 120, now });
  let waiting: { id: string; view: PageView }[] = [];
  let day = { date: "", salt: randomBytes(32), count: 0 };
  let flushing = Promise.resolve();

  function today(): typeof day {
    const date = new Date(now()).toISOString().slice(0, 10);
    if (day.date !== date) day = { date, salt: randomBytes(32), count: 0 };
    return day;
  }

  function answer(request: ApiRequest): Response {
    const wait = limit.take(networkOf(request.client));
    if (wait > 0) {
      return apiError(429, "too-many-requests", `Try again in ${wait} s.`, {
        "Retry-After": String(wait),
      });
    }
    const parsed = beacon.safeParse(parseJson(request.body));
    if (!parsed.success) {
      return apiError(
        400,
        "invalid-page-view",
        "A page view is {path, campaign, referrer} of a page of this site.",
      );
    }
    const counted = today();
    if (waiting.length >= maxWaiting || counted.count >= maxPerDay) {
      return apiError(503, "busy", "Page views are not counted at the moment.", {
        "Retry-After": "60",
      });
    }
    counted.count += 1;
    // The id is made here, so that a batch that is written twice counts once.
    waiting.push({ id: randomUUID(), view: viewOf(request, parsed.data, counted.salt) });
    if (waiting.length >= batchSize) void flush();
    return new Response(null, { status: 204 });
  }

  function viewOf(
    { request, client }: ApiRequest,
    { path, campaign, referrer }: z.infer<typeof beacon>,
    salt: Buffer,
  ): PageView {
    const view: PageView = { path, campaign, at: new Date(now()).toISOString() };
    const agent = request.headers.get("user-agent") ?? "";
    if (isbot(agent)) view.bot = true;
    if (request.headers.get("dnt") === "1" || request.headers.get("sec-gpc") === "1") return view;
    const host = URL.canParse(referrer) ? new URL(referrer).host : "";
    if (host !== "" && host !== request.headers.get("host")) view.referrerHost = host;
    view.visitor = createHmac("sha256", salt)
      .update(`${client} ${agent}`)
      .digest("base64url")
      .slice(0, 16);
    return view;
  }

  function flush(): Promise<void> {
    flushing = flushing.then(writeBatches);
    return flushing;
  }

  async function writeBatches(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      try {
        await backend.commit(batch.map(({ id, view }) => ({ set: `pageViews/${id}`, data: view })));
      } catch (error) {
        if (!isRefused(error)) {
          // They stay, bounded by maxWaiting, and go with the next flush.
          log.warn({ err: error, waiting: waiting.length }, "page views could not be written yet");
          return;
        }
        log.error({ err: error, lost: batch.length }, "page views were refused and are lost");
      }
      waiting = waiting.slice(batch.length);
    }
  }

  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();

  return {
    endpoint: { method: "POST", path: "/api/page-views", maxBodyBytes: 4096, answer },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Such a batch would be refused again and hold up all that come after it. */
function isRefused(error: unknown): boolean {
  return error instanceof BackendError && error.status === "INVALID_ARGUMENT";
}

function isPage(path: string): boolean {
  return pages.some(
    (page) =>
      page.path === path ||
      (page.children && path.startsWith(`${page.path}/`) && /^\/[a-z]+\/[a-z0-9-]+$/.test(path)),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is refused by the schema like any other wrong body.
    return undefined;
  }
}
