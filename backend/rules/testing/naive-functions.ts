/** Functions of the naive evaluator: https://firebase.google.com/docs/reference/rules. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  type Bytes,
  day,
  type Duration,
  durationOf,
  entry,
  type Entry,
  second,
  timestampOf,
  toInt,
} from "./naive-table.ts";
import { asNumber, type Naive, type Outcome } from "./naive-values.ts";

const units: Record<string, bigint> = {
  w: 7n * day,
  d: day,
  h: 3600n * second,
  m: 60n * second,
  s: second,
  ms: 1_000_000n,
  ns: 1n,
};

const whole = (value: number): Outcome =>
  Number.isFinite(value) ? toInt(BigInt(value)) : undefined;
const digest = (name: string) => (input: string | Bytes) => ({
  bytes: createHash(name)
    .update(typeof input === "string" ? input : input.bytes)
    .digest(),
});
const littleEndian = (sum: number): Naive => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(sum >>> 0);
  return { bytes };
};
const bytesOf = (input: string | Bytes) =>
  typeof input === "string" ? Buffer.from(input) : input.bytes;

function crc32c(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0x82f63b78 : 0);
  }
  return ~sum;
}

/** By their names with the namespace. */
export const functions: Record<string, Entry> = {
  "math.abs": entry("number", (value: Naive) => {
    if (typeof value === "bigint") return toInt(value < 0n ? -value : value);
    return { float: Math.abs(asNumber(value)) };
  }),
  "math.ceil": entry("number", (value: Naive) =>
    typeof value === "bigint" ? value : whole(Math.ceil(asNumber(value))),
  ),
  "math.floor": entry("number", (value: Naive) =>
    typeof value === "bigint" ? value : whole(Math.floor(asNumber(value))),
  ),
  "math.isNaN": entry("number", (value: Naive) => Number.isNaN(asNumber(value))),
  "math.sqrt": entry("number", (value: Naive) => ({ float: Math.sqrt(asNumber(value)) })),
  "math.pow": entry("number number", (one: Naive, other: Naive) => ({
    float: asNumber(one) ** asNumber(other),
  })),
  "timestamp.value": entry("int", (ms: bigint) => timestampOf(ms * 1_000_000n)),
  "timestamp.date": entry("int int int", (year: bigint, month: bigint, date: bigint) => {
    if (year < 1n || year > 9999n || month < 1n || month > 12n || date < 1n || date > 31n) {
      return undefined;
    }
    const two = (part: bigint) => String(part).padStart(2, "0");
    const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(date)}`;
    const ms = Date.parse(`${text}T00:00:00Z`);
    const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
    return isReal ? timestampOf(BigInt(ms) * 1_000_000n) : undefined;
  }),
  "duration.value": entry("int string", (count: bigint, unit: string) => {
    const size = Object.hasOwn(units, unit) ? units[unit] : undefined;
    return size === undefined ? undefined : durationOf(count * size);
  }),
  "duration.time": entry("int int int int", (h: bigint, m: bigint, s: bigint, ns: bigint) =>
    durationOf((h * 3600n + m * 60n + s) * second + ns),
  ),
  "duration.abs": entry("duration", ({ duration }: Duration) =>
    durationOf(duration < 0n ? -duration : duration),
  ),
  "latlng.value": entry("number number", (latitude: Naive, longitude: Naive) => {
    const place: [number, number] = [asNumber(latitude), asNumber(longitude)];
    return Math.abs(place[0]) <= 90 && Math.abs(place[1]) <= 180 ? { latlng: place } : undefined;
  }),
  "hashing.md5": entry("string|bytes", digest("md5")),
  "hashing.sha256": entry("string|bytes", digest("sha256")),
  "hashing.crc32": entry("string|bytes", (input: string | Bytes) =>
    littleEndian(crc32(bytesOf(input))),
  ),
  "hashing.crc32c": entry("string|bytes", (input: string | Bytes) =>
    littleEndian(crc32c(bytesOf(input))),
  ),
  "math.round": entry("number", (value: Naive) =>
    typeof value === "bigint" ? value : whole(Math.round(asNumber(value))),
  ),
  int: entry("number|string", (value: Naive) => {
    if (typeof value === "bigint") return value;
    if (typeof value !== "string") return whole(Math.trunc(asNumber(value)));
    return /^-?\d{1,19}$/.test(value) ? toInt(BigInt(value)) : undefined;
  }),
  float: entry("number|string", (value: Naive) => {
    const number = typeof value === "string" ? Number(value) : asNumber(value);
    if (typeof value !== "string") return { float: number };
    return /^-?\d+(\.\d+)?$/.test(value) ? { float: number } : undefined;
  }),
  path: entry("string", (text: string) => {
    const path = text.replace(/^\//, "").split("/");
    return path.includes("") ? undefined : { path };
  }),
  string: entry("null|bool|number|string", (value: Naive) =>
    typeof value === "object" && value !== null ? decimal(asNumber(value)) : String(value),
  ),
};

/** Only those that everybody writes without an exponent. */
function decimal(value: number): Outcome {
  const isPlain = value === 0 || (Math.abs(value) >= 0.001 && Math.abs(value) < 10_000_000);
  if (!isPlain) return undefined;
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}
