/** What all rules of one request may cost together, beside what it takes to read their data. */
import { tooCostly } from "../evaluation.ts";

export type DatabaseBudget = {
  /** @throws tooCostly when there is not that much left, and from then on */
  spend(steps: number): void;
  /** Whether more was asked for than there is: the request is refused, whatever other rules grant. */
  isOverspent(): boolean;
};

/** To evaluate an expression is one; all of them take about a tenth of a second. */
const stepLimit = 2_000_000;

export function newDatabaseBudget(): DatabaseBudget {
  let left = stepLimit;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0) throw tooCostly;
    },
    isOverspent: () => left < 0,
  };
}

/** How many characters of a text are worked on in one step, as measured. */
export const charsOfStep = { compared: 200, searched: 50, joined: 30, changed: 5, split: 3 };
