import { pino } from "pino";
import type { Log } from "../../server/log.ts";

export type LogEntry = { level: number; msg: string; [field: string]: unknown };

/** A real log that keeps what was written. */
export function recordingLog(): { log: Log; entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const log = pino(
    { level: "debug", base: null },
    { write: (line) => entries.push(JSON.parse(line) as LogEntry) },
  );
  return { log, entries };
}
