import { check, vitest } from "./steps.ts";
import type { Step } from "./steps.ts";

/** @param beside more that needs nothing but the route types: most of these keep no more than one core busy */
export function staticChecks(...beside: readonly Step[]): readonly (Step | readonly Step[])[] {
  return [
    check("format", "oxfmt", "--check"),
    check("route types", "react-router", "typegen"),
    [
      ...beside,
      check("types", "tsc", "--noEmit"),
      check("lint", "oxlint", "--type-aware", "--deny-warnings"),
      check("unused code", "knip"),
    ],
  ];
}

export const unitTests: readonly Step[] = [
  vitest("unit", "--project=app", "--project=rest"),
  vitest("rules and games, every branch", "--project=rules", "--project=games", "--coverage"),
];
