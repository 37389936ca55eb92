/** Of a file that has a board. */
export function exportName(board: string, ending: "csv" | "json"): string {
  const name = board
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, "")
    .trim()
    .slice(0, 60);
  return `${name || "board"}.${ending}`;
}
