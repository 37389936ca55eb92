/** Reads CSV (RFC 4180), as spreadsheets and exports write it: with or without a last line end, quotes or carriage returns. */

/**
 * Rows of cells; a row of nothing is left out.
 * @param most rows; of more than these none is read
 * @param separator between two cells
 * @throws CsvError where a quote is never closed
 */
export function readCsv(text: string, most = Infinity, separator: Separator = ","): string[][] {
  const endsCell = endsCells[separator];
  const rows: string[][] = [];
  let row: string[] = [];
  // The mark of a file's encoding is no letter of its first cell.
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length && rows.length < most) {
    const isQuoted = text[at] === '"';
    const quoteEnd = isQuoted ? endOfQuote(text, at + 1) : at;
    const end = endOfCell(text, quoteEnd, endsCell);
    row.push(
      isQuoted ? text.slice(at + 1, quoteEnd - 1).replaceAll('""', '"') : text.slice(at, end),
    );
    at = end + 1;
    if (text[end] === separator) continue;
    if (row.some((cell) => cell !== "")) rows.push(row);
    row = [];
  }
  if (row.some((cell) => cell !== "")) rows.push(row);
  return rows;
}

export type Separator = "," | ";" | "\t";

export class CsvError extends Error {
  override readonly name = "CsvError";
}

/** Behind the quote that closes it; two of them are one that is meant. */
function endOfQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  throw new CsvError("A quote is never closed.");
}

const endsCells: Readonly<Record<Separator, RegExp>> = {
  ",": /[,\r\n]/g,
  ";": /[;\r\n]/g,
  "\t": /[\t\r\n]/g,
};

function endOfCell(text: string, from: number, endsCell: RegExp): number {
  endsCell.lastIndex = from;
  return endsCell.exec(text)?.index ?? text.length;
}
