/** What somebody who typed `word` may have meant; undefined when nothing is near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase().slice(0, 40);
  const limit = lower.length < 4 ? 1 : 2;
  const [best] = known
    .map((name) => ({ name, distance: distanceOf(lower, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.name;
}

/** Letters to insert, remove, replace, or swap with the next one (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, () =>
    Array.from({ length: b.length + 1 }, () => 0),
  );
  for (let i = 0; i <= a.length; i++) rows[i]![0] = i;
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = least;
    }
  }
  return rows[a.length]![b.length]!;
}
