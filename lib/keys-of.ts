/** Of what is stored at a place: the names below it, none where a plain value is. */
export function keysOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
