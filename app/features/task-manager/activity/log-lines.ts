import type { ReadLogEntry } from "#app/live/boards.ts";
import { type LogLine, type LogNames, wordsOf } from "#lib/boards/log-words.ts";

export type ShownLine = LogLine & {
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  by: string;
};

/** A line of each act, the last one first; one that is made at once with others is behind them. */
export function linesOfLog(entries: readonly ReadLogEntry[], names: LogNames): ShownLine[] {
  return entries.flatMap((entry) =>
    wordsOf(entry, names)
      .map((line, at) => ({ ...line, key: `${entry.key} ${at}`, at: entry.at, by: entry.by }))
      .toReversed(),
  );
}
