const units = ["bytes", "KB", "MB", "GB", "TB"] as const;
const step = 1024;
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** `1 byte`, `340 KB`, `1.5 MB`: in steps of 1024, as quotas are counted; a tenth only below 10. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // Half a step before the next unit's own number: 1,023.9 KB would be written as 1,024 KB.
  while (unit < units.length - 1 && Math.round(value) >= step) {
    value /= step;
    unit += 1;
  }
  if (unit === 0) return `${whole.format(value)} ${value === 1 ? "byte" : "bytes"}`;
  return `${(value < 10 ? tenth : whole).format(value)} ${units[unit]}`;
}
