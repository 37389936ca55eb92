/** As byOrder of lib/records/place.ts, which brings what makes places with it: that comes with the acts. */
export function byOrder(
  one: { id: string; order: string },
  other: { id: string; order: string },
): number {
  if (one.order !== other.order) return one.order < other.order ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
