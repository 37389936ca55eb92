/** Which names an expression of Firestore or Storage rules can see, from the inside out. */
import type { RulesError } from "../errors.ts";
import type { FunctionStatement } from "./parse-service.ts";
import type { ServiceExpression } from "./names.ts";

export type Scope = {
  outer: Scope | null;
  functions: Map<string, ScopedFunction>;
  /** Which of the match's wildcards a name is. */
  wildcards: Map<string, number>;
  /** Inputs and `let` names of the function around; null outside of functions. */
  locals: Map<string, number> | null;
};

export type ScopedFunction = {
  statement: FunctionStatement;
  /** Set while it is compiled, so that a function that reaches itself is found. */
  isOpen: boolean;
  compiled: { lets: ServiceExpression[]; result: ServiceExpression; height: number } | null;
};

const reserved = new Set(["request", "resource"]);

export function openScope(
  outer: Scope | null,
  statements: readonly FunctionStatement[],
  fail: (message: string, offset: number) => RulesError,
): Scope {
  const functions = new Map<string, ScopedFunction>();
  for (const statement of statements) {
    const { name, offset } = statement;
    if (functions.has(name)) throw fail(`There are two functions ${name} here.`, offset);
    functions.set(name, { statement, isOpen: false, compiled: null });
  }
  return { outer, functions, wildcards: new Map(), locals: null };
}

/** @throws RulesError for a name that already means something */
export function declare(
  names: Map<string, number>,
  declared: { name: string; offset: number },
  index: number,
  fail: (message: string, offset: number) => RulesError,
): void {
  const { name, offset } = declared;
  if (reserved.has(name) || names.has(name)) {
    throw fail(`The name ${name} is already taken: choose another.`, offset);
  }
  names.set(name, index);
}

export function findWildcard(scope: Scope | null, name: string): number | undefined {
  if (scope === null) return undefined;
  return scope.wildcards.get(name) ?? findWildcard(scope.outer, name);
}

export function findFunction(
  scope: Scope | null,
  name: string,
): { found: ScopedFunction; scope: Scope } | undefined {
  if (scope === null) return undefined;
  const found = scope.functions.get(name);
  return found === undefined ? findFunction(scope.outer, name) : { found, scope };
}

/** Whether something here has this name, so that it is no function's. */
export function isValue(scope: Scope, name: string): boolean {
  const isRequest = name === "request" || name === "resource";
  return isRequest || scope.locals?.has(name) === true || findWildcard(scope, name) !== undefined;
}
