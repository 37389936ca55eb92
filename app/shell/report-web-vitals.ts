import type { Metric } from "web-vitals";

/**
 * Measures the page and hands each figure to `receiver`. Without a receiver it does nothing and loads nothing
 * (specification §2).
 */
export function reportWebVitals(receiver?: (metric: Metric) => void): void {
  if (receiver === undefined) return;
  void measure(receiver);
}

async function measure(receiver: (metric: Metric) => void): Promise<void> {
  // Taken apart right here, the names would be put around the import by the bundler once more.
  const vitals = await import("web-vitals");
  for (const listen of [vitals.onCLS, vitals.onFCP, vitals.onINP, vitals.onLCP, vitals.onTTFB])
    listen(receiver);
}
