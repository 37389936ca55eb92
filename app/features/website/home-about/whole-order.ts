export type Part = { id: string; hidden: boolean };

/**
 * A stored list of parts with those that it leaves out at its end, hidden as they are on the page; all are shown where no
 * list is stored. Ids that this version does not know stay.
 */
export function wholeOrder(stored: unknown, known: readonly string[]): Part[] {
  if (!Array.isArray(stored)) return known.map((id) => ({ id, hidden: false }));
  const parts = new Map<string, Part>();
  for (const entry of stored as unknown[]) {
    const { id, hidden } = (entry ?? {}) as { id?: unknown; hidden?: unknown };
    if (typeof id === "string" && !parts.has(id)) parts.set(id, { id, hidden: hidden === true });
  }
  for (const id of known) if (!parts.has(id)) parts.set(id, { id, hidden: true });
  return [...parts.values()];
}
