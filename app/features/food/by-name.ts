const compare = new Intl.Collator("en").compare;

/** Each once, as a dictionary has them. */
export function byName(names: readonly string[]): string[] {
  return [...new Set(names)].filter(Boolean).toSorted(compare);
}
