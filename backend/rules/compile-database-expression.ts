/**
 * Expressions of Realtime Database rules, as functions. Whether something is a place in the tree (`data.child('a')`)
 * or a value (`data.val()`) is known when rules are read, so a comparison of a place is refused there.
 */
import { databaseOperators, textMethods } from "./database-operators.ts";
import { hasChildren, type Snapshot, snapshotMethods } from "./database-snapshot.ts";
import { noValue } from "./evaluation.ts";
import type { Expression } from "./expression.ts";
import { type RulesObserver, watched } from "./observer.ts";
import { compileDatabasePattern } from "./regular-expression.ts";
import type { DatabasePath, TreeView } from "./database-types.ts";
import type { RulesAuth } from "./types.ts";
import type { RulesError } from "./errors.ts";

export type DatabaseRun = {
  auth: RulesAuth;
  nowMs: number;
  /** Of the rule's node. */
  path: DatabasePath;
  root: TreeView;
  /** Null for a read. */
  newRoot: TreeView | null;
};

/** Gives true, false or something else; throws `noValue`. */
export type DatabaseExpression = (run: DatabaseRun) => unknown;

type Compiled =
  | { kind: "place"; read: (run: DatabaseRun) => Snapshot }
  | { kind: "value"; read: DatabaseExpression }
  /** The token or a part of it: the only thing with free names. */
  | { kind: "claims"; read: DatabaseExpression };

export function compileDatabaseExpression(
  expression: Expression,
  scope: {
    /** By `$` name: which segment of the path it is. */
    variables: ReadonlyMap<string, number>;
    isRead: boolean;
    fail: (message: string, offset: number) => RulesError;
  },
  observer?: RulesObserver,
): DatabaseExpression {
  const { fail } = scope;

  function compile(expression: Expression): Compiled {
    const { offset } = expression;
    switch (expression.kind) {
      case "constant":
        return value(() => expression.value);
      case "number": {
        const constant = Number(expression.text);
        if (!Number.isFinite(constant)) throw fail("This number is too large.", offset);
        return value(() => constant);
      }
      case "name":
        return compileName(expression.name, offset);
      case "member":
        return compileMember(expression.object, expression.name, offset);
      case "index": {
        const { index } = expression;
        const object = compile(expression.object);
        if (object.kind !== "claims" || index.kind !== "constant") break;
        if (typeof index.value !== "string" || isAuth(expression.object)) break;
        return claim(object.read, index.value);
      }
      case "call":
        return compileCall(expression);
      case "unary": {
        const operand = compileValue(expression.operand);
        if (expression.operator === "!") return value((run) => !toBoolean(operand(run)));
        return value((run) => -toNumber(operand(run)));
      }
      case "binary": {
        const operator = databaseOperators.get(expression.operator);
        const left = compileValue(expression.left);
        const right = compileValue(expression.right);
        if (operator === undefined) break;
        return value((run) => operator(left(run), right(run)));
      }
      case "logical": {
        const operands = expression.operands.map(compileValue);
        return expression.operator === "&&"
          ? value((run) => operands.every((operand) => toBoolean(operand(run))))
          : value((run) => operands.some((operand) => toBoolean(operand(run))));
      }
      case "choice": {
        const condition = compileValue(expression.condition);
        const yes = compileValue(expression.yes);
        const no = compileValue(expression.no);
        return value((run) => (toBoolean(condition(run)) ? yes(run) : no(run)));
      }
      case "regex":
        throw fail("A regular expression can stand only in .matches(…).", offset);
      case "list":
        throw fail("A list can stand only in .hasChildren(…).", offset);
      case "map":
      case "path":
        break;
    }
    throw fail("This is not supported in Realtime Database rules.", offset);
  }

  function compileValue(expression: Expression): DatabaseExpression {
    const compiled = compile(expression);
    if (compiled.kind !== "place") return watched(observer, expression, compiled.read);
    throw fail("This is a place, not a value: add .val() or .exists().", expression.offset);
  }

  function compileName(name: string, offset: number): Compiled {
    if (name === "auth") return { kind: "claims", read: (run) => run.auth };
    if (name === "now") return value((run) => run.nowMs);
    if (name === "root") return { kind: "place", read: ({ root }) => ({ view: root, path: [] }) };
    if (name === "data") return { kind: "place", read: ({ root, path }) => ({ view: root, path }) };
    if (name === "newData") {
      if (scope.isRead) throw fail("newData is known only to .write and .validate.", offset);
      return { kind: "place", read: newDataOf };
    }
    const segment = scope.variables.get(name);
    if (segment !== undefined) return value((run) => run.path[segment]);
    throw fail(`Unknown name ${name}.`, offset);
  }

  function compileMember(owner: Expression, name: string, offset: number): Compiled {
    const object = compile(owner);
    if (isAuth(owner) && name !== "uid" && name !== "token") {
      throw fail(`Unknown property auth.${name}: there are auth.uid and auth.token.`, offset);
    }
    if (object.kind === "claims" && name !== "length") return claim(object.read, name);
    if (object.kind !== "place" && name === "length") {
      return value((run) => toText(object.read(run)).length);
    }
    throw fail(`Unknown property .${name}; methods need parentheses.`, offset);
  }

  function compileCall(call: Extract<Expression, { kind: "call" }>): Compiled {
    const { name, inputs, offset } = call;
    if (call.object === null) throw fail(`Unknown function ${name}().`, offset);
    const object = compile(call.object);
    if (object.kind === "place") return compilePlaceCall(object.read, call);
    if (name === "matches") return compileMatches(object.read, inputs, offset);
    const method = textMethods.get(name);
    if (method === undefined) throw fail(`Unknown method .${name}() of a value.`, offset);
    expectInputs(call, method.inputs);
    const read = inputs.map(compileValue);
    return value((run) =>
      method.call(toText(object.read(run)), ...read.map((input) => toText(input(run)))),
    );
  }

  function compilePlaceCall(
    object: (run: DatabaseRun) => Snapshot,
    call: Extract<Expression, { kind: "call" }>,
  ): Compiled {
    const { name, inputs, offset } = call;
    if (name === "hasChildren") return compileHasChildren(object, inputs, offset);
    const method = snapshotMethods.get(name);
    if (method === undefined) throw fail(`Unknown method .${name}() of a place.`, offset);
    expectInputs(call, method.inputs);
    const input = inputs[0] === undefined ? () => undefined : compileValue(inputs[0]);
    return method.gives === "snapshot"
      ? { kind: "place", read: (run) => method.call(object(run), input(run)) }
      : value((run) => method.call(object(run), input(run)));
  }

  function compileHasChildren(
    object: (run: DatabaseRun) => Snapshot,
    inputs: Expression[],
    offset: number,
  ): Compiled {
    const [list] = inputs;
    if (list === undefined) return value((run) => hasChildren(object(run), undefined));
    if (inputs.length > 1 || list.kind !== "list" || list.items.length === 0) {
      throw fail(".hasChildren() takes nothing or one list of names.", offset);
    }
    const names = list.items.map(compileValue);
    return value((run) =>
      hasChildren(
        object(run),
        names.map((name) => name(run)),
      ),
    );
  }

  function compileMatches(
    object: DatabaseExpression,
    inputs: Expression[],
    offset: number,
  ): Compiled {
    const [regex] = inputs;
    if (regex?.kind !== "regex" || inputs.length > 1 || !/^i?$/.test(regex.flags)) {
      throw fail(".matches() takes one regular expression: /…/ or /…/i.", offset);
    }
    const compiled = compileDatabasePattern(regex.pattern, regex.flags === "i");
    if (compiled === undefined) {
      throw fail("Firebase does not take this regular expression.", regex.offset);
    }
    return value((run) => compiled.matchesPart(toText(object(run))));
  }

  function expectInputs(call: Extract<Expression, { kind: "call" }>, count: number): void {
    if (call.inputs.length === count) return;
    throw fail(`.${call.name}() takes ${count} values, not ${call.inputs.length}.`, call.offset);
  }

  return compileValue(expression);
}

function isAuth(expression: Expression): boolean {
  return expression.kind === "name" && expression.name === "auth";
}

function value(read: DatabaseExpression): Compiled {
  return { kind: "value", read };
}

/** A claim that the token lacks is null; without a sign-in there is no token. */
function claim(object: DatabaseExpression, name: string): Compiled {
  return {
    kind: "claims",
    read(run) {
      const claims = object(run);
      if (typeof claims !== "object" || claims === null) throw noValue;
      return Object.hasOwn(claims, name) ? (claims as Record<string, unknown>)[name] : null;
    },
  };
}

function newDataOf(run: DatabaseRun): Snapshot {
  if (run.newRoot === null) throw new Error("A read has no newData.");
  return { view: run.newRoot, path: run.path };
}

function toBoolean(value: unknown): boolean {
  if (typeof value !== "boolean") throw noValue;
  return value;
}

function toNumber(value: unknown): number {
  if (typeof value !== "number") throw noValue;
  return value;
}

function toText(value: unknown): string {
  if (typeof value !== "string") throw noValue;
  return value;
}
