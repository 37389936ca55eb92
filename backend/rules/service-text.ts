/** Methods of texts in Firestore and Storage rules. They count characters, an emoji as one. */
import { noValue } from "./evaluation.ts";
import { compileRegularExpression, type RegularExpression } from "./regular-expression.ts";
import { define } from "./service-definition.ts";
import type { Budget } from "./service-run.ts";

/** Two halves of one character. */
const pair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

export const textDefinitions = [
  define(".size", ["string"], "int", (text) => BigInt(text.replaceAll(pair, "x").length)),
  define("[:]", ["string", "int", "int"], "string", slice),
  define(".lower", ["string"], "string", (text) => text.toLowerCase()),
  define(".upper", ["string"], "string", (text) => text.toUpperCase()),
  define(".trim", ["string"], "string", (text) => text.trim()),
  define(".matches", ["string", "string"], "bool", (text, pattern, budget) =>
    regular(pattern, text, budget).matchesAll(text),
  ),
  define(".split", ["string", "string"], "list", split),
  define(".replace", ["string", "string", "string"], "string", replace),
];

/** Without the end that is not part of it. @throws noValue beyond the text */
export function slice(text: string, from: bigint, to: bigint): string {
  if (from < 0n || from > to || to > text.length) throw noValue;
  const characters = Array.from(text.slice(0, 2 * Number(to))).slice(0, Number(to));
  if (characters.length < to) throw noValue;
  return characters.slice(Number(from)).join("");
}

const unitsPerStep = 2_000;

/** One look at the text takes time in proportion to the pattern and to the text. */
function regular(pattern: string, text: string, budget: Budget): RegularExpression {
  const compiled = compileRegularExpression(pattern);
  if (compiled === undefined) throw noValue;
  budget.spend(Math.ceil((text.length * compiled.size) / unitsPerStep));
  return compiled;
}

/** Before a match is certain, all of the rest may have been looked at. */
function* matchesIn(text: string, compiled: RegularExpression, budget: Budget) {
  for (const match of compiled.matches(text)) {
    const units = (text.length - match.start) * compiled.size;
    budget.spend(1 + Math.ceil(units / unitsPerStep));
    yield match;
  }
}

/** Without the empty texts at the end. */
function split(text: string, pattern: string, budget: Budget): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of matchesIn(text, regular(pattern, text, budget), budget)) {
    // Nothing stands before an empty match at the start.
    if (end > 0) parts.push(text.slice(from, start));
    from = end;
  }
  if (parts.length === 0) return [text];
  parts.push(text.slice(from));
  return parts.slice(0, parts.findLastIndex((part) => part !== "") + 1);
}

/** `by` as RE2 takes it: `\1` is the first group, `\0` the whole match, `\\` a backslash. */
function replace(text: string, pattern: string, by: string, budget: Budget): string {
  const parts = Array.from(by.matchAll(/[^\\]+|\\([0-9\\]?)/g), ([all, escaped]) => {
    if (escaped === "") throw noValue;
    return escaped === undefined || escaped === "\\" ? (escaped ?? all) : Number(escaped);
  });
  const compiled = regular(pattern, text, budget);
  if (parts.some((part) => typeof part === "number" && part > compiled.groups)) throw noValue;
  let result = "";
  let from = 0;
  for (const { start, end, groups } of matchesIn(text, compiled, budget)) {
    const piece = parts.map((part) => (typeof part === "number" ? groups[part] : part)).join("");
    budget.spend(Math.ceil(piece.length / 100));
    result += text.slice(from, start) + piece;
    from = end;
  }
  return result + text.slice(from);
}
