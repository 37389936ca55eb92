/**
 * Counts page views: a beacon from each route change, kept in memory for a moment and written in batches to the
 * collection `pageViews` and the counts of the day (docs/analytics.md). Kept of a view: path, `utm_*`, the host of the
 * referrer, kind of device, browser, country, and a hash that tells visitors of one day apart and nobody from one day to
 * the next. With Do-Not-Track or Global Privacy Control: path and `utm_*` only.
 */
import { randomUUID } from "node:crypto";
import { isbot } from "isbot";
import * as z from "zod/mini";
import { networkOf } from "#lib/network-of.ts";
import { isPageAddress } from "#lib/page-of-address.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { browserFacts } from "../../analytics/browser-facts.ts";
import type { Countries } from "../../analytics/countries.ts";
import { isShownPage } from "../../analytics/shown-page.ts";
import type { PageView } from "../../analytics/page-view.ts";
import { createVisitorSalts } from "../../analytics/visitor-salt.ts";
import { writeViews } from "../../analytics/write-views.ts";
import type { WaitingView } from "../../analytics/write-views.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { parseJson } from "../../http/parse-json.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { Log } from "../../log.ts";

const batchSize = 100;
const maxWaiting = 1000;
const maxPerDay = 50_000;

const text = (maxLength: number) =>
  z.string().check(
    z.maxLength(maxLength),
    z.refine((value) => value.isWellFormed()),
  );

const beacon = z.object({
  path: text(200).check(z.refine(isPageAddress)),
  campaign: z._default(z.pipe(z.record(z.string(), text(2000)), z.transform(cutCampaign)), {}),
  referrer: z._default(text(2000), ""),
});

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
  /** Without it no country is told. */
  countryOf?: Countries["countryOf"];
  /** So that nobody alone ends the counting of a day. */
  maxPerNetwork?: number;
}): PageViews {
  const {
    backend,
    log,
    now,
    flushEveryMs,
    countryOf = () => undefined,
    maxPerNetwork = 5000,
  } = deps;
  const salts = createVisitorSalts(backend);
  const limit = createRateLimit({ burst: 240, perMinute: 120, now });
  const waiting: WaitingView[] = [];
  /** Sent, and not known to be written: it is tried again as it was, or the store could not tell that it has it. */
  let sent: WaitingView[] = [];
  let day = { date: "", count: 0, byNetwork: new Map<string, number>() };
  let flushing = Promise.resolve();

  function today(): typeof day {
    const date = new Date(now()).toISOString().slice(0, 10);
    if (day.date !== date) day = { date, count: 0, byNetwork: new Map() };
    return day;
  }

  async function answer(request: ApiRequest): Promise<Response> {
    const network = networkOf(request.client);
    const wait = limit.take(network);
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
    const ignored = new Response(null, { status: 204 });
    if (!isShownPage(parsed.data.path, await backend.publicData())) return ignored;
    const counted = today();
    const ofNetwork = counted.byNetwork.get(network) ?? 0;
    if (ofNetwork >= maxPerNetwork) return ignored;
    if (waiting.length + sent.length >= maxWaiting || counted.count >= maxPerDay) {
      return apiError(503, "busy", "Page views are not counted at the moment.", {
        "Retry-After": "60",
      });
    }
    counted.count += 1;
    counted.byNetwork.set(network, ofNetwork + 1);
    // The id is made here, so that a batch that is written twice counts once.
    waiting.push({ id: randomUUID(), ...viewOf(request, parsed.data) });
    if (waiting.length >= batchSize) void flush();
    return new Response(null, { status: 204 });
  }

  function viewOf(
    { request, client }: ApiRequest,
    { path, campaign, referrer }: z.infer<typeof beacon>,
  ): Omit<WaitingView, "id"> {
    const view: PageView = { path, campaign, at: new Date(now()).toISOString() };
    const agent = request.headers.get("user-agent") ?? "";
    if (isbot(agent)) view.bot = true;
    // Every browser says which languages its reader likes.
    else if (!request.headers.has("accept-language")) view.suspected = true;
    if (request.headers.get("dnt") === "1" || request.headers.get("sec-gpc") === "1") {
      return { view, who: undefined };
    }
    const host = URL.canParse(referrer) ? new URL(referrer).host : "";
    if (host !== "" && host !== request.headers.get("host")) view.referrerHost = host;
    const { device, browser } = browserFacts(agent);
    const country = countryOf(client);
    if (device !== undefined) view.device = device;
    if (browser !== undefined) view.browser = browser;
    if (country !== undefined) view.country = country;
    return { view, who: `${client} ${agent}` };
  }

  function flush(): Promise<void> {
    flushing = flushing.then(writeBatches);
    return flushing;
  }

  async function writeBatches(): Promise<void> {
    while (sent.length > 0 || waiting.length > 0) {
      if (sent.length === 0) sent = waiting.splice(0, batchSize);
      try {
        // oxlint-disable-next-line no-await-in-loop -- one batch after the other
        await writeViews(backend, salts, sent);
      } catch (error) {
        if (!isRefused(error)) {
          // They stay, bounded by maxWaiting, and go with the next flush.
          log.warn(
            { err: error, waiting: waiting.length + sent.length },
            "page views could not be written yet",
          );
          return;
        }
        log.error({ err: error, lost: sent.length }, "page views were refused and are lost");
      }
      sent = [];
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

/** A view with an odd address is still a view. */
function cutCampaign(campaign: Record<string, string>): Record<string, string> {
  const named = Object.entries(campaign)
    .filter(([name]) => /^utm_[a-z_]{1,30}$/.test(name))
    .slice(0, 6)
    .map(([name, value]) => [name, value.slice(0, 100).toWellFormed()] as const);
  return Object.fromEntries(named);
}

/** Such a batch would be refused again and hold up all that come after it. */
function isRefused(error: unknown): boolean {
  return error instanceof BackendError && error.status === "INVALID_ARGUMENT";
}
