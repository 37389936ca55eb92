/** Regular expressions of the Realtime Database: https://firebase.google.com/docs/reference/security/database/regex. */
import type { DatabaseBudget } from "./budget.ts";
import { noValue } from "../evaluation.ts";
import { compileRegularExpression } from "../regular-expression.ts";

const escape = String.raw`\\(?:[swdSWD]|[^A-Za-z0-9])`;
const escapesAndSets = new RegExp(String.raw`${escape}|\[\^?(?:[^\\[\]]|${escape})+\]`, "g");
const sequence = String.raw`(?:[^\\^$?*+|(){[\]](?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})?)+`;
const alternatives = String.raw`${sequence}(?:\|${sequence})*`;
const group = new RegExp(String.raw`\(${alternatives}\)`, "g");
const whole = new RegExp(String.raw`^(?:${alternatives}|\^?${sequence}\$?)$`);

/** Letters that only Unicode takes for one of a to z: with `i` they are not what an author has in mind. */
const foldsToAscii = /[\u017f\u212a]/;

/** What a character costs, and how much of a pattern makes it cost one more: most patterns become an automaton. */
const stepsOfChar = 2;
const sizeOfStep = 50;

/**
 * Whether a part of a text matches; it may throw `noValue` or `tooCostly`. Undefined for a pattern that Firebase does
 * not know, or whose meaning it does not say: anchors anywhere but at the ends, beside bare alternatives too, `(?…)`, lazy and
 * doubled repeats, empty alternatives.
 */
export function compileDatabasePattern(
  pattern: string,
  ignoreCase: boolean,
): ((text: string, budget: DatabaseBudget) => boolean) | undefined {
  const compiled = compileRegularExpression(pattern, { ignoreCase });
  if (compiled === undefined || !isKnown(pattern)) return undefined;
  const steps = stepsOfChar + compiled.size / sizeOfStep;
  return (text, budget) => {
    budget.spend(text.length * steps);
    if (ignoreCase && foldsToAscii.test(text)) throw noValue;
    return compiled.matchesPart(text);
  };
}

/** With every escape, set and group replaced by a letter, from the inside out, nothing else may be left. */
function isKnown(pattern: string): boolean {
  let rest = pattern.replaceAll(escapesAndSets, "x");
  for (;;) {
    const next = rest.replaceAll(group, "x");
    if (next === rest) return whole.test(rest);
    rest = next;
  }
}
