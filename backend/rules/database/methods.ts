/** Methods of texts in Realtime Database rules. `matches` is not here: its pattern is compiled with the rules. */
import { charsOfStep, type DatabaseBudget } from "./budget.ts";
import type { ValueType } from "./value-type.ts";
import { noValue } from "../evaluation.ts";

type Method = (text: string, budget: DatabaseBudget, one: string, other: string) => unknown;

/** By name. Every one may throw `tooCostly`. */
export const textMethods = new Map<string, { inputs: number; type: ValueType; call: Method }>([
  ["contains", { inputs: 1, type: "boolean", call: contains }],
  ["beginsWith", { inputs: 1, type: "boolean", call: beginsWith }],
  ["endsWith", { inputs: 1, type: "boolean", call: endsWith }],
  ["toLowerCase", { inputs: 0, type: "string", call: toLowerCase }],
  ["toUpperCase", { inputs: 0, type: "string", call: toUpperCase }],
  ["replace", { inputs: 2, type: "string", call: replace }],
]);

/** A part that is nearly everywhere is compared at each character. */
function spendOnSearch(text: string, part: string, budget: DatabaseBudget): void {
  budget.spend((text.length * Math.max(1, part.length)) / charsOfStep.searched);
}

function contains(text: string, budget: DatabaseBudget, part: string): boolean {
  spendOnSearch(text, part, budget);
  return text.includes(part);
}

function beginsWith(text: string, budget: DatabaseBudget, part: string): boolean {
  budget.spend(part.length / charsOfStep.searched);
  return text.startsWith(part);
}

function endsWith(text: string, budget: DatabaseBudget, part: string): boolean {
  budget.spend(part.length / charsOfStep.searched);
  return text.endsWith(part);
}

function toLowerCase(text: string, budget: DatabaseBudget): string {
  budget.spend(text.length / charsOfStep.changed);
  return text.toLowerCase();
}

function toUpperCase(text: string, budget: DatabaseBudget): string {
  budget.spend(text.length / charsOfStep.changed);
  return text.toUpperCase();
}

/** All of them. An empty part is between all characters, so that a few calls could make any length. */
function replace(text: string, budget: DatabaseBudget, part: string, by: string): string {
  if (part === "") throw noValue;
  spendOnSearch(text, part, budget);
  // As many as there can be: each costs, and makes the text longer.
  budget.spend((text.length / part.length) * (1 + by.length / charsOfStep.changed));
  return text.replaceAll(part, () => by);
}
