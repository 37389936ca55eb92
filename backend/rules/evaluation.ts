/** How an evaluation ends without a value. Both are made once: rules throw them often, and nobody reads their stack. */
class EvaluationError extends Error {
  override readonly name = "EvaluationError";
}

/** A rule's expression has no value: a missing field, a wrong type, something that a query does not tell. */
export const noValue = new EvaluationError("This expression has no value.");

/** The request costs more than one may: the rule does not grant, whatever the rest of its expression says. */
export const tooCostly = new EvaluationError("This request costs its rules too much.");

/** Whether `evaluate` gives true; without a value it does not. Other errors are bugs or a store's failure. */
export function holds(evaluate: () => unknown): boolean {
  try {
    return evaluate() === true;
  } catch (error) {
    if (error === noValue || error === tooCostly) return false;
    throw error;
  }
}
