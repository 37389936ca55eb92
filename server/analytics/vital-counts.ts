/**
 * How fast pages were in browsers: of each day one document `webVitalDays/{date}` with, by page and device, how many loads
 * were how slow. Steps grow by a tenth, so a figure read from them is within a twentieth.
 */
import { vitalNames } from "#lib/analytics/report.ts";
import type { Vital, VitalName } from "#lib/analytics/report.ts";
import type { PlainFields } from "#lib/firestore-value.ts";

export const vitalDaysCollection = "webVitalDays";
export const vitalDayPath = (date: string) => `${vitalDaysCollection}/${date}`;

const growth = 1.1;
/** The lowest step, in milliseconds; CLS is counted in thousandths. */
const lowest = 1;
/** About a minute. */
const maxStep = 116;
/** Pages and devices: whatever browsers report, a day's document stays below 500 kB. */
export const maxPlaces = 60;
const otherPages = "other pages";

/** By step how many loads. */
export type Steps = Map<number, number>;
type Place = Partial<Record<VitalName, Steps>>;
/** By page and device, with a line break between them. */
export type VitalCounts = Map<string, Place>;

const scaleOf = (name: VitalName) => (name === "CLS" ? 1000 : 1);

function stepOf(name: VitalName, value: number): number {
  const scaled = value * scaleOf(name);
  if (scaled < lowest) return 0;
  return Math.min(maxStep, 1 + Math.floor(Math.log(scaled / lowest) / Math.log(growth)));
}

/** The middle of a step. */
function valueOf(name: VitalName, step: number): number {
  if (step === 0) return 0;
  const value = (lowest * growth ** (step - 0.5)) / scaleOf(name);
  return name === "CLS" ? Math.round(value * 1000) / 1000 : Math.round(value);
}

export function addVital(
  counts: VitalCounts,
  { path, device, name, value }: { path: string; device: string; name: VitalName; value: number },
): void {
  const place = placeAt(counts, `${path}\n${device}`, maxPlaces);
  const steps = (place[name] ??= new Map());
  const step = stepOf(name, value);
  steps.set(step, (steps.get(step) ?? 0) + 1);
}

/** Once there are `most` places, a new one counts as other pages of its device. */
function placeAt(counts: VitalCounts, key: string, most: number): Place {
  const isKnown = counts.has(key) || counts.size < most;
  const at = isKnown ? key : `${otherPages}${key.slice(key.indexOf("\n"))}`;
  const place = counts.get(at) ?? {};
  counts.set(at, place);
  return place;
}

export function addVitals(to: VitalCounts, more: VitalCounts, most: number): void {
  for (const [key, place] of more) {
    const sum = placeAt(to, key, most);
    for (const name of vitalNames) {
      for (const [step, loads] of place[name] ?? []) {
        const steps = (sum[name] ??= new Map());
        steps.set(step, (steps.get(step) ?? 0) + loads);
      }
    }
  }
}

/** Undefined without any load. */
export function p75Of(name: VitalName, steps: Steps | undefined): Vital | undefined {
  const sorted = [...(steps ?? [])].toSorted(([a], [b]) => a - b);
  const loads = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (loads === 0) return undefined;
  let below = 0;
  for (const [step, count] of sorted) {
    below += count;
    if (below >= loads * 0.75) return { p75: valueOf(name, step), loads };
  }
  return undefined;
}

type Packed = [key: string, place: Partial<Record<VitalName, [step: number, loads: number][]>>][];

export function toVitalDocument(date: string, counts: VitalCounts): Record<string, unknown> {
  const packed: Packed = [...counts].map(([key, place]) => [
    key,
    Object.fromEntries(
      Object.entries(place).map(([name, steps]) => [name, [...steps]]),
    ) as Packed[number][1],
  ]);
  return { date, counts: JSON.stringify(packed) };
}

/** Only the server writes it; what somebody changed by hand counts as nothing. */
export function readVitalDocument(data: PlainFields): VitalCounts {
  const { counts } = data;
  let packed: Packed = [];
  try {
    packed = typeof counts === "string" ? (JSON.parse(counts) as Packed) : [];
  } catch {
    return new Map();
  }
  return new Map(
    packed.map(([key, place]) => [
      key,
      Object.fromEntries(
        Object.entries(place).map(([name, steps]) => [name, new Map(steps)]),
      ) as Place,
    ]),
  );
}
