/** Expressions of Firestore and Storage rules, as functions. Unknown names and methods are found here. */
import type { RulesError } from "./errors.ts";
import type { Expression } from "./expression.ts";
import { type RulesObserver, watched } from "./observer.ts";
import { compileRegularExpression } from "./regular-expression.ts";
import {
  itemAt,
  known,
  memberOf,
  negated,
  toBoolean,
  toSegment,
  toText,
} from "./service-access.ts";
import { compileLogical } from "./service-logic.ts";
import { moduleFunctions } from "./service-functions.ts";
import { serviceMethods } from "./service-methods.ts";
import { serviceOperators } from "./service-operators.ts";
import { lookupFunctions, type ServiceRun } from "./service-run.ts";
import {
  declare,
  findFunction,
  findWildcard,
  type Scope,
  type ScopedFunction,
} from "./service-scope.ts";
import { hasType, mapOf, type ServiceValue, typeNames } from "./service-value.ts";

/** @throws noValue, tooCostly */
export type ServiceExpression = (run: ServiceRun) => ServiceValue;

export type ServiceNames = {
  service: "firestore" | "storage";
  /** Properties of `request` and of `resource`. */
  request: readonly string[];
  resource: readonly string[];
  fail: (message: string, offset: number) => RulesError;
  observer: RulesObserver | undefined;
};

// As in production: https://firebase.google.com/docs/firestore/security/get-started#security_rule_limits
const callDepthLimit = 20;

type Call = Extract<Expression, { kind: "call" }>;

/** `callDepth`: told how deep the calls go below this expression. */
export function compileServiceExpression(
  expression: Expression,
  scope: Scope,
  names: ServiceNames,
): { evaluate: ServiceExpression; callDepth: number } {
  const { fail } = names;
  let callDepth = 0;
  return { evaluate: compile(expression), callDepth };

  function compile(expression: Expression): ServiceExpression {
    return watched(names.observer, expression, compileKind(expression));
  }

  function compileKind(expression: Expression): ServiceExpression {
    const { offset } = expression;
    switch (expression.kind) {
      case "constant":
        return () => expression.value;
      case "number":
        return compileNumber(expression.text, offset);
      case "name":
        return compileName(expression.name, offset);
      case "member": {
        const { name } = expression;
        checkProperty(expression.object, name, offset);
        const object = compile(expression.object);
        return (run) => memberOf(object(run), name);
      }
      case "index": {
        const object = compile(expression.object);
        const index = compile(expression.index);
        return (run) => itemAt(object(run), index(run));
      }
      case "call":
        return compileCall(expression);
      case "unary": {
        const operand = compile(expression.operand);
        return expression.operator === "!"
          ? (run) => !toBoolean(operand(run))
          : (run) => negated(operand(run));
      }
      case "binary":
        return compileBinary(expression);
      case "logical":
        return compileLogical(expression.operator, expression.operands.map(compile));
      case "choice": {
        const condition = compile(expression.condition);
        const [yes, no] = [compile(expression.yes), compile(expression.no)];
        return (run) => (toBoolean(condition(run)) ? yes(run) : no(run));
      }
      case "list": {
        const items = expression.items.map(compile);
        return (run) => items.map((item) => item(run));
      }
      case "map": {
        const entries = expression.entries.map(
          ({ key, value }) => [compile(key), compile(value)] as const,
        );
        return (run) => mapOf(new Map(entries.map(([key, item]) => [toText(key(run)), item(run)])));
      }
      case "path": {
        const segments = expression.segments.map((segment) =>
          typeof segment === "string" ? () => segment : compile(segment),
        );
        return (run) => ({
          type: "path",
          segments: segments.map((segment) => toSegment(segment(run))),
        });
      }
      case "regex":
        throw fail("This is not supported in these rules.", offset);
    }
  }

  function compileNumber(text: string, offset: number): ServiceExpression {
    const value = /^[0-9]+$/.test(text) ? BigInt(text) : Number(text);
    if (typeof value === "bigint" && value !== BigInt.asIntN(64, value)) {
      throw fail("This number is too large for 64 bits.", offset);
    }
    if (value === Number.POSITIVE_INFINITY) throw fail("This number is too large.", offset);
    return () => value;
  }

  function compileName(name: string, offset: number): ServiceExpression {
    const local = scope.locals?.get(name);
    if (local !== undefined) return (run) => known(run.locals[local]);
    if (name === "request") return (run) => run.request;
    if (name === "resource") return (run) => known(run.resource ?? undefined);
    const wildcard = findWildcard(scope, name);
    if (wildcard !== undefined) return (run) => known(run.wildcards[wildcard]);
    throw fail(`Unknown name ${name}.`, offset);
  }

  function checkProperty(object: Expression, name: string, offset: number): void {
    const properties = propertiesOf(object);
    if (properties === undefined || properties.includes(name)) return;
    throw fail(`Unknown property .${name}: there are ${properties.join(", ")}.`, offset);
  }

  function propertiesOf(object: Expression): readonly string[] | undefined {
    if (object.kind === "name" && object.name === "request") return names.request;
    if (object.kind === "name" && object.name === "resource") return names.resource;
    if (object.kind !== "member" || object.object.kind !== "name") return undefined;
    if (object.object.name !== "request") return undefined;
    if (object.name === "resource") return names.resource;
    if (object.name === "auth") return ["uid", "token"];
    return object.name === "query" ? ["limit"] : undefined;
  }

  function compileBinary(expression: Extract<Expression, { kind: "binary" }>): ServiceExpression {
    const { operator, left, right, offset } = expression;
    const one = compile(left);
    if (operator === "is") {
      const type = right.kind === "name" ? right.name : "";
      if (!typeNames.some((name) => name === type)) {
        throw fail(`Unknown type ${type}: there are ${typeNames.join(", ")}.`, right.offset);
      }
      return (run) => hasType(one(run), type);
    }
    const operate = serviceOperators.get(operator);
    if (operate === undefined) throw fail(`Unknown operator ${operator}.`, offset);
    const other = compile(right);
    return (run) => {
      run.budget.spend(1);
      return operate(one(run), other(run), run.budget);
    };
  }

  function compileCall(call: Call): ServiceExpression {
    const { object, name, inputs, offset } = call;
    if (object === null) return compileFunctionCall(call);
    if (object.kind === "name") {
      const compiled = compileModuleCall(object.name, call);
      if (compiled !== undefined) return compiled;
    }
    const receiver = compile(object);
    const method = serviceMethods.get(name);
    if (method === undefined) throw fail(`Unknown method .${name}().`, offset);
    expectInputs(call, method.inputs);
    if (name === "matches" || name === "split") checkPattern(inputs[0]);
    const read = inputs.map(compile);
    return (run) => {
      run.budget.spend(1);
      return method.call(
        receiver(run),
        read.map((input) => input(run)),
        run.budget,
      );
    };
  }

  function compileModuleCall(module: string, call: Call): ServiceExpression | undefined {
    if (module === "firestore" && names.service === "storage") {
      if (call.name === "get" || call.name === "exists") return compileLookup(call);
      throw fail(`Unknown function firestore.${call.name}().`, call.offset);
    }
    const found = moduleFunctions.get(`${module}.${call.name}`);
    if (found === undefined) return undefined;
    expectInputs(call, [found.inputs, found.inputs]);
    const read = call.inputs.map(compile);
    return (run) => found.call(...read.map((input) => input(run)));
  }

  function compileLookup(call: Call): ServiceExpression {
    const lookUp = lookupFunctions.get(call.name);
    const [path] = call.inputs;
    expectInputs(call, [1, 1]);
    if (lookUp === undefined || path?.kind !== "path") {
      throw fail(`${call.name}() takes a path: /databases/…/documents/…`, call.offset);
    }
    const [databases, , documents] = path.segments;
    const below = path.segments.length - 3;
    if (databases !== "databases" || documents !== "documents" || below < 2 || below % 2 === 1) {
      throw fail("Expected the path of a document: /databases/…/documents/…/….", path.offset);
    }
    const read = compile(path);
    return (run) => lookUp(run, read(run));
  }

  function compileFunctionCall(call: Call): ServiceExpression {
    const { name, inputs, offset } = call;
    const declared = findFunction(scope, name);
    if (declared === undefined) {
      if (names.service === "firestore" && lookupFunctions.has(name)) return compileLookup(call);
      throw fail(`Unknown function ${name}().`, offset);
    }
    const { found } = declared;
    const count = found.statement.inputs.length;
    expectInputs(call, [count, count]);
    if (found.isOpen) throw fail(`The function ${name} calls itself.`, offset);
    const body = compileFunction(found, declared.scope, names);
    callDepth = Math.max(callDepth, body.height);
    if (callDepth > callDepthLimit) throw fail("These calls go too deep.", offset);
    const read = inputs.map(compile);
    return (run) => {
      run.budget.spend(1);
      const inner = { ...run, locals: read.map((input) => input(run)) };
      for (const value of body.lets) inner.locals.push(value(inner));
      return body.result(inner);
    };
  }

  function checkPattern(pattern: Expression | undefined): void {
    if (pattern?.kind !== "constant" || typeof pattern.value !== "string") return;
    if (compileRegularExpression(pattern.value) !== undefined) return;
    throw fail("This regular expression is not one of RE2's.", pattern.offset);
  }

  function expectInputs(call: Call, [least, most]: readonly [number, number]): void {
    const { length } = call.inputs;
    if (length >= least && length <= most) return;
    throw fail(`${call.name}() takes ${most} values, not ${length}.`, call.offset);
  }
}

/** Compiles it once, whoever calls it, within the scope that it stands in. */
export function compileFunction(
  scoped: ScopedFunction,
  scope: Scope,
  names: ServiceNames,
): NonNullable<ScopedFunction["compiled"]> {
  if (scoped.compiled !== null) return scoped.compiled;
  scoped.isOpen = true;
  const { statement } = scoped;
  const locals = new Map<string, number>();
  const inside: Scope = { outer: scope, functions: new Map(), wildcards: new Map(), locals };
  for (const input of statement.inputs) declare(locals, input, locals.size, names.fail);
  let height = 1;
  const compile = (expression: Expression): ServiceExpression => {
    const { evaluate, callDepth } = compileServiceExpression(expression, inside, names);
    height = Math.max(height, callDepth + 1);
    return evaluate;
  };
  const lets: ServiceExpression[] = [];
  for (const local of statement.lets) {
    lets.push(compile(local.value));
    declare(locals, local, locals.size, names.fail);
  }
  scoped.compiled = { lets, result: compile(statement.result), height };
  scoped.isOpen = false;
  return scoped.compiled;
}
