/** Methods of texts in Firestore and Storage rules. They count characters, an emoji as one. */
import { noValue } from "../evaluation.ts";
import { openRegularExpression, type RegularExpression } from "../regular-expression.ts";
import type { Budget } from "./budget.ts";
import { define } from "./definition.ts";

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
export function slice(text: string, from: bigint, to: bigint, budget: Budget): string {
  if (from < 0n || from > to || to > text.length) throw noValue;
  budget.spend(Number(to) / 200);
  const start = skip(text, 0, Number(from));
  return text.slice(start, skip(text, start, Number(to - from)));
}

/** @returns where the text goes on after so many characters. @throws noValue beyond the text */
function skip(text: string, start: number, characters: number): number {
  let at = start;
  for (let count = 0; count < characters; count += 1) {
    const character = text.codePointAt(at);
    if (character === undefined) throw noValue;
    at += character > 0xffff ? 2 : 1;
  }
  return at;
}

/** Of a character with an instruction. What RE2 remembers of a pattern makes most of them far cheaper. */
const stepsOfUnit = 1 / 40;

/** One look at the text takes time in proportion to the pattern and to the text. */
function regular(pattern: string, text: string, budget: Budget): RegularExpression {
  const compiled = openRegularExpression(pattern, budget);
  if (compiled === undefined) throw noValue;
  budget.spend(text.length * compiled.size * stepsOfUnit);
  return compiled;
}

/** Before a match is certain, all of the rest may have been looked at. */
function* matchesIn(text: string, compiled: RegularExpression, budget: Budget) {
  for (const match of compiled.matches(text)) {
    const units = (text.length - match.start) * compiled.size;
    budget.spend(1 + compiled.groups / 20 + units * stepsOfUnit);
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
  budget.spend(by.length / 20);
  const parts = Array.from(by.matchAll(/[^\\]+|\\([0-9\\]?)/g), ([all, escaped]) => {
    if (escaped === "") throw noValue;
    return escaped === undefined || escaped === "\\" ? (escaped ?? all) : Number(escaped);
  });
  const compiled = regular(pattern, text, budget);
  if (parts.some((part) => typeof part === "number" && part > compiled.groups)) throw noValue;
  let result = "";
  let from = 0;
  for (const { start, end, groups } of matchesIn(text, compiled, budget)) {
    budget.spend(parts.length / 20);
    const pieces = parts.map((part) =>
      typeof part === "number" ? (groups[part] as string) : part,
    );
    budget.spend(pieces.reduce((length, piece) => length + piece.length, 0) / 100);
    result += text.slice(from, start) + pieces.join("");
    from = end;
  }
  return result + text.slice(from);
}
