/** `math.…` and the casts of Firestore and Storage rules. */
import { noValue } from "../evaluation.ts";
import { define } from "./definition.ts";

/** @throws noValue beyond 64 bits */
export function toInteger(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw noValue;
  return value;
}

export const numberDefinitions = [
  define("math.abs", ["int"], "int", (value) => toInteger(value < 0n ? -value : value)),
  define("math.abs", ["float"], "float", Math.abs),
  ...(["ceil", "floor", "round"] as const).flatMap((name) => [
    define(`math.${name}`, ["int"], "int", (value) => value),
    define(`math.${name}`, ["float"], "int", (value) => whole(Math[name](value))),
  ]),
  define("math.isNaN", ["number"], "bool", (value) => Number.isNaN(value)),
  define(
    "math.pow",
    ["number", "number"],
    "float",
    (base, exponent) => Number(base) ** Number(exponent),
  ),
  define("math.sqrt", ["number"], "float", (value) => Math.sqrt(Number(value))),
  define("int", ["int"], "int", (value) => value),
  define("int", ["float"], "int", (value) => whole(Math.trunc(value))),
  define("int", ["string"], "int", (text) => {
    if (!/^-?[0-9]{1,19}$/.test(text)) throw noValue;
    return toInteger(BigInt(text));
  }),
  define("float", ["number"], "float", Number),
  define("float", ["string"], "float", (text) => {
    const value = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(text)
      ? Number(text)
      : Number.NaN;
    if (!Number.isFinite(value)) throw noValue;
    return value;
  }),
  define("string", ["null"], "string", String),
  define("string", ["bool"], "string", String),
  define("string", ["int"], "string", String),
  define("string", ["string"], "string", String),
  define("string", ["float"], "string", (value) => {
    const size = Math.abs(value);
    // Whether others are written with an exponent is not documented.
    if (value !== 0 && !(size >= 0.001 && size < 10_000_000)) throw noValue;
    return Number.isInteger(value) ? value.toFixed(1) : String(value);
  }),
];

function whole(value: number): bigint {
  if (!Number.isFinite(value)) throw noValue;
  return toInteger(BigInt(value));
}
