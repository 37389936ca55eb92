/**
 * How much of a long test to run: the full number with `npm run test:reliability`, a short one with `npm test`, or what
 * the environment says by this name.
 */
export function howMany(name: string, counts: { short: number; full: number }): number {
  const asked = process.env[name];
  if (asked !== undefined) return Number(asked);
  return process.env["FOYER_RELIABILITY"] === "full" ? counts.full : counts.short;
}
