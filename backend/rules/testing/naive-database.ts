/**
 * A second evaluator of Realtime Database rules: it walks the rules' JSON and parsed expressions for every request,
 * slowly and as the documentation tells it, and shares nothing with ours but the parser. Where both differ, one of
 * them is wrong. What has no value is `undefined`.
 */
import type { DatabaseQuery, DatabaseRules, DatabaseValue, TreeView } from "../database/types.ts";
import type { Expression } from "../expression.ts";
import { parseExpression } from "../parse-expression.ts";
import { createScanner } from "../scanner.ts";
import type { RulesAuth } from "../types.ts";
import {
  isPlace,
  jsonMember,
  operate,
  type Outcome,
  placeMethod,
  queryMember,
  textMethod,
} from "./naive-database-values.ts";

export type NaiveRules = { [key: string]: NaiveRules | string | boolean };

type Situation = {
  auth: RulesAuth;
  nowMs: number;
  path: readonly string[];
  root: TreeView;
  newRoot?: TreeView;
  /** Undefined where it is not known. */
  query?: DatabaseQuery;
  names: Record<string, string>;
};

type ReadRequest = Parameters<DatabaseRules["allowsRead"]>[0];
type WriteRequest = Parameters<DatabaseRules["allowsWrite"]>[0];

/** @param saw told every value that an expression had */
export function naiveDatabase(
  rules: NaiveRules,
  saw: (text: string, expression: Expression, value: unknown) => void = () => {},
) {
  function holds(rule: string | boolean, situation: Situation): boolean {
    if (typeof rule === "boolean") return rule;
    const expression = parseExpression(createScanner({ file: "naive", text: rule }), "database");
    const value = (inner: Expression): Outcome => {
      const outcome = outcomeOf(inner, situation, value);
      saw(rule, inner, outcome);
      return outcome;
    };
    return value(expression) === true;
  }

  function grants(
    directive: ".read" | ".write" | ".validate",
    path: readonly string[],
    situation: Omit<Situation, "path" | "names">,
  ): boolean | undefined {
    const found = nodeAt(rules, path);
    const rule = found?.node[directive];
    if (found === undefined || rule === undefined || typeof rule === "object") return undefined;
    return holds(rule, { ...situation, path, names: found.names });
  }

  return {
    allowsRead({ path, query, ...request }: ReadRequest): boolean {
      return prefixesOf(path).some((above) => {
        if (above.length < path.length) return grants(".read", above, request) === true;
        return grants(".read", above, { ...request, query: query ?? unrestricted }) === true;
      });
    },
    allowsWrite({ writes, ...request }: WriteRequest): boolean {
      const isGranted = writes.every(({ path }) =>
        prefixesOf(path).some((above) => grants(".write", above, request) === true),
      );
      const places = writes.flatMap(({ path, value }) => [
        ...prefixesOf(path),
        ...placesBelow(path, value),
      ]);
      return (
        isGranted &&
        places.every(
          (path) => !request.newRoot.exists(path) || grants(".validate", path, request) !== false,
        )
      );
    },
  };
}

const unrestricted: DatabaseQuery = {
  orderBy: "key",
  startAt: null,
  endAt: null,
  equalTo: null,
  limitToFirst: null,
  limitToLast: null,
};

/** The root's first. */
function prefixesOf(path: readonly string[]): (readonly string[])[] {
  return [...path.keys(), path.length].map((length) => path.slice(0, length));
}

function placesBelow(path: readonly string[], value: DatabaseValue): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => [
    [...path, key],
    ...placesBelow([...path, key], below),
  ]);
}

/** A name without a node of its own is that of the `$` node. */
function nodeAt(rules: NaiveRules, path: readonly string[]) {
  let node = rules;
  const names: Record<string, string> = {};
  for (const key of path) {
    const variable = Object.keys(node).find((name) => name.startsWith("$"));
    const own = Object.hasOwn(node, key) ? node[key] : undefined;
    const next = own ?? (variable === undefined ? undefined : node[variable]);
    if (typeof next !== "object") return undefined;
    if (own === undefined && variable !== undefined) names[variable] = key;
    node = next;
  }
  return { node, names };
}

function outcomeOf(
  expression: Expression,
  situation: Situation,
  evaluate: (expression: Expression) => Outcome,
): Outcome {
  switch (expression.kind) {
    case "constant":
      return expression.value;
    case "number":
      return Number(expression.text);
    case "name":
      return valueOf(expression.name, situation);
    case "member":
      return memberOf(expression.object, expression.name, situation, evaluate);
    case "index": {
      const name = evaluate(expression.index);
      return name === undefined
        ? undefined
        : memberOf(expression.object, name, situation, evaluate);
    }
    case "call":
      return call(expression, evaluate);
    case "unary": {
      const value = evaluate(expression.operand);
      if (expression.operator === "!") return typeof value === "boolean" ? !value : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    case "binary": {
      const left = evaluate(expression.left);
      if (left === undefined) return undefined;
      const right = evaluate(expression.right);
      return right === undefined ? undefined : operate(expression.operator, left, right);
    }
    case "logical": {
      const decides = expression.operator === "||";
      for (const operand of expression.operands) {
        const value = evaluate(operand);
        if (typeof value !== "boolean") return undefined;
        if (value === decides) return decides;
      }
      return !decides;
    }
    case "choice": {
      const condition = evaluate(expression.condition);
      if (typeof condition !== "boolean") return undefined;
      return evaluate(condition ? expression.yes : expression.no);
    }
    case "list":
      return allOf(expression.items, evaluate);
    default:
      return undefined;
  }
}

function valueOf(name: string, { auth, nowMs, path, root, newRoot, names }: Situation): Outcome {
  if (name === "auth") return auth;
  if (name === "now") return nowMs;
  if (name === "root") return { view: root, path: [] };
  if (name === "data") return { view: root, path };
  if (name === "newData") return newRoot && { view: newRoot, path };
  return names[name];
}

function memberOf(
  owner: Expression,
  name: unknown,
  { auth, query }: Situation,
  evaluate: (expression: Expression) => Outcome,
): Outcome {
  if (owner.kind === "name" && owner.name === "query") return query && queryMember(query, name);
  const object = evaluate(owner);
  if (auth !== null && object === auth) {
    if (name !== "provider") return jsonMember({ uid: auth.uid, token: auth.token }, name);
    const { firebase } = auth.token as { firebase?: { sign_in_provider?: string } };
    const provider = firebase?.sign_in_provider?.replace(/\.com$/, "");
    return /^(?:anonymous|custom|facebook|github|google|password|twitter)$/.test(provider ?? "")
      ? provider
      : undefined;
  }
  if (name === "length" && typeof object === "string") return object.length;
  const isOther = name === "length" && (object === null || !isOfToken(owner));
  return isOther ? undefined : jsonMember(object, name);
}

/** Only maps and lists of the token have members, whatever they are called. */
function isOfToken(expression: Expression): boolean {
  if (expression.kind === "choice") return isOfToken(expression.yes) || isOfToken(expression.no);
  if (expression.kind === "member" || expression.kind === "index") {
    return isOfToken(expression.object);
  }
  return expression.kind === "name" && expression.name === "auth";
}

function call(
  { object, name, inputs }: Extract<Expression, { kind: "call" }>,
  evaluate: (expression: Expression) => Outcome,
): Outcome {
  const on = object && evaluate(object);
  const [pattern] = inputs;
  if (name === "matches" && pattern?.kind === "regex") {
    return typeof on === "string" ? new RegExp(pattern.pattern, pattern.flags).test(on) : undefined;
  }
  if (on === undefined) return undefined;
  const values = allOf(inputs, evaluate);
  if (values === undefined) return undefined;
  return isPlace(on) ? placeMethod(on, name, values) : textMethod(on, name, values);
}

/** They are asked in turn, up to the first without a value. */
function allOf(
  expressions: readonly Expression[],
  evaluate: (expression: Expression) => Outcome,
): unknown[] | undefined {
  const values: unknown[] = [];
  for (const one of expressions) {
    values.push(evaluate(one));
    if (values.at(-1) === undefined) return undefined;
  }
  return values;
}
