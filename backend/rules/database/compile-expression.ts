/**
 * Expressions of Realtime Database rules, as functions. What type a value has, as far as that is certain, and whether
 * something is a snapshot (`data.child('a')`) is known when rules are read; what can never be right is refused there, as
 * Firebase does.
 */
import { memberOf } from "./auth.ts";
import { textMethods } from "./methods.ts";
import { databaseOperators, type DatabaseOperator, toNumber } from "./operators.ts";
import { compileDatabasePattern } from "./pattern.ts";
import {
  compileName,
  compileQueryMember,
  type Compiled,
  type DatabaseExpression,
  type DatabaseRun,
  type DatabaseScope,
  isValue,
  type SnapshotExpression,
  type Value,
} from "./names.ts";
import { hasAnyChild, hasChildren, snapshotMethods } from "./snapshot.ts";
import { eitherOf, mayBe, type ValueType } from "./value-type.ts";
import { noValue } from "../evaluation.ts";
import { type Expression, partsOf } from "../expression.ts";
import { type RulesObserver, watched } from "../observer.ts";

type Call = Extract<Expression, { kind: "call" }>;

const notACondition = {
  value: "This may be neither true nor false: compare it, as in == true.",
  snapshot: "This is a snapshot, not a value: add .val() or .exists().",
  query: "This is a query, not a value: ask for a part of it, as in query.orderByKey.",
};

/** @returns what is certain to be true or false, or has no value. */
export function compileDatabaseExpression(
  expression: Expression,
  scope: DatabaseScope,
  observer?: RulesObserver,
): DatabaseExpression {
  const { fail } = scope;

  function compile(expression: Expression): Compiled {
    const compiled = compileKind(expression);
    switch (compiled.type) {
      case "query":
        return compiled;
      case "snapshot":
        return { type: "snapshot", read: counted(expression, compiled.read) };
      default:
        return { type: compiled.type, read: counted(expression, compiled.read) };
    }
  }

  function counted<Gives>(
    expression: Expression,
    read: (run: DatabaseRun) => Gives,
  ): (run: DatabaseRun) => Gives {
    const hasParts = partsOf(expression).length > 0;
    const evaluate = (run: DatabaseRun): Gives => {
      run.budget.spend(1);
      return read(run);
    };
    return watched(observer, expression, hasParts ? evaluate : read);
  }

  function compileKind(expression: Expression): Compiled {
    const { offset } = expression;
    switch (expression.kind) {
      case "constant":
        return constant(expression.value);
      case "number": {
        const number = Number(expression.text);
        if (!Number.isFinite(number)) throw fail("This number is too large.", offset);
        return constant(number);
      }
      case "name":
        return compileName(expression.name, offset, scope);
      case "member":
        return compileMember(expression.object, expression.name, offset);
      case "index":
        return compileIndex(expression);
      case "call":
        return compileCall(expression);
      case "unary": {
        if (expression.operator === "!") {
          const operand = compileCondition(expression.operand);
          return { type: "boolean", read: (run) => !operand(run) };
        }
        const operand = compileValue(expression.operand, ["number"], "- takes a number.");
        return { type: "number", read: (run) => -toNumber(operand.read(run)) };
      }
      case "binary":
        return compileBinary(expression);
      case "logical": {
        const operands = expression.operands.map(compileCondition);
        const read: DatabaseExpression =
          expression.operator === "&&"
            ? (run) => operands.every((operand) => operand(run))
            : (run) => operands.some((operand) => operand(run));
        return { type: "boolean", read };
      }
      case "choice":
        return compileChoice(expression);
      default:
        throw fail(
          "A regular expression can stand only in .matches(…), a list only in .hasChildren(…).",
          offset,
        );
    }
  }

  /** What is certain to be true or false. */
  function compileCondition(expression: Expression): DatabaseExpression {
    const compiled = compile(expression);
    if (compiled.type === "boolean") return compiled.read;
    throw fail(notACondition[isValue(compiled) ? "value" : compiled.type], expression.offset);
  }

  function compileValue(expression: Expression, types: ValueType[], message: string): Value {
    const compiled = compile(expression);
    if (isValue(compiled) && mayBe(compiled.type, types)) return compiled;
    throw fail(message, expression.offset);
  }

  function compileMember(owner: Expression, name: string, offset: number): Compiled {
    const object = compile(owner);
    if (object.type === "any") return memberOfAny(object, () => name);
    if (object.type === "query") return compileQueryMember(name, offset, scope);
    if (name === "length" && isValue(object) && mayBe(object.type, ["string"])) {
      return { type: "number", read: (run) => toText(object.read(run)).length };
    }
    throw fail(`Unknown property .${name}; methods need parentheses.`, offset);
  }

  function compileIndex(expression: Extract<Expression, { kind: "index" }>): Compiled {
    const { object: owner, index, offset } = expression;
    if (index.kind === "constant" && typeof index.value === "string") {
      return compileMember(owner, index.value, offset);
    }
    const object = compile(owner);
    if (object.type !== "any")
      throw fail("Only auth and what is in it has […] with a name.", offset);
    const name = compileValue(index, ["string", "number"], "[…] takes a name or a number.");
    return memberOfAny(object, name.read);
  }

  function compileBinary(expression: Extract<Expression, { kind: "binary" }>): Value {
    // The parser gives no others.
    const operator = databaseOperators.get(expression.operator) as DatabaseOperator;
    const left = compile(expression.left);
    const right = compile(expression.right);
    const type = operator.typeOf(left.type, right.type);
    if (type === undefined || !isValue(left) || !isValue(right)) {
      throw fail(`${expression.operator} takes ${operator.takes}.`, expression.left.offset);
    }
    return { type, read: (run) => operator.call(left.read(run), right.read(run), run.budget) };
  }

  function compileChoice(expression: Extract<Expression, { kind: "choice" }>): Compiled {
    const condition = compileCondition(expression.condition);
    const yes = compile(expression.yes);
    const no = compile(expression.no);
    if (yes.type === "snapshot" && no.type === "snapshot") {
      return { type: "snapshot", read: (run) => (condition(run) ? yes : no).read(run) };
    }
    if (!isValue(yes) || !isValue(no)) {
      throw fail("Both of ? : must be values, or both snapshots.", expression.yes.offset);
    }
    return {
      type: eitherOf(yes.type, no.type),
      read: (run) => (condition(run) ? yes : no).read(run),
    };
  }

  function compileCall(call: Call): Compiled {
    const { name, inputs, offset } = call;
    if (call.object === null) throw fail(`Unknown function ${name}().`, offset);
    const object = compile(call.object);
    if (object.type === "snapshot") return compileSnapshotCall(object, call);
    const method = textMethods.get(name);
    if (!isValue(object) || !mayBe(object.type, ["string"])) {
      throw fail(`Only texts and snapshots have methods such as .${name}().`, offset);
    }
    if (name === "matches") return compileMatches(object, call);
    if (method === undefined) throw fail(`Unknown method .${name}() of a value.`, offset);
    expectInputs(call, method.inputs);
    const texts = [object, ...inputs.map(compileText)];
    return {
      type: method.type,
      read: (run) => {
        const [text, ...values] = texts.map((text) => toText(text.read(run)));
        return method.call(text as string, run.budget, ...(values as [string, string]));
      },
    };
  }

  function compileSnapshotCall(object: SnapshotExpression, call: Call): Compiled {
    const { name, inputs, offset } = call;
    if (name === "hasChildren") return compileHasChildren(object, call);
    const method = snapshotMethods.get(name);
    if (method === undefined) throw fail(`Unknown method .${name}() of a snapshot.`, offset);
    expectInputs(call, method.inputs);
    const input = inputs.map(compileText)[0]?.read ?? (() => undefined);
    return method.type === "snapshot"
      ? { type: "snapshot", read: (run) => method.call(object.read(run), run.budget, input(run)) }
      : { type: method.type, read: (run) => method.call(object.read(run), run.budget, input(run)) };
  }

  function compileHasChildren(object: SnapshotExpression, { inputs, offset }: Call): Value {
    const [list] = inputs;
    if (list === undefined) {
      return { type: "boolean", read: (run) => hasAnyChild(object.read(run), run.budget) };
    }
    if (inputs.length > 1 || list.kind !== "list" || list.items.length === 0) {
      throw fail(".hasChildren() takes nothing or one list of names.", offset);
    }
    const names = list.items.map(compileText);
    return {
      type: "boolean",
      read: (run) =>
        hasChildren(
          object.read(run),
          run.budget,
          names.map((name) => name.read(run)),
        ),
    };
  }

  function compileMatches(object: Value, { inputs, offset }: Call): Value {
    const [regex] = inputs;
    if (regex?.kind !== "regex" || inputs.length > 1 || !/^i?$/.test(regex.flags)) {
      throw fail(".matches() takes one regular expression: /…/ or /…/i.", offset);
    }
    const matches = compileDatabasePattern(regex.pattern, regex.flags === "i");
    if (matches === undefined) {
      throw fail("Firebase does not take this regular expression.", regex.offset);
    }
    return { type: "boolean", read: (run) => matches(toText(object.read(run)), run.budget) };
  }

  function compileText(expression: Expression): Value {
    return compileValue(expression, ["string"], "Text is expected here.");
  }

  function expectInputs(call: Call, count: number): void {
    if (call.inputs.length === count) return;
    throw fail(`.${call.name}() takes ${count} values, not ${call.inputs.length}.`, call.offset);
  }

  return compileCondition(expression);
}

function memberOfAny(object: Value, name: DatabaseExpression): Value {
  return { type: "any", read: (run) => memberOf(run.auth, object.read(run), name(run)) };
}

function constant(value: null | boolean | number | string): Value {
  const type = value === null ? "null" : (typeof value as ValueType);
  return { type, read: () => value };
}

function toText(value: unknown): string {
  if (typeof value !== "string") throw noValue;
  return value;
}
