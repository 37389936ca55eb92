/** Where the lines of a chart stand. */

export type Scale = {
  /** The figure at the top. */
  top: number;
  /** Figures at which lines are drawn, 0 first. */
  ticks: number[];
};

const linesAtMost = 5;

/** Round figures, whole ones, the last of them at or above `highest`. */
export function scaleOf(highest: number): Scale {
  const rough = Math.max(1, highest) / (linesAtMost - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power,
  );
  const count = Math.max(1, Math.ceil(highest / step));
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * step);
  return { top: count * step, ticks };
}

/** Of so many points those that are named below the chart: the first, the last and some between, evenly. */
export function labelled(points: number, atMost: number): number[] {
  if (points <= atMost) return Array.from({ length: points }, (_, index) => index);
  const step = (points - 1) / (atMost - 1);
  return Array.from({ length: atMost }, (_, index) => Math.round(index * step));
}
