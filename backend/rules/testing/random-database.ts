/** Random rules of the Realtime Database, trees and requests; mostly of the types that fit. */
import type { DatabaseBound, DatabaseQuery, DatabaseValue } from "../database/types.ts";
import type { RulesAuth } from "../types.ts";
import type { NaiveRules } from "./naive-database.ts";
import type { Random } from "../../../tests/support/seeded-random.ts";

/** `any`: of any type; `unknown`: of a type that only the data tell. */
export type Type = "boolean" | "number" | "string" | "any" | "unknown" | "place";

export type Scope = {
  directive: ".read" | ".write" | ".validate";
  /** `$` names above, the outermost first. */
  variables: readonly string[];
  /** May mark one expression of the file. */
  mark?: ((text: string, type: Type) => string) | undefined;
};

type Make = (of: (type: Type) => string, random: Random) => string;

const keys = ["a", "b", "c", "constructor", "__proto__", "toString", "a.b"];
const storedKeys = keys.filter((key) => !key.includes("."));
const numbers = ["0", "1", "2", "-1", "0.5", "1e308", "9007199254740993", "1e21"];
const texts = ["''", "'a'", "'b'", "'aXb'", "'é'", "'a/b'", "'__proto__'", "'😀'", "'.a'", "'a/'"];
const patterns = ["/a/", "/^a/", "/b$/i", "/[a-c]+x*/", "/^(a|b)$/", "/./"];

/** `auth`, and what may be it. */
const callers: readonly Make[] = [
  () => "auth",
  () => "(auth != null ? auth : null)",
  (of) => `(${of("boolean")} ? auth : auth)`,
  (of) => `(${of("boolean")} ? ${of("unknown")} : auth)`,
  (of) => `(${of("boolean")} ? auth.token : auth)`,
];

const members: readonly Make[] = [
  (_, { pick }) => `.${pick(["uid", "provider", "token", "length", ...storedKeys])}`,
  (_, { pick }) => `[${pick(["'u' + 'id'", "'pro' + 'vider'", "'to' + 'ken'", "'length'"])}]`,
  (of, { pick }) => `[${of(pick<Type>(["string", "unknown"]))}]`,
  (_, { pick }) => `.token.${pick(storedKeys)}`,
];

const branches: Record<Type, readonly Make[]> = {
  boolean: [
    (of) => `${of("boolean")} && ${of("boolean")}`,
    (of) => `${of("boolean")} || ${of("boolean")}`,
    (of) => `${of("boolean")} || ${of("boolean")} && ${of("boolean")}`,
    (of) => `!${of("boolean")}`,
    (of) => `(${of("boolean")} ? ${of("boolean")} : ${of("boolean")})`,
    (of, { pick }) => `${of("place")}.val() ${pick(["==", "!="])} ${of("place")}.val()`,
    (of, { pick }) => `${of("any")} ${pick(["==", "===", "!=", "!=="])} ${of("any")}`,
    (of, { pick }) => `${of("any")} ${pick(["==", "!=="])} ${pick(["null", "true", "'a'", "1"])}`,
    (of, { pick }) => `${of("number")} ${pick(["<", "<=", ">", ">=", "=="])} ${of("number")}`,
    (of, { pick }) => `${of("string")} ${pick(["<", "<=", ">", ">=", "=="])} ${of("string")}`,
    (of, { pick }) =>
      `${of("place")}.${pick(["exists", "isString", "isNumber", "isBoolean", "hasChildren"])}()`,
    (of) => `${of("place")}.hasChild(${of("string")})`,
    (of) => `${of("place")}.hasChildren([${of("string")}, ${of("string")}])`,
    (of, { pick }) =>
      `${of("string")}.${pick(["contains", "beginsWith", "endsWith"])}(${of("string")})`,
    (of, { pick }) => `${of("string")}.matches(${pick(patterns)})`,
  ],
  number: [
    (of, { pick }) => `${of("number")} ${pick(["+", "-", "*", "/", "%"])} ${of("number")}`,
    (of) => `-${of("number")}`,
    (of) => `${of("string")}.length`,
    (of) => `(${of("boolean")} ? ${of("number")} : ${of("number")})`,
    (of) => of("unknown"),
  ],
  string: [
    (of) => `${of("string")} + ${of("string")}`,
    (of) => `${of("string")} + ${of("number")}`,
    (of, { pick }) => `${of("string")}.${pick(["toLowerCase", "toUpperCase"])}()`,
    (of) => `${of("string")}.replace(${of("string")}, ${of("string")})`,
    (of) => `${of("string")}.replace('', ${of("string")})`,
    (of) => `(${of("boolean")} ? ${of("string")} : ${of("string")})`,
    (of) => of("unknown"),
  ],
  any: [
    (of) => of("unknown"),
    (of, random) => random.pick(callers)(of, random),
    (of, { pick }) => of(pick<Type>(["boolean", "number", "string"])),
  ],
  unknown: [
    (of) => `${of("place")}.val()`,
    (of) => `${of("place")}.getPriority()`,
    (of, random) => random.pick(callers)(of, random) + random.pick(members)(of, random),
    (_, { pick }) => `auth.token.${pick(storedKeys)}`,
    (of) => `auth.token[${of("string")}]`,
    (_, { pick }) => pick(["auth.token.list[0]", "auth.token.list[5]", "auth.token.map.a.b"]),
  ],
  place: [
    (of) => `${of("place")}.child(${of("string")})`,
    (of, { pick }) => `${of("place")}.child('${pick(keys)}')`,
    (of) => `${of("place")}.parent()`,
  ],
};

function leafOf(type: Type, { directive, variables }: Scope, random: Random): string {
  const { pick, below } = random;
  switch (type) {
    case "boolean":
      if (directive === ".read" && below(2) === 0)
        return pick(["query.orderByKey", "query.orderByPriority"]);
      return pick(["true", "false", "auth != null"]);
    case "number":
      if (directive === ".read" && below(3) === 0) return "query.limitToFirst";
      return pick([...numbers, "now"]);
    case "string":
      if (directive === ".read" && below(5) === 0) return "query.orderByChild";
      return pick([...texts, ...variables, "auth.uid"]);
    case "any":
      if (below(3) === 0) return pick(["null", "auth"]);
      return leafOf("unknown", { directive, variables }, random);
    case "unknown":
      if (directive === ".read" && below(3) === 0)
        return pick(["query.startAt", "query.equalTo", "query.endAt"]);
      return pick(["auth.uid", "auth.provider", "auth.token.a", "data.val()"]);
    case "place":
      return directive === ".read"
        ? pick(["data", "root"])
        : pick(["data", "newData", "root", "newData"]);
  }
}

const types: readonly Type[] = ["boolean", "number", "string", "any", "unknown", "place"];

function randomCondition(random: Random, scope: Scope, type: Type, depth: number): string {
  const wanted = random.below(150) === 0 ? random.pick(types) : type;
  const of = (inner: Type): string => randomCondition(random, scope, inner, depth - 1);
  const isLeaf = depth <= 0 || random.below(6) === 0;
  const text = isLeaf ? leafOf(wanted, scope, random) : random.pick(branches[wanted])(of, random);
  const wrapped = isLeaf || random.below(12) === 0 ? text : `(${text})`;
  return scope.mark?.(wrapped, wanted) ?? wrapped;
}

/** @param isUsable what it refuses is left out: a whole file is refused for one wrong rule */
export function randomRules(
  random: Random,
  isUsable: (condition: string, scope: Scope) => boolean,
  mark?: Scope["mark"],
  depth = 2,
  variables: readonly string[] = [],
): NaiveRules {
  const rules: [string, NaiveRules[string]][] = [];
  for (const directive of [".read", ".write", ".validate"] as const) {
    // Whatever is granted further up hides what is below.
    if (random.below(2) > 0) continue;
    const scope = { directive, variables, mark };
    const condition = randomCondition(random, scope, "boolean", 1 + random.below(4));
    const isLax = directive === ".validate" && random.below(2) === 0;
    const plain = random.below(5) === 0 ? random.below(2) === 0 : condition;
    if (isUsable(condition, scope)) rules.push([directive, isLax ? `true || ${condition}` : plain]);
  }
  if (depth === 0) return Object.fromEntries(rules);
  const below = (names: readonly string[]) => randomRules(random, isUsable, mark, depth - 1, names);
  const children = new Set(Array.from({ length: 2 }, () => random.pick(storedKeys)));
  for (const key of children) rules.push([key, below(variables)]);
  if (random.below(2) === 0) {
    const name = `$v${depth}`;
    rules.push([name, below([...variables, name])]);
  }
  return Object.fromEntries(rules);
}

/** As an export has it: with `.priority`, and `.value` of a leaf that has one. */
export function randomTree(random: Random, depth: number): DatabaseValue {
  if (depth === 0 || random.below(4) === 0) {
    const leaf = random.pick<DatabaseValue>([
      null,
      true,
      false,
      0,
      -0,
      1,
      2,
      -1.5,
      2 ** 53,
      1e308,
      "",
      "a",
      "b",
      "aXb",
      "é",
      "\u{1f600}",
    ]);
    return random.below(5) === 0 && leaf !== null
      ? { ".value": leaf, ".priority": random.pick<DatabaseValue>([1, "a"]) }
      : leaf;
  }
  const entries = Array.from({ length: random.below(4) }, (): [string, DatabaseValue] => [
    random.pick(storedKeys),
    randomTree(random, depth - 1),
  ]);
  if (random.below(5) === 0 && entries.length > 0)
    entries.push([".priority", random.pick([1, "a"])]);
  return Object.fromEntries(entries);
}

export function randomPath(random: Random): string[] {
  return Array.from({ length: random.below(4) }, () => random.pick([...storedKeys, "z"]));
}

/** One, or several of which none lies within another; some set a priority. */
export function randomWrites(random: Random): Record<string, DatabaseValue> {
  const writes: [string, DatabaseValue][] = [];
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const isPriority = random.below(6) === 0;
    const path = ["", ...randomPath(random), ...(isPriority ? [".priority"] : []), ""].join("/");
    if (writes.some(([other]) => other.startsWith(path) || path.startsWith(other))) continue;
    const value = random.below(4) === 0 ? null : randomTree(random, 2);
    writes.push([path, isPriority ? random.pick<DatabaseValue>([2, "b", null]) : value]);
  }
  return Object.fromEntries(writes);
}

export function randomQuery(random: Random): DatabaseQuery | null {
  if (random.below(3) === 0) return null;
  const bound = () => random.pick<DatabaseBound>([null, null, 1, "a", true]);
  return {
    orderBy: random.pick<DatabaseQuery["orderBy"]>(["key", "value", "priority", { child: "a" }]),
    startAt: bound(),
    endAt: bound(),
    equalTo: bound(),
    limitToFirst: random.pick([null, 1, 2]),
    limitToLast: null,
  };
}

export function randomCaller(random: Random): RulesAuth {
  if (random.below(5) === 0) return null;
  const claims = {
    a: "a",
    b: 1,
    c: true,
    list: [1, "a", [2]],
    map: { a: { b: "b" } },
    toString: null,
  };
  const entries: [string, unknown][] = Object.entries(claims).filter(() => random.below(4) > 0);
  if (random.below(3) === 0) entries.push(["__proto__", "a"]);
  const provider = random.pick(["password", "anonymous", "google.com", "saml.x"]);
  if (random.below(2) === 0) entries.push(["firebase", { sign_in_provider: provider }]);
  return { uid: random.pick(["a", "b", "__proto__"]), token: Object.fromEntries(entries) };
}
