/** `&&` and `||` of Firestore and Storage rules. */
import { noValue } from "../evaluation.ts";
import type { ServiceExpression } from "./names.ts";
import type { ServiceRun } from "./run.ts";
import type { ServiceValue } from "./value.ts";

/** True or false as soon as one operand decides, although another one has no value. */
export function compileLogical(
  operator: "&&" | "||",
  operands: ServiceExpression[],
): ServiceExpression {
  const deciding = operator === "||";
  return (run) => {
    run.budget.evaluate(operands.length - 1);
    let isKnown = true;
    for (const operand of operands) {
      const value = valueOrNothing(operand, run);
      if (value === deciding) return deciding;
      if (typeof value !== "boolean") isKnown = false;
    }
    if (!isKnown) throw noValue;
    return !deciding;
  };
}

function valueOrNothing(operand: ServiceExpression, run: ServiceRun): ServiceValue | undefined {
  try {
    return operand(run);
  } catch (error) {
    if (error === noValue) return undefined;
    throw error;
  }
}
