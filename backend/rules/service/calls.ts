/** Calls of what the language brings along: methods, functions, and look-ups of documents. */
import type { Expression } from "../expression.ts";
import { noValue } from "../evaluation.ts";
import { compileRegularExpression } from "../regular-expression.ts";
import { callDefined, type Definition, type Overloads } from "./definition.ts";
import { serviceDefinitions } from "./methods.ts";
import type { Context, ServiceExpression, ServiceNames } from "./names.ts";
import { canBeDocument, compileBind } from "./paths.ts";
import { type LookUp, lookupFunctions } from "./run.ts";

export type Call = Extract<Expression, { kind: "call" }>;

/** Of what production takes although it can never have a value. */
export const withoutValue: ServiceExpression = ({ budget }) => {
  budget.evaluate(1);
  throw noValue;
};

/** Of a function that the file does not declare, or of a method. */
export function compileBuiltIn(call: Call, context: Context): ServiceExpression {
  const { object, name, inputs } = call;
  const { isValue, names } = context;
  if (object === null) {
    const isLookup = names.service === "firestore" && lookupFunctions.has(name);
    return isLookup ? compileLookup(call, context) : compileNamed(name, call, context);
  }
  if (object.kind === "name" && !isValue(object.name) && namespaces.has(object.name)) {
    const isLookup = names.service === "storage" && storageLookups.has(`${object.name}.${name}`);
    return isLookup
      ? compileLookup(call, context)
      : compileNamed(`${object.name}.${name}`, call, context);
  }
  const [values] = inputs;
  if (name === "bind" && object.kind === "path" && values !== undefined && inputs.length === 1) {
    return compileBind(object, values, context);
  }
  const overloads = serviceDefinitions.get(`.${name}`);
  if (overloads === undefined) return refuse(`There is no method .${name}().`, call, context);
  checkPattern(name, inputs[0], names);
  return compileDefined(overloads, `.${name}()`, [object, ...inputs], call, context);
}

const namespaces = new Set([
  "firestore",
  ...[...serviceDefinitions.keys()]
    .filter((name) => name.indexOf(".") > 0)
    .map((name) => name.slice(0, name.indexOf("."))),
]);

const storageLookups = new Set(["firestore.get", "firestore.exists"]);

/** Production takes rules with such a call, and it never has a value there. */
function refuse(message: string, call: Call, context: Context): ServiceExpression {
  const { object, inputs, offset } = call;
  context.names.warn(`${message} This never has a value.`, offset);
  if (object !== null && object.kind !== "name") context.compile(object);
  for (const input of inputs) context.compile(input);
  return withoutValue;
}

function compileNamed(name: string, call: Call, context: Context): ServiceExpression {
  const overloads = serviceDefinitions.get(name);
  const hint = name === "not" ? " Write !(…)." : "";
  if (overloads === undefined) {
    return refuse(`There is no function ${name}().${hint}`, call, context);
  }
  return compileDefined(overloads, `${name}()`, call.inputs, call, context);
}

function compileDefined(
  overloads: Overloads,
  title: string,
  inputs: readonly Expression[],
  call: Call,
  context: Context,
): ServiceExpression {
  const { takes } = overloads.values().next().value as Definition;
  const surplus = inputs.length - takes.length;
  if (surplus !== 0) {
    const count = call.inputs.length;
    return refuse(`${title} takes ${count - surplus} values, not ${count}.`, call, context);
  }
  return evaluateDefined(overloads, inputs.map(context.compile));
}

export function compileSlice(read: readonly ServiceExpression[]): ServiceExpression {
  return evaluateDefined(serviceDefinitions.get("[:]") as Overloads, read);
}

function evaluateDefined(
  overloads: Overloads,
  read: readonly ServiceExpression[],
): ServiceExpression {
  return (run) => {
    run.budget.evaluate(1);
    const inputs = read.map((input) => input(run));
    return callDefined(overloads, inputs, run.budget);
  };
}

function compileLookup(call: Call, context: Context): ServiceExpression {
  const { name, inputs } = call;
  const [path] = inputs;
  if (path === undefined || inputs.length > 1) {
    return refuse(`${name}() takes the path of a document.`, call, context);
  }
  const lookUp = lookupFunctions.get(name) as LookUp;
  if (path.kind === "path" && !canBeDocument(path)) {
    context.names.warn(
      "This is never the path of a document: write /databases/$(database)/documents/… with a document's id at the end.",
      path.offset,
    );
  }
  const read = context.compile(path);
  return (run) => {
    run.budget.evaluate(1);
    return lookUp(run.budget, read(run));
  };
}

function checkPattern(method: string, pattern: Expression | undefined, names: ServiceNames): void {
  if (method !== "matches" && method !== "split" && method !== "replace") return;
  if (pattern?.kind !== "constant" || typeof pattern.value !== "string") return;
  if (compileRegularExpression(pattern.value) !== undefined) return;
  names.warn(
    "This is no regular expression of RE2, or too large. It never has a value.",
    pattern.offset,
  );
}
