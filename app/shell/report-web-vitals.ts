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
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import("web-vitals");
  for (const listen of [onCLS, onFCP, onINP, onLCP, onTTFB]) listen(receiver);
}
