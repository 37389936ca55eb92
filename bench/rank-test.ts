/**
 * The Mann-Whitney rank test: how likely two sets of times of one kind are at least so far apart in order. Two-sided,
 * by the normal approximation, ties counted; for some 20 times each and more.
 */
export function rankTest(ours: readonly number[], reference: readonly number[]): number {
  const all = [
    ...ours.map((value) => ({ value, isOurs: true })),
    ...reference.map((value) => ({ value, isOurs: false })),
  ].toSorted((a, b) => a.value - b.value);
  let ourRanks = 0;
  let tied = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1;
    const rank = (from + 1 + to) / 2;
    ourRanks += rank * all.slice(from, to).filter(({ isOurs }) => isOurs).length;
    tied += (to - from) ** 3 - (to - from);
    from = to;
  }
  const [a, b, n] = [ours.length, reference.length, all.length];
  const expected = (a * (n + 1)) / 2;
  const variance = ((a * b) / 12) * (n + 1 - tied / (n * (n - 1)));
  if (variance === 0) return 1;
  return 2 * upperTail(Math.abs(ourRanks - expected) / Math.sqrt(variance));
}

/** Of the normal distribution, from `z` on, which is not negative; Abramowitz and Stegun 26.2.17, to 1e-7. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const factors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = factors.reduceRight((inner, factor) => (inner + factor) * t, 0);
  return Math.min(0.5, (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum);
}
