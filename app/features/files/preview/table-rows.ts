/** Rows of a CSV file of which perhaps only the beginning is there. */
import { type Separator, readCsv } from "#lib/read-csv.ts";
import { endingOf } from "./preview-kind.ts";

export type TableRows = {
  rows: string[][];
  /** Of the longest row, at most `mostColumns`. */
  columns: number;
  /** There is more than what is here. */
  isCut: boolean;
};

export const mostRows = 50_000;
export const mostColumns = 100;

/**
 * @param isCut the file goes on
 * @throws CsvError where a quote is never closed
 */
export function tableRows(text: string, name: string, isCut: boolean): TableRows {
  const whole = isCut ? text.slice(0, endOfRows(text)) : text;
  const all = readCsv(whole, mostRows + 1, separatorOf(text, name));
  const rows = all.slice(0, mostRows);
  let columns = 0;
  for (const row of rows) columns = Math.max(columns, row.length);
  return {
    rows,
    columns: Math.min(columns, mostColumns),
    isCut: isCut || all.length > mostRows || columns > mostColumns,
  };
}

/** The one that stands most often in the first line, outside of quotes. */
function separatorOf(text: string, name: string): Separator {
  if (endingOf(name) === "tsv") return "\t";
  const [line = ""] = text
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, "")
    .split(/[\r\n]/, 1);
  const counted = ([",", ";", "\t"] as const).map((separator) => ({
    separator,
    count: line.split(separator).length,
  }));
  return counted.toSorted((a, b) => b.count - a.count)[0]!.separator;
}

/** Behind the last line end that is in no quotes. */
function endOfRows(text: string): number {
  let end = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === "\n" && !isQuoted) end = at + 1;
  }
  return end;
}
