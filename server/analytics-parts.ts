/** What a process has for page views and page speed: what takes them, what reports on them, and the jobs between. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ServerBackend } from "#lib/server-backend.ts";
import { noteBuild } from "./analytics/annotations.ts";
import { openCountries } from "./analytics/countries.ts";
import { createVitalsWriter } from "./analytics/write-vitals.ts";
import { createAnalyticsEndpoints } from "./api/analytics/analytics.ts";
import { createPageViews } from "./api/page-views/page-views.ts";
import { createWebVitalsEndpoint } from "./api/web-vitals/web-vitals.ts";
import { createAudit } from "./audit/audit.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { Log } from "./log.ts";
import { createAdminDoor } from "./user-admin/admin-door.ts";

export type AnalyticsParts = {
  endpoints: Endpoint[];
  /** Writes what waits. */
  close(): Promise<void>;
};

export async function openAnalytics(deps: {
  backend: ServerBackend;
  /** Path of a file by which countries are told; undefined for none. */
  countriesDb: string | undefined;
  flushEveryMs: number;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Promise<AnalyticsParts> {
  const { backend, countriesDb, flushEveryMs, log, now } = deps;
  const countries = await openCountries(countriesDb, log);
  const views = createPageViews({
    backend,
    log,
    now,
    flushEveryMs,
    countryOf: (address) => countries.countryOf(address),
  });
  const vitals = createVitalsWriter({ backend, log, now, flushEveryMs });
  return {
    endpoints: [
      views.endpoint,
      createWebVitalsEndpoint({ backend, writer: vitals, now }),
      ...createAnalyticsEndpoints({
        door: createAdminDoor({ backend, now }),
        backend,
        audit: createAudit({ backend, now, newId: randomUUID }),
        countries: countries.state,
        async flush() {
          await Promise.all([views.flush(), vitals.flush()]);
        },
        now,
      }),
    ],
    async close() {
      await Promise.all([views.close(), vitals.close()]);
    },
  };
}

/**
 * Keeps when this build first ran. Never rejects: it is a mark in a chart.
 * @param stamp where the build says which it is
 */
export async function keepBuild(
  backend: ServerBackend,
  { stamp, log, now }: { stamp: URL; log: Log; now: () => number },
): Promise<void> {
  try {
    const build = (await readFile(stamp, "utf8")).trim().slice(0, 12);
    if (build !== "") await noteBuild(backend, build, now);
  } catch (error) {
    // What was not built by `npm run build` has no such file.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    log.warn({ err: error }, "which version of the site runs could not be kept");
  }
}
