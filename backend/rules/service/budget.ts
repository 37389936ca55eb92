/** What one access may cost the rules of Firestore or Storage. */
import { tooCostly } from "../evaluation.ts";
import type { Lookups, RulesDocument } from "../types.ts";

export type Budget = Spender & {
  /** Operators, calls, choices, and accesses to a member or an item, before they are evaluated. @throws tooCostly */
  evaluate(expressions: number): void;
  /** The document, or null. `path` is below the database. @throws tooCostly */
  lookUp(path: string, when: "before" | "after"): RulesDocument | null;
  /** Each alternative of a query evaluates as many expressions as an access may; all else they share. */
  beginAlternative(): void;
  /** Whether more was asked for than there is. */
  isOverspent(): boolean;
};

export type Spender = {
  /** Work that depends on the values; a part of a step counts too. @throws tooCostly */
  spend(steps: number): void;
};

/** Of who looks at values without a rule, such as a trace. */
export const unlimited: Spender = { spend() {} };

// As in production: https://firebase.google.com/docs/firestore/security/get-started#security_rule_limits
const expressionLimit = 1_000;

/** A step is work of at most 2.5 µs, so that no access takes much more than 50 ms. */
const stepLimit = 20_000;
/** Of all accesses of a request, such as the writes of a commit: half a second. */
const requestStepLimit = 200_000;
const stepsOfExpression = 1 / 10;

/** How many different documents one access may look at, and all accesses of one request. */
export type LookupLimits = { access: number; request: number };

/**
 * @returns what opens the budget of one access. What another access of the same request has looked up is free.
 */
export function shareLookups(lookups: Lookups, limits: LookupLimits): () => Budget {
  const seen = new Map<string, RulesDocument | null>();
  let requestSteps = 0;
  return () => {
    let steps = 0;
    let evaluated = 0;
    let looked = 0;
    let isOverspent = false;

    function check(isEnough: boolean): void {
      if (isEnough) return;
      isOverspent = true;
      throw tooCostly;
    }

    function spend(more: number): void {
      steps += more;
      requestSteps += more;
      check(steps <= stepLimit && requestSteps <= requestStepLimit);
    }

    return {
      isOverspent: () => isOverspent,
      spend,
      evaluate(expressions) {
        evaluated += expressions;
        check(evaluated <= expressionLimit);
        spend(expressions * stepsOfExpression);
      },
      beginAlternative() {
        evaluated = 0;
      },
      lookUp(path, when) {
        spend(path.length / 200);
        const key = `${when} ${path}`;
        const known = seen.get(key);
        if (known !== undefined) return known;
        check(looked < limits.access && seen.size < limits.request);
        looked += 1;
        const found = when === "before" ? lookups.get(path) : lookups.getAfter(path);
        seen.set(key, found);
        return found;
      },
    };
  };
}
