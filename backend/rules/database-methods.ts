/** Methods of texts in Realtime Database rules. `matches` is not here: its pattern is compiled with the rules. */
import type { ValueType } from "./database-value-type.ts";
import { noValue, tooCostly } from "./evaluation.ts";

export const textMethods = new Map<
  string,
  { inputs: number; type: ValueType; call: (text: string, one: string, other: string) => unknown }
>([
  ["contains", { inputs: 1, type: "boolean", call: contains }],
  ["beginsWith", { inputs: 1, type: "boolean", call: (text, part) => text.startsWith(part) }],
  ["endsWith", { inputs: 1, type: "boolean", call: (text, part) => text.endsWith(part) }],
  ["toLowerCase", { inputs: 0, type: "string", call: (text) => text.toLowerCase() }],
  ["toUpperCase", { inputs: 0, type: "string", call: (text) => text.toUpperCase() }],
  ["replace", { inputs: 2, type: "string", call: replace }],
]);

/** Of comparisons of characters: a part that is nearly everywhere is searched for in as many steps. */
const searchLimit = 100_000_000;
const replacedLengthLimit = 100_000;

function contains(text: string, part: string): boolean {
  if (text.length * part.length > searchLimit) throw tooCostly;
  return text.includes(part);
}

/** All of them. An empty part is between all characters, so that a few calls could make any length. */
function replace(text: string, part: string, by: string): string {
  if (part === "") throw noValue;
  if (text.length * Math.max(1, by.length) > replacedLengthLimit) throw tooCostly;
  return text.replaceAll(part, () => by);
}
