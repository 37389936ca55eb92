/** Of a board: 20 letters and digits. Whatever else stands in an address is of none. */
export function isBoardId(text: string): boolean {
  return /^[a-z0-9]{20}$/.test(text);
}
