/** `/api/analytics` for admins: reports on page views and page speed, as JSON and as CSV. */
import * as z from "zod/mini";
import { dateOf, daysBetween, isDate } from "#lib/analytics/dates.ts";
import { dimensions } from "#lib/analytics/report.ts";
import type {
  AnalyticsReport,
  CountriesState,
  Dimension,
  Filter,
  VitalsReport,
} from "#lib/analytics/report.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { annotationsOf } from "../../analytics/annotations.ts";
import { csvTables, toCsv } from "../../analytics/report-csv.ts";
import { readLiveNow, readReport } from "../../analytics/report.ts";
import type { Range } from "../../analytics/report.ts";
import { readVitals } from "../../analytics/vitals-report.ts";
import type { Audit } from "../../audit/audit.ts";
import { recordAct } from "../../audit/record-act.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";

const maxDays = 366;

/** Beside the site's other settings, but changed at once and not published. */
const analyticsSettingsPath = "site/analytics";

const day = z.string().check(z.refine(isDate));
const name = z.optional(z.string().check(z.minLength(1), z.maxLength(300)));
const range = { from: day, to: day };
const isRange = ({ from, to }: Range) => from <= to && daysBetween(from, to) <= maxDays;
const filterFields = Object.fromEntries(dimensions.map((one) => [one, name])) as Record<
  Dimension,
  typeof name
>;
const reportFields = { ...range, ...filterFields, compare: z.optional(z.literal("1")) };
const reportQuery = z.strictObject(reportFields).check(z.refine(isRange));
const exportQuery = z
  .strictObject({ ...reportFields, table: z.enum(csvTables) })
  .check(z.refine(isRange));
const vitalsQuery = z.strictObject(range).check(z.refine(isRange));
const settingsBody = z.strictObject({ webVitals: z.boolean() });

export function createAnalyticsEndpoints(deps: {
  door: AdminDoor;
  backend: Pick<ServerBackend, "findDocuments" | "getDocument" | "commit" | "publicData">;
  audit: Pick<Audit, "add" | "list">;
  countries: CountriesState;
  /** Writes what waits, so that a report holds it. */
  flush: () => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { door, backend, audit, countries, flush, now } = deps;

  async function report(asked: z.infer<typeof reportQuery>): Promise<AnalyticsReport> {
    await flush();
    const { from, to, compare } = asked;
    const filter: Filter = {};
    for (const one of dimensions) {
      const value = asked[one];
      if (value !== undefined) filter[one] = value;
    }
    const options = { filter, compare: compare === "1", today: dateOf(now()) };
    const [counted, annotations] = await Promise.all([
      readReport(backend, { from, to }, options),
      annotationsOf({ backend, audit }, { from, to }),
    ]);
    // Of hours and days to come there is nothing to say.
    const instant = new Date(now()).toISOString();
    const points = counted.points.filter(({ at }) => at <= instant.slice(0, at.length));
    return { ...counted, points, annotations, countries };
  }

  return [
    door.get("/api/analytics", reportQuery, async (asked) => Response.json(await report(asked))),
    door.get("/api/analytics/now", z.strictObject({}), async () => {
      await flush();
      return Response.json(await readLiveNow(backend, now()));
    }),
    door.get("/api/analytics/export", exportQuery, async ({ table, ...asked }) => {
      const file = `${table === "time" ? "views" : table}-${asked.from}-${asked.to}.csv`;
      return new Response(toCsv(await report(asked), table), {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": `attachment; filename="${file}"`,
        },
      });
    }),
    door.get("/api/analytics/vitals", vitalsQuery, async (asked) => {
      const { webVitals } = await backend.publicData();
      return Response.json({
        isOn: webVitals === true,
        ...asked,
        rows: await readVitals(backend, asked),
      } satisfies VitalsReport);
    }),
    door.post("/api/analytics/settings", settingsBody, ({ webVitals }, admin) => {
      const action = "analytics.change-settings";
      return recordAct(audit, { actor: admin, action, details: { webVitals } }, async () => {
        await backend.commit([{ set: analyticsSettingsPath, data: { webVitals } }]);
        return Response.json({ webVitals });
      });
    }),
  ];
}
