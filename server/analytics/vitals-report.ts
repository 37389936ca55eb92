/** How fast pages were, from one document a day. */
import { addDays, daysBetween } from "#lib/analytics/dates.ts";
import { vitalNames } from "#lib/analytics/report.ts";
import type { VitalRow } from "#lib/analytics/report.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Range } from "./report.ts";
import { addVitals, p75Of, readVitalDocument, vitalDaysCollection } from "./vital-counts.ts";
import type { VitalCounts } from "./vital-counts.ts";

const daysAtOnce = 100;
/** Pages come and go over the years. */
const maxRows = 200;

/** Of all pages together first, then the pages with the most loads. @throws BackendError */
export async function readVitals(
  backend: Pick<ServerBackend, "findDocuments">,
  { from, to }: Range,
): Promise<VitalRow[]> {
  const sum: VitalCounts = new Map();
  let after = addDays(from, -1);
  for (let limit = 1; limit > 0;) {
    limit = Math.min(daysAtOnce, daysBetween(after, to));
    if (limit < 1) break;
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const page = await backend.findDocuments(vitalDaysCollection, { after, limit });
    for (const { id, data } of page) {
      if (id <= to) addVitals(sum, readVitalDocument(data), maxRows);
      after = id;
    }
    if (page.length < limit || after >= to) break;
  }
  return rowsOf(sum);
}

function rowsOf(sum: VitalCounts): VitalRow[] {
  const all: VitalCounts = new Map();
  for (const [key, place] of sum) {
    addVitals(all, new Map([[`\n${deviceOf(key)}`, place]]), maxRows);
  }
  const rows = [...all, ...sum].map(([key, place]): VitalRow & { loads: number } => {
    const vitals: VitalRow["vitals"] = {};
    for (const name of vitalNames) {
      const vital = p75Of(name, place[name]);
      if (vital !== undefined) vitals[name] = vital;
    }
    const loads = Math.max(0, ...Object.values(vitals).map((vital) => vital.loads));
    return { path: key.slice(0, key.indexOf("\n")), device: deviceOf(key), vitals, loads };
  });
  return rows
    .toSorted((a, b) => Number(b.path === "") - Number(a.path === "") || b.loads - a.loads)
    .map(({ path, device, vitals }) => ({ path, device, vitals }));
}

function deviceOf(key: string): string {
  return key.slice(key.indexOf("\n") + 1);
}
