/**
 * A second evaluator of Firestore and Storage rules: it walks the parsed file for every request, slowly and as the
 * documentation tells it, and shares nothing with ours but the parser. Where both differ, one of them is wrong.
 */
import { type Expression, partsOf } from "../expression.ts";
import { type Block, parseService } from "../service/parse-service.ts";
import type { Lookups, RulesDocument, ServiceMethod } from "../types.ts";
import { functions } from "./naive-functions.ts";
import { countExpressions, TooMany } from "./naive-limits.ts";
import { methods, slice } from "./naive-methods.ts";
import { operate } from "./naive-operators.ts";
import { documentPath, type Path, waysInto } from "./naive-paths.ts";
import { applied } from "./naive-table.ts";
import { fromFields, Incomparable, type Naive, type Outcome, typeOf } from "./naive-values.ts";

export type NaiveRequest = {
  method: ServiceMethod;
  /** From `databases` or `b` on. */
  path: string[];
  request: Map<string, Naive>;
  resource: Map<string, Naive> | null;
  lookups: Lookups;
  lookupLimit: number;
};

type Service = "cloud.firestore" | "firebase.storage";
type Scope = { outer: Scope | null; block: Block | null; names: Map<string, Outcome> };

const moduleNames = ["math", "timestamp", "duration", "latlng", "hashing"];

/** @param saw told every value that an expression had */
export function naiveService(
  service: Service,
  text: string,
  saw: (expression: Expression, outcome: Outcome) => void = () => {},
): { allows(request: NaiveRequest): boolean } {
  const file = parseService({ file: "naive", text }, service);
  const leastRest = file.version === "1" ? 1 : 0;

  return {
    allows(asked) {
      const seen = new Set<string>();
      const count = countExpressions();

      function grants(block: Block, rest: readonly string[], scope: Scope): boolean {
        const here: Scope = { outer: scope, block, names: new Map() };
        if (rest.length === 0 && block.allows.some((allow) => isGranted(allow, here))) return true;
        return block.matches.some(({ pattern, block: below }) =>
          waysInto(pattern, rest, leastRest).some(({ names, left }) =>
            grants(below, left, { outer: here, block: null, names }),
          ),
        );
      }

      function isGranted(allow: Block["allows"][number], scope: Scope): boolean {
        if (!allow.methods.has(asked.method)) return false;
        return allow.condition === null || evaluate(allow.condition, scope) === true;
      }

      function evaluate(expression: Expression, scope: Scope): Outcome {
        count(expression);
        const outcome = comparable(() => outcomeOf(expression, scope));
        saw(expression, outcome);
        return outcome;
      }

      /** Undefined unless all have a value; they are asked in turn up to the first without. */
      function evaluateAll(expressions: readonly Expression[], scope: Scope): Naive[] | undefined {
        const values: Naive[] = [];
        for (const one of expressions) {
          const value = evaluate(one, scope);
          if (value === undefined) return undefined;
          values.push(value);
        }
        return values;
      }

      function outcomeOf(expression: Expression, scope: Scope): Outcome {
        switch (expression.kind) {
          case "constant":
            return expression.value;
          case "number":
            return /[.eE]/.test(expression.text)
              ? { float: Number(expression.text) }
              : BigInt(expression.text);
          case "name":
            return valueOf(expression.name, scope);
          case "member": {
            const object = evaluate(expression.object, scope);
            return object === undefined ? undefined : memberOf(object, expression.name);
          }
          case "index": {
            const values = evaluateAll([expression.object, expression.index], scope);
            return values && itemAt(values[0] as Naive, values[1] as Naive);
          }
          case "slice": {
            const values = evaluateAll(partsOf(expression), scope);
            return values && slice(...(values as [Naive, Naive, Naive]));
          }
          case "bytes":
            return { bytes: Buffer.from(expression.text, "base64") };
          case "call":
            return call(expression, scope);
          case "unary": {
            const value = evaluate(expression.operand, scope);
            if (value === undefined) return undefined;
            if (expression.operator === "!") return typeof value === "boolean" ? !value : undefined;
            if (typeOf(value) === "float") return { float: -(value as { float: number }).float };
            return operate("-", 0n, value);
          }
          case "binary": {
            const { operator, left, right } = expression;
            if (operator === "is") {
              const value = evaluate(left, scope);
              const type = right.kind === "name" ? right.name : "";
              if (value === undefined) return undefined;
              return type === "number" ? /int|float/.test(typeOf(value)) : typeOf(value) === type;
            }
            const values = evaluateAll([left, right], scope);
            return values && operate(operator, values[0] as Naive, values[1] as Naive);
          }
          case "logical": {
            const decides = expression.operator === "||";
            const values: Outcome[] = [];
            for (const operand of expression.operands) {
              values.push(evaluate(operand, scope));
              if (values.at(-1) === decides) return decides;
            }
            return values.every((value) => value === !decides) ? !decides : undefined;
          }
          case "choice": {
            const condition = evaluate(expression.condition, scope);
            if (typeof condition !== "boolean") return undefined;
            return evaluate(condition ? expression.yes : expression.no, scope);
          }
          case "list":
            return evaluateAll(expression.items, scope);
          case "map": {
            const { entries } = expression;
            const values = evaluateAll(
              entries.flatMap(({ key, value }) => [key, value]),
              scope,
            );
            const map = new Map<string, Naive>();
            for (const at of entries.keys()) {
              const key = values?.[2 * at];
              if (values === undefined || typeof key !== "string") return undefined;
              map.set(key, values[2 * at + 1] as Naive);
            }
            return map;
          }
          case "path":
            return pathOf(expression, new Map(), scope);
          case "regex":
            return undefined;
        }
      }

      function call(
        { object, name, inputs }: Extract<Expression, { kind: "call" }>,
        scope: Scope,
      ): Outcome {
        if (object === null) {
          const declared = findFunction(name, scope);
          if (declared !== undefined) return callDeclared(declared, inputs, scope);
          const values = evaluateAll(inputs, scope);
          if (values === undefined) return undefined;
          const isLookup = /^(?:get|exists)(?:After)?$/.test(name);
          return isLookup ? lookUp(name, values) : applied(functions, name, values);
        }
        if (name === "bind" && object.kind === "path") {
          const values = evaluateAll(inputs, scope)?.[0];
          return values instanceof Map ? pathOf(object, values, scope) : undefined;
        }
        const module = object.kind === "name" && !isDeclared(object.name, scope) ? object.name : "";
        if (moduleNames.includes(module)) {
          const values = evaluateAll(inputs, scope);
          return values && applied(functions, `${module}.${name}`, values);
        }
        if (module === "firestore") {
          const values = evaluateAll(inputs, scope);
          return values && lookUp(name, values);
        }
        const values = evaluateAll([object, ...inputs], scope);
        return values && applied(methods, `${typeOf(values[0] as Naive)}.${name}`, values);
      }

      /** A name that means nothing here is one that bind() gives. */
      function pathOf(
        { segments }: Extract<Expression, { kind: "path" }>,
        given: Map<string, Naive>,
        scope: Scope,
      ): Outcome {
        const path: string[] = [];
        const bound = new Map<string, Naive>();
        for (const segment of segments) {
          const isFree =
            typeof segment !== "string" &&
            segment.kind === "name" &&
            !isDeclared(segment.name, scope);
          const part =
            typeof segment === "string"
              ? segment
              : isFree
                ? given.get(segment.name)
                : evaluate(segment, scope);
          if (typeof part !== "string" || part === "" || part.includes("/")) return undefined;
          path.push(part);
          if (isFree) bound.set(segment.name, part);
        }
        return { path, bound };
      }

      function callDeclared(
        { statement, scope }: NonNullable<ReturnType<typeof findFunction>>,
        inputs: readonly Expression[],
        caller: Scope,
      ): Outcome {
        if (inputs.length !== statement.inputs.length) return undefined;
        const values = evaluateAll(inputs, caller);
        if (values === undefined) return undefined;
        const names = new Map<string, Outcome>();
        for (const [at, input] of statement.inputs.entries()) names.set(input.name, values[at]);
        const inside = { outer: scope, block: null, names };
        for (const local of statement.lets) {
          const value = evaluate(local.value, inside);
          if (value === undefined) return undefined;
          names.set(local.name, value);
        }
        return evaluate(statement.result, inside);
      }

      function valueOf(name: string, scope: Scope | null): Outcome {
        if (scope?.names.has(name)) return scope.names.get(name);
        if (scope !== null) return valueOf(name, scope.outer);
        if (name === "request") return asked.request;
        return name === "resource" ? (asked.resource ?? undefined) : undefined;
      }

      function lookUp(name: string, [path]: Naive[]): Outcome {
        const document = documentPath(path);
        if (document === undefined) return undefined;
        const isAfter = name.endsWith("After");
        const key = `${isAfter} ${document}`;
        // What was looked at before is free.
        if (!seen.has(key) && seen.size === asked.lookupLimit) throw new TooMany();
        seen.add(key);
        const found = isAfter ? asked.lookups.getAfter(document) : asked.lookups.get(document);
        if (name.startsWith("exists")) return found !== null;
        return found === null ? undefined : resourceOf(found);
      }

      try {
        return grants(file.inner, asked.path, { outer: null, block: file.outer, names: new Map() });
      } catch (error) {
        if (error instanceof TooMany) return false;
        throw error;
      }
    },
  };
}

function comparable(evaluate: () => Outcome): Outcome {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof Incomparable) return undefined;
    throw error;
  }
}

export function resourceOf(document: RulesDocument): Map<string, Naive> {
  return new Map([["data", fromFields(document.fields)]]);
}

function findFunction(name: string, scope: Scope | null) {
  for (let at = scope; at !== null; at = at.outer) {
    const statement = at.block?.functions.find((one) => one.name === name);
    if (statement !== undefined) return { statement, scope: at };
  }
  return undefined;
}

function isDeclared(name: string, scope: Scope | null): boolean {
  if (scope === null) return name === "request" || name === "resource";
  return scope.names.has(name) || isDeclared(name, scope.outer);
}

function memberOf(object: Naive, name: string): Outcome {
  if (object instanceof Map) return object.get(name);
  return typeOf(object) === "path" ? (object as Path).bound?.get(name) : undefined;
}

function itemAt(object: Naive, index: Naive): Outcome {
  if (typeof index === "string") return memberOf(object, index);
  if (typeof index !== "bigint" || index < 0n) return undefined;
  if (typeof object === "string") return slice(object, index, index + 1n);
  if (Array.isArray(object)) return object[Number(index)];
  return typeOf(object) === "path" ? (object as Path).path[Number(index)] : undefined;
}
