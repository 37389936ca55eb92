/** Between two arcs, in degrees: their round ends take some of it. */
const gap = 12;

export type SolvedArc = {
  /** All three in degrees. */
  from: number;
  whole: number;
  filled: number;
};

/** The ring in parts as large as their totals. */
export function arcsOf(counts: readonly { solved: number; total: number }[]): SolvedArc[] {
  const all = counts.reduce((sum, { total }) => sum + total, 0);
  const shown = counts.filter(({ total }) => total > 0).length;
  const room = 360 - gap * shown;
  let from = gap / 2;
  return counts.map(({ solved, total }) => {
    const whole = all === 0 ? 0 : (room * total) / all;
    const arc = { from, whole, filled: total === 0 ? 0 : whole * Math.min(1, solved / total) };
    if (total > 0) from += whole + gap;
    return arc;
  });
}
