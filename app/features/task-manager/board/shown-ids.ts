/** The cards of a column that a filter lets through: the same array while both are the same. */

const known = new WeakMap<
  readonly string[],
  { shown: ReadonlySet<string>; ids: readonly string[] }
>();

/** @param shown undefined: all of them */
export function shownIds(
  ids: readonly string[],
  shown: ReadonlySet<string> | undefined,
): readonly string[] {
  if (!shown) return ids;
  const last = known.get(ids);
  if (last?.shown === shown) return last.ids;
  const found = ids.filter((id) => shown.has(id));
  known.set(ids, { shown, ids: found });
  return found;
}
