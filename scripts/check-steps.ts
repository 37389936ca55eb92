import { check, vitest } from "./steps.ts";
import type { Step } from "./steps.ts";

/** The fast half of the tests: `npm run check`. */
export const checkSteps: readonly Step[] = [
  check("format", "oxfmt", "--check"),
  check("route types", "react-router", "typegen"),
  check("types", "tsc", "--noEmit"),
  check("lint", "oxlint", "--type-aware", "--deny-warnings"),
  check("unused code", "knip"),
  vitest("unit", "--project=app", "--project=rest"),
  vitest("rules, every branch", "--project=rules", "--coverage"),
];
