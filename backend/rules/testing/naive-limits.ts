/** What one access may evaluate: https://firebase.google.com/docs/firestore/security/get-started#security_rule_limits. */
import type { Expression } from "../expression.ts";

/** An access looks at too much, or evaluates too much: no operator absorbs that. */
export class TooMany extends Error {}

/** Of one access. @throws TooMany */
export function countExpressions(): (expression: Expression) => void {
  let evaluated = 0;
  return (expression) => {
    evaluated += countOf(expression);
    if (evaluated > 1000) throw new TooMany();
  };
}

/** Neither what is written down nor a name. */
const counted = ["member", "index", "slice", "call", "binary", "choice"];

/** `a && b && c` has two operators, and -1 none. */
function countOf(expression: Expression): number {
  if (expression.kind === "logical") return expression.operands.length - 1;
  if (expression.kind !== "unary") return counted.includes(expression.kind) ? 1 : 0;
  return expression.operator === "-" && expression.operand.kind === "number" ? 0 : 1;
}
