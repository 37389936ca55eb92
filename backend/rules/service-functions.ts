/** Functions that rules bring along: `timestamp.…`, `duration.…`. */
import { noValue } from "./evaluation.ts";
import type { ServiceValue } from "./service-value.ts";

type ModuleFunction = { inputs: number; call: (...inputs: ServiceValue[]) => ServiceValue };

export const moduleFunctions = new Map<string, ModuleFunction>([
  ["timestamp.value", { inputs: 1, call: (ms) => timestamp(integer(ms)) }],
  ["timestamp.date", { inputs: 3, call: date }],
  ["duration.value", { inputs: 2, call: duration }],
]);

const unitsNs = new Map<ServiceValue, bigint>([
  ["w", 604_800_000_000_000n],
  ["d", 86_400_000_000_000n],
  ["h", 3_600_000_000_000n],
  ["m", 60_000_000_000n],
  ["s", 1_000_000_000n],
  ["ms", 1_000_000n],
  ["ns", 1n],
]);

function timestamp(ms: bigint): ServiceValue {
  return { type: "timestamp", nanoseconds: ms * 1_000_000n };
}

function date(year?: ServiceValue, month?: ServiceValue, day?: ServiceValue): ServiceValue {
  const [years, months, days] = [year, month, day].map((part) => Number(integer(part)));
  const ms = Date.UTC(years ?? 0, (months ?? 0) - 1, days);
  if (Number.isNaN(ms)) throw noValue;
  return timestamp(BigInt(ms));
}

function duration(amount?: ServiceValue, unit: ServiceValue = null): ServiceValue {
  const unitNs = unitsNs.get(unit);
  if (unitNs === undefined) throw noValue;
  return { type: "duration", nanoseconds: integer(amount) * unitNs };
}

function integer(value?: ServiceValue): bigint {
  if (typeof value !== "bigint") throw noValue;
  return value;
}
