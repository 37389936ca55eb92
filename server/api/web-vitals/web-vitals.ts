/**
 * `POST /api/web-vitals`: how fast a page was in somebody's browser. Off until the owner switches it on; nothing of who
 * sent it is kept but the kind of device.
 */
import * as z from "zod/mini";
import { vitalNames } from "#lib/analytics/report.ts";
import { networkOf } from "#lib/network-of.ts";
import { isPageAddress } from "#lib/page-of-address.ts";
import type { PublicBackend } from "#lib/server-backend.ts";
import { browserFacts } from "../../analytics/browser-facts.ts";
import { isShownPage } from "../../analytics/shown-page.ts";
import type { VitalsWriter } from "../../analytics/write-vitals.ts";
import { apiError } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { parseJson } from "../../http/parse-json.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";

/** Ten minutes, in milliseconds; CLS is far below. */
const value = z.number().check(z.gte(0), z.lte(600_000));
const load = z.object({
  path: z.string().check(z.maxLength(200), z.refine(isPageAddress)),
  values: z.partialRecord(z.enum(vitalNames), value),
});

export function createWebVitalsEndpoint(deps: {
  backend: Pick<PublicBackend, "publicData">;
  writer: Pick<VitalsWriter, "add">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint {
  const { backend, writer, now } = deps;
  const limit = createRateLimit({ burst: 60, perMinute: 30, now });
  return {
    method: "POST",
    path: "/api/web-vitals",
    maxBodyBytes: 1024,
    async answer({ request, body, client }) {
      const wait = limit.take(networkOf(client));
      if (wait > 0) {
        return apiError(429, "too-many-requests", `Try again in ${wait} s.`, {
          "Retry-After": String(wait),
        });
      }
      const parsed = load.safeParse(parseJson(body));
      if (!parsed.success) {
        return apiError(400, "invalid-web-vitals", "Web vitals are {path, values} of a page.");
      }
      // A page of before the switch may still be open somewhere.
      const shown = await backend.publicData();
      if (shown.webVitals !== true) {
        return apiError(404, "off", "This site does not collect web vitals.");
      }
      if (!isShownPage(parsed.data.path, shown)) return new Response(null, { status: 204 });
      const { device = "other" } = browserFacts(request.headers.get("user-agent") ?? "");
      if (!writer.add({ ...parsed.data, device })) {
        return apiError(503, "busy", "Web vitals are not counted at the moment.", {
          "Retry-After": "60",
        });
      }
      return new Response(null, { status: 204 });
    },
  };
}
