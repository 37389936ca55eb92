/** A line of CSV (RFC 4180). What a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? "" : String(cell))).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
