/** The allow statements of a Firestore or Storage rules file, each with the whole path that it stands at. */
import { compileFunction, compileServiceExpression } from "./compile-expression.ts";
import { lineAndColumn } from "../errors.ts";
import { holds } from "../evaluation.ts";
import { observed } from "../observer.ts";
import type { AllowStatement, Block, PatternSegment } from "./parse-service.ts";
import { matchPath, type RequestPath } from "./path-pattern.ts";
import type { ServiceExpression, ServiceNames } from "./names.ts";
import type { ServiceRun } from "./run.ts";
import { declare, openScope, type Scope } from "./scope.ts";
import type { RulesSource, ServiceMethod } from "../types.ts";

export type ServiceMatch = {
  pattern: readonly PatternSegment[];
  /** How many segments its `{x=**}` stands for at least. */
  leastRest: 0 | 1;
  allows: Allow[];
};

type Allow = { methods: ReadonlySet<ServiceMethod>; grants: (run: ServiceRun) => boolean };

/** @throws RulesError */
export function compileMatches(
  source: RulesSource,
  file: { version: "1" | "2"; outer: Block; inner: Block },
  names: ServiceNames,
): ServiceMatch[] {
  const leastRest = file.version === "1" ? 1 : 0;
  const matches: ServiceMatch[] = [];
  const fileScope = openScope(null, file.outer.functions, names.fail);
  compileBlock(file.inner, [], openScope(fileScope, file.inner.functions, names.fail));
  compileFunctions(fileScope);
  return matches;

  function compileBlock(block: Block, pattern: readonly PatternSegment[], scope: Scope): void {
    if (block.allows.length > 0) {
      const allows = block.allows.map((allow) => compileAllow(allow, scope, pattern));
      matches.push({ pattern, leastRest, allows });
    }
    compileFunctions(scope);
    for (const { pattern: below, block: inner } of block.matches) {
      const whole = [...pattern, ...below];
      const innerScope = openScope(scope, inner.functions, names.fail);
      declareWildcards(innerScope, whole);
      compileBlock(inner, whole, innerScope);
    }
  }

  // What no rule calls is checked too.
  function compileFunctions(scope: Scope): void {
    for (const scoped of scope.functions.values()) compileFunction(scoped, scope, names);
  }

  function declareWildcards(scope: Scope, pattern: readonly PatternSegment[]): void {
    const wildcards = pattern.filter((segment) => segment.kind !== "literal");
    for (const [index, wildcard] of wildcards.entries()) {
      declare(scope.wildcards, wildcard, index, names.fail);
    }
    const last = pattern.at(-1);
    for (const wildcard of wildcards) {
      if (leastRest === 0 || wildcard.kind !== "rest" || wildcard === last) continue;
      const hint = "write rules_version = '2'; at the start to have it elsewhere.";
      throw names.fail(
        `In version 1, {…=**} stands at the end of a path: ${hint}`,
        wildcard.offset,
      );
    }
    const second = wildcards.filter((wildcard) => wildcard.kind === "rest")[1];
    if (second === undefined) return;
    throw names.fail("There can be only one {…=**} in a path.", second.offset);
  }

  function compileAllow(
    allow: AllowStatement,
    scope: Scope,
    pattern: readonly PatternSegment[],
  ): Allow {
    const { methods, condition } = allow;
    const evaluate: ServiceExpression =
      condition === null ? () => true : compileServiceExpression(condition, scope, names).evaluate;
    const rule = {
      place: lineAndColumn(source.text, allow.offset),
      name: `allow ${[...methods].join(", ")} /${pattern.map(textOf).join("/")}`,
      outcomes: condition === null ? [true] : [true, false],
    };
    return { methods, grants: observed(names.observer, rule, (run) => holds(() => evaluate(run))) };
  }
}

/** As it is written. */
function textOf(segment: PatternSegment): string {
  if (segment.kind === "literal") return segment.text;
  return segment.kind === "one" ? `{${segment.name}}` : `{${segment.name}=**}`;
}

/**
 * Whether an allow statement at a match of the whole path grants. The first that does is the last that is asked; once
 * one needs more than the budget has, none after it is asked and the request is refused.
 */
export function isAllowed(
  matches: readonly ServiceMatch[],
  method: ServiceMethod,
  path: RequestPath,
  run: Omit<ServiceRun, "wildcards" | "locals">,
): boolean {
  return matches.some(({ pattern, leastRest, allows }) => {
    // Most are for other methods, and to match the path costs more.
    if (!allows.some(({ methods }) => methods.has(method))) return false;
    const wildcards = matchPath(pattern, path, leastRest);
    if (wildcards === null) return false;
    const inner = { ...run, wildcards, locals: [] };
    return allows.some(
      ({ methods, grants }) => methods.has(method) && !run.budget.isOverspent() && grants(inner),
    );
  });
}
