/**
 * Warnings about faults of types that can be seen without a request: such an expression never has a value. What is not
 * known beforehand is `any`.
 */
import type { Expression } from "../expression.ts";
import { partsOf } from "../expression.ts";
import type { DefinedType, Definition } from "./definition.ts";
import { serviceDefinitions } from "./methods.ts";
import type { ServiceNames } from "./names.ts";
import { findFunction, isValue, type Scope } from "./scope.ts";

type Kind<Name extends Expression["kind"]> = Extract<Expression, { kind: Name }>;

const knownTypes = new Map<string, DefinedType>([
  ["request", "map"],
  ["request.auth.uid", "string"],
  ["request.auth.token", "map"],
  ["request.method", "string"],
  ["request.path", "path"],
  ["request.time", "timestamp"],
  ["resource", "map"],
  ...["resource", "request.resource"].flatMap((resource): [string, DefinedType][] => [
    [`${resource}.data`, "map"],
    [`${resource}.name`, "string"],
    [`${resource}.bucket`, "string"],
    [`${resource}.size`, "int"],
    [`${resource}.metadata`, "map"],
    [`${resource}.timeCreated`, "timestamp"],
    [`${resource}.updated`, "timestamp"],
  ]),
]);

/** Of `left operator right`; a number stands for an integer or a float. */
const operations = new Map<string, DefinedType>([
  ["string + string", "string"],
  ["timestamp + duration", "timestamp"],
  ["duration + timestamp", "timestamp"],
  ["duration + duration", "duration"],
  ["timestamp - duration", "timestamp"],
  ["timestamp - timestamp", "duration"],
  ["duration - duration", "duration"],
  ...["+", "-", "*", "/", "%"].map((sign): [string, DefinedType] => [
    `number ${sign} number`,
    "number",
  ]),
  ...["<", "<=", ">", ">="].flatMap((sign) =>
    ["number", "string", "timestamp", "duration"].map((type): [string, DefinedType] => [
      `${type} ${sign} ${type}`,
      "bool",
    ]),
  ),
]);

const collections = ["list", "map", "set"];
const indexed = ["list", "map", "string", "path"];

/** Of the condition of an allow statement. */
export function checkCondition(condition: Expression, scope: Scope, names: ServiceNames): void {
  const type = checkTypes(condition, scope, names);
  if (type === "any" || type === "bool") return;
  names.warn(`This is ${one(type)}, never a boolean: it grants nothing.`, condition.offset);
}

/** Warns, and tells the type as far as it is known. */
export function checkTypes(expression: Expression, scope: Scope, names: ServiceNames): DefinedType {
  return typeOf(expression);

  function typeOf(expression: Expression): DefinedType {
    switch (expression.kind) {
      case "constant":
        if (expression.value === null) return "null";
        return typeof expression.value === "string" ? "string" : "bool";
      case "number":
        return /^[0-9]+$/.test(expression.text) ? "int" : "float";
      case "bytes":
      case "path":
      case "list":
      case "map":
        for (const part of partsOf(expression)) typeOf(part);
        return expression.kind;
      case "name":
      case "member":
        return typeOfMember(expression);
      case "index":
        typeOf(expression.index);
        expect(expression.object, indexed, "has no items");
        return "any";
      case "slice":
        for (const bound of [expression.from, expression.to]) {
          expect(bound, ["int"], "bounds no slice");
        }
        return expect(expression.object, ["list", "string"], "has no slices");
      case "call":
        return typeOfCall(expression);
      case "unary":
        return expression.operator === "!"
          ? expect(expression.operand, ["bool"], "has no opposite")
          : expect(expression.operand, ["int", "float", "number"], "cannot be negated");
      case "binary":
        return typeOfBinary(expression);
      case "logical":
        for (const operand of expression.operands) {
          expect(operand, ["bool"], `is no boolean for ${expression.operator}`);
        }
        return "bool";
      case "choice": {
        expect(expression.condition, ["bool"], "is no boolean for ?");
        const [yes, no] = [typeOf(expression.yes), typeOf(expression.no)];
        return yes === no ? yes : "any";
      }
      case "regex":
        return "any";
    }
  }

  /** Warns unless it is, or may be, of one of these types. */
  function expect(part: Expression, types: readonly string[], fault: string): DefinedType {
    const type = typeOf(part);
    if (type === "any" || types.includes(type)) return type;
    const subject = one(type);
    return warn(`${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${fault}.`, part.offset);
  }

  function warn(fault: string, offset: number): "any" {
    names.warn(`${fault} This never has a value.`, offset);
    return "any";
  }

  function typeOfMember(expression: Kind<"name" | "member">): DefinedType {
    const known = knownTypes.get(textOf(expression));
    if (known !== undefined) return known;
    if (expression.kind === "member") {
      expect(expression.object, ["map", "path"], `has no .${expression.name}`);
    }
    return "any";
  }

  function typeOfBinary({ operator, left, right, offset }: Kind<"binary">): DefinedType {
    const first = typeOf(left);
    if (operator === "is") return "bool";
    if (operator === "in") {
      expect(right, collections, "has no members");
      return "bool";
    }
    const other = typeOf(right);
    if (operator === "==" || operator === "!=") return "bool";
    if (first === "any" || other === "any") return "any";
    const type = operations.get(`${general(first)} ${operator} ${general(other)}`);
    if (type === undefined) return warn(`There is no ${first} ${operator} ${other}.`, offset);
    return type === "number" && first === other ? first : type;
  }

  function typeOfCall(call: Kind<"call">): DefinedType {
    const { object, name, inputs, offset } = call;
    const isNamespace = object?.kind === "name" && !isValue(scope, object.name);
    const values = object === null || isNamespace ? inputs : [object, ...inputs];
    const types = values.map(typeOf);
    if (object === null && findFunction(scope, name) !== undefined) return "any";
    const title = isNamespace ? `${object.name}.${name}` : object === null ? name : `.${name}`;
    const overloads = [...(serviceDefinitions.get(title)?.entries() ?? [])];
    const fitting = overloads.filter(([first, { takes }]) => {
      const wanted = [first as DefinedType, ...takes.slice(1)];
      return wanted.length !== types.length || types.every((type, at) => fits(type, wanted[at]));
    });
    if (fitting.length === 0 && overloads.length > 0) {
      return warn(`There is no ${title}() of ${types.join(", ")}.`, offset);
    }
    return giveOf(fitting.map(([, definition]) => definition));
  }
}

/** `request.auth.uid`; empty for another expression. */
function textOf(expression: Expression): string {
  if (expression.kind === "name") return expression.name;
  if (expression.kind !== "member") return "";
  return `${textOf(expression.object)}.${expression.name}`;
}

function one(type: DefinedType): string {
  return `${type === "int" ? "an" : "a"} ${type}`;
}

function general(type: DefinedType): DefinedType {
  return type === "int" || type === "float" ? "number" : type;
}

function fits(type: DefinedType, wanted: DefinedType | undefined): boolean {
  return type === "any" || wanted === "any" || type === wanted || isEither(type, wanted);
}

/** A number may be the integer or the float that is wanted, or the other way round. */
function isEither(type: DefinedType, wanted: DefinedType | undefined): boolean {
  return (
    wanted !== undefined &&
    (type === "number" || wanted === "number") &&
    general(type) === general(wanted)
  );
}

/** What all of them give. */
function giveOf(definitions: readonly Definition[]): DefinedType {
  const [type = "any", ...others] = new Set(definitions.map(({ gives }) => gives));
  return others.length === 0 ? type : "any";
}
