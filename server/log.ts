import { pino } from "pino";
import type { Logger } from "pino";
import type { Settings } from "./config/settings.ts";

export type Log = Logger;

/** One JSON object a line on standard output. What could hold a secret is never put in; these paths are a second net. */
export function createLog(level: Settings["logLevel"]): Log {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 4096 });
  const flush = setInterval(() => destination.flush(), 1000);
  flush.unref();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ["*.authorization", "*.cookie", "*.password", "*.token", "*.secret"],
    },
    destination,
  );
}
