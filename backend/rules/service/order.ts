/** Which of two values of Firestore and Storage rules comes first, and which plain ones are the same. */
import { noValue } from "../evaluation.ts";
import type { Spender } from "./budget.ts";
import { instantOf } from "./time.ts";
import { isNumber, type ServiceValue } from "./value.ts";

export type Ordering = "<" | "<=" | ">" | ">=";

/** @param order below 0, 0 or above 0; NaN fulfils none */
export function fulfils(order: number, operator: Ordering): boolean {
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

/** Texts order by their UTF-8 bytes; NaN for a NaN. @throws noValue where such values have no order */
export function orderOf(left: ServiceValue, right: ServiceValue, budget: Spender): number {
  if (isNumber(left) && isNumber(right)) {
    if (left < right) return -1;
    if (left > right) return 1;
    return isSamePlain(left, right, budget) ? 0 : Number.NaN;
  }
  if (typeof left === "string" && typeof right === "string") {
    budget.spend((left.length + right.length) / 500);
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  const [one, other] = [instantOf(left), instantOf(right)];
  if (one.type !== other.type) throw noValue;
  return Number(one.nanoseconds - other.nanoseconds);
}

/** Unless both are objects. An integer equals the float of the same value. */
export function isSamePlain(one: ServiceValue, other: ServiceValue, budget: Spender): boolean {
  if (isNumber(one) && isNumber(other)) {
    // `==` compares a bigint with a number by value.
    // oxlint-disable-next-line eqeqeq
    return one == other;
  }
  // Texts of different lengths are told apart at once.
  if (typeof one === "string" && typeof other === "string" && one.length === other.length) {
    budget.spend(one.length / 2_000);
  }
  return one === other;
}
