/**
 * Expressions of Firestore and Storage rules, as functions. What production takes although it never has a value there,
 * such as an unknown name, is a warning.
 */
import { noValue } from "../evaluation.ts";
import type { Expression } from "../expression.ts";
import { watched } from "../observer.ts";
import { itemAt, known, memberOf, negated, toBoolean, toText } from "./access.ts";
import { type Call, compileBuiltIn, compileSlice, withoutValue } from "./calls.ts";
import { compileLogical } from "./logic.ts";
import type { Context, ServiceExpression, ServiceNames } from "./names.ts";
import { isOfType, serviceOperators } from "./operators.ts";
import { compilePath } from "./paths.ts";
import type { ServiceRun } from "./run.ts";
import {
  declare,
  findFunction,
  findWildcard,
  isValue,
  type Scope,
  type ScopedFunction,
} from "./scope.ts";
import { checkCondition, checkTypes } from "./types.ts";
import { mapOf, typeNames } from "./value.ts";

// As in production: https://firebase.google.com/docs/firestore/security/get-started#security_rule_limits
const callDepthLimit = 20;

/** Of an allow statement. */
export function compileServiceExpression(
  condition: Expression,
  scope: Scope,
  names: ServiceNames,
): { evaluate: ServiceExpression } {
  checkCondition(condition, scope, names);
  return compileWithin(condition, scope, names);
}

/** `callDepth`: how deep the calls go below this expression. */
function compileWithin(
  expression: Expression,
  scope: Scope,
  names: ServiceNames,
): { evaluate: ServiceExpression; callDepth: number } {
  const { fail, warn } = names;
  let callDepth = 0;
  const context: Context = { names, compile, isValue: (name) => isValue(scope, name) };
  return { evaluate: compile(expression), callDepth };

  function compile(expression: Expression): ServiceExpression {
    return watched(names.observer, expression, compileKind(expression));
  }

  function compileKind(expression: Expression): ServiceExpression {
    const { offset } = expression;
    switch (expression.kind) {
      case "constant":
        return () => expression.value;
      case "bytes": {
        const { text } = expression;
        return () => ({ type: "bytes", text });
      }
      case "number":
        return compileNumber(expression.text, offset);
      case "name":
        return compileName(expression.name, offset);
      case "member": {
        const { name } = expression;
        checkProperty(expression.object, name, offset);
        const object = compile(expression.object);
        return (run) => {
          run.budget.evaluate(1);
          return memberOf(object(run), name, run.budget);
        };
      }
      case "index": {
        const object = compile(expression.object);
        const index = compile(expression.index);
        return (run) => {
          run.budget.evaluate(1);
          return itemAt(object(run), index(run), run.budget);
        };
      }
      case "slice":
        return compileSlice([expression.object, expression.from, expression.to].map(compile));
      case "call":
        return compileCall(expression);
      case "unary":
        return compileUnary(expression);
      case "binary":
        return compileBinary(expression);
      case "logical":
        return compileLogical(expression.operator, expression.operands.map(compile));
      case "choice": {
        const condition = compile(expression.condition);
        const [yes, no] = [compile(expression.yes), compile(expression.no)];
        return (run) => {
          run.budget.evaluate(1);
          return toBoolean(condition(run)) ? yes(run) : no(run);
        };
      }
      case "list": {
        const items = expression.items.map(compile);
        return (run) => {
          run.budget.spend(items.length / 20);
          return items.map((item) => item(run));
        };
      }
      case "map": {
        const entries = expression.entries.map(
          ({ key, value }) => [compile(key), compile(value)] as const,
        );
        return (run) => {
          run.budget.spend(entries.length / 10);
          return mapOf(new Map(entries.map(([key, item]) => [keyOf(key, run), item(run)])));
        };
      }
      case "path":
        return compilePath(expression, context);
      case "regex":
        throw fail("This is not supported in these rules.", offset);
    }
  }

  function compileNumber(text: string, offset: number): ServiceExpression {
    const value = /^-?[0-9]+$/.test(text) ? BigInt(text) : Number(text);
    if (typeof value === "bigint" && value !== BigInt.asIntN(64, value)) {
      throw fail("This number is too large for 64 bits.", offset);
    }
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw fail("This number is too large.", offset);
    }
    return () => value;
  }

  function compileName(name: string, offset: number): ServiceExpression {
    const local = scope.locals?.get(name);
    if (local !== undefined) return (run) => known(run.locals[local]);
    if (name === "request") return (run) => run.request;
    if (name === "resource") return (run) => known(run.resource ?? undefined);
    const wildcard = findWildcard(scope, name);
    if (wildcard !== undefined) return (run) => known(run.wildcards[wildcard]);
    warn(`Unknown name ${name}. It never has a value.`, offset);
    return () => {
      throw noValue;
    };
  }

  function checkProperty(object: Expression, name: string, offset: number): void {
    const properties = propertiesOf(object);
    if (properties === undefined || properties.includes(name)) return;
    warn(`Unknown property .${name}: there are ${properties.join(", ")}.`, offset);
  }

  function propertiesOf(object: Expression): readonly string[] | undefined {
    if (object.kind === "name" && object.name === "request") return names.request;
    if (object.kind === "name" && object.name === "resource") return names.resource;
    if (object.kind !== "member" || object.object.kind !== "name") return undefined;
    if (object.object.name !== "request") return undefined;
    if (object.name === "resource") return names.resource;
    if (object.name === "auth") return ["uid", "token"];
    return object.name === "query" ? ["limit", "offset", "orderBy"] : undefined;
  }

  function compileUnary(expression: Extract<Expression, { kind: "unary" }>): ServiceExpression {
    const { operator, operand, offset } = expression;
    // The smallest integer has no positive one to negate.
    if (operator === "-" && operand.kind === "number") {
      return compileNumber(`-${operand.text}`, offset);
    }
    const value = compile(operand);
    return (run) => {
      run.budget.evaluate(1);
      return operator === "!" ? !toBoolean(value(run)) : negated(value(run));
    };
  }

  function compileBinary(expression: Extract<Expression, { kind: "binary" }>): ServiceExpression {
    const { operator, left, right, offset } = expression;
    const one = compile(left);
    if (operator === "is") {
      const type = (right as Extract<Expression, { kind: "name" }>).name;
      if (typeNames.some((name) => name === type)) {
        return (run) => {
          run.budget.evaluate(1);
          return isOfType(one(run), type);
        };
      }
      warn(`Unknown type ${type}: there are ${typeNames.join(", ")}.`, right.offset);
      return withoutValue;
    }
    const operate = serviceOperators.get(operator);
    if (operate === undefined) throw fail(`Unknown operator ${operator}.`, offset);
    const other = compile(right);
    return (run) => {
      run.budget.evaluate(1);
      return operate(one(run), other(run), run.budget);
    };
  }

  function compileCall(call: Call): ServiceExpression {
    const { name, inputs, offset } = call;
    const declared = call.object === null ? findFunction(scope, name) : undefined;
    if (declared === undefined) return compileBuiltIn(call, context);
    const { found } = declared;
    if (found.isOpen) throw fail(`The function ${name} calls itself.`, offset);
    const body = compileFunction(found, declared.scope, names);
    callDepth = Math.max(callDepth, body.height);
    if (callDepth > callDepthLimit) throw fail("These calls go too deep.", offset);
    const read = inputs.map(compile);
    const count = found.statement.inputs.length;
    if (inputs.length !== count) {
      warn(`${name}() takes ${count} values, not ${inputs.length}. It never has a value.`, offset);
      return withoutValue;
    }
    return (run) => {
      run.budget.evaluate(1);
      const inner = { ...run, locals: read.map((input) => input(run)) };
      for (const value of body.lets) inner.locals.push(value(inner));
      return body.result(inner);
    };
  }
}

function keyOf(key: ServiceExpression, run: ServiceRun): string {
  const text = toText(key(run));
  run.budget.spend(text.length / 1_000);
  return text;
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
    checkTypes(expression, inside, names);
    const { evaluate, callDepth } = compileWithin(expression, inside, names);
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
