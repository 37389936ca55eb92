/** Who follows evaluations: a test that wants to see every rule both ways, a trace that says why. */
import type { Expression } from "./expression.ts";

/** One rule of a file. */
export type ObservedRule = {
  /** `line:column`. */
  place: string;
  /** `.read /users/$uid`, `allow get /projects/{project}`. */
  name: string;
  /** What it can come to; a rule that is just `true` or `false` has one. */
  outcomes: readonly boolean[];
};

export type RulesObserver = {
  /** Once for each rule of the file, when it is compiled. */
  found(rule: ObservedRule): void;
  evaluated(rule: ObservedRule, holds: boolean): void;
  expressions?: ExpressionObserver;
};

type ExpressionObserver = {
  began(expression: Expression): void;
  /** For each that began, the inner ones first; `noValue` or `tooCostly` for one without a value. */
  ended(expression: Expression, value: unknown): void;
};

/** `evaluate` itself, unless somebody wants to know the values. */
export function watched<Run, Value>(
  observer: RulesObserver | undefined,
  expression: Expression,
  evaluate: (run: Run) => Value,
): (run: Run) => Value {
  const expressions = observer?.expressions;
  if (expressions === undefined) return evaluate;
  return (run) => {
    expressions.began(expression);
    try {
      const value = evaluate(run);
      expressions.ended(expression, value);
      return value;
    } catch (error) {
      expressions.ended(expression, error);
      throw error;
    }
  };
}

/** Tells the observer what a rule came to. */
export function observed<Run>(
  observer: RulesObserver | undefined,
  rule: ObservedRule,
  holds: (run: Run) => boolean,
): (run: Run) => boolean {
  if (observer === undefined) return holds;
  observer.found(rule);
  return (run) => {
    const granted = holds(run);
    observer.evaluated(rule, granted);
    return granted;
  };
}
