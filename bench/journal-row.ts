import type { BenchRow } from "./bench-row.ts";
import { calibrate } from "./calibration.ts";

type Measured = { id: string; name: string; samples: number[]; markMs: number };

/** The 75th percentile against a mark in milliseconds. */
export function rowOf({ id, name, samples, markMs }: Measured): BenchRow {
  samples.sort((one, other) => one - other);
  const ours = samples[Math.ceil(samples.length * 0.75) - 1]!;
  console.log(`${id}: ${samples.map((ms) => Math.round(ms)).join(", ")} ms`);
  return {
    id,
    name: `${name} (calibration loop ${calibrate().toFixed(1)} ms)`,
    ours,
    reference: markMs,
    ratio: ours / markMs,
    mark: `≤ ${markMs} ms`,
    reached: ours <= markMs,
    samples,
  };
}
