/** Figures of page loads, kept in memory for a moment and added to the counts of their day. */
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { VitalName } from "#lib/analytics/report.ts";
import type { Log } from "../log.ts";
import { addVital, addVitals, maxPlaces, readVitalDocument } from "./vital-counts.ts";
import { toVitalDocument, vitalDayPath } from "./vital-counts.ts";
import type { VitalCounts } from "./vital-counts.ts";

type VitalsBackend = Pick<ServerBackend, "getDocument" | "commit">;

export type VitalsWriter = {
  /** False when too much waits. */
  add(load: { path: string; device: string; values: Partial<Record<VitalName, number>> }): boolean;
  /** Never rejects. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const maxWaiting = 2000;
const maxTries = 5;

export function createVitalsWriter(deps: {
  backend: VitalsBackend;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  flushEveryMs: number;
}): VitalsWriter {
  const { backend, log, now, flushEveryMs } = deps;
  let waiting = new Map<string, VitalCounts>();
  let loads = 0;
  let flushing = Promise.resolve();

  async function write(): Promise<void> {
    const days = waiting;
    waiting = new Map();
    loads = 0;
    for (const [date, counts] of days) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one day or two
        await addToDay(date, counts);
      } catch (error) {
        // Figures of many loads say the same without these, and counted twice they would say something else.
        log.warn({ err: error }, "figures of page loads could not be written and are left out");
      }
    }
  }

  async function addToDay(date: string, counts: VitalCounts): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- what another copy has written is read again
      const stored = await backend.getDocument(vitalDayPath(date));
      const sum: VitalCounts = stored === null ? new Map() : readVitalDocument(stored.data);
      addVitals(sum, counts, maxPlaces);
      const when = stored === null ? { exists: false } : { updateTime: stored.updateTime };
      try {
        // oxlint-disable-next-line no-await-in-loop -- see above
        await backend.commit([{ set: vitalDayPath(date), data: toVitalDocument(date, sum), when }]);
        return;
      } catch (error) {
        if (!isConflict(error) || tries === maxTries) throw error;
      }
    }
  }

  function flush(): Promise<void> {
    if (loads > 0) flushing = flushing.then(write);
    return flushing;
  }

  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();

  return {
    add({ path, device, values }) {
      if (loads >= maxWaiting) return false;
      loads += 1;
      const date = new Date(now()).toISOString().slice(0, 10);
      const counts: VitalCounts = waiting.get(date) ?? new Map();
      waiting.set(date, counts);
      for (const [name, value] of Object.entries(values) as [VitalName, number][]) {
        addVital(counts, { path, device, name, value });
      }
      return true;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
