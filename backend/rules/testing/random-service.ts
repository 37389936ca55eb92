/** Random rules files of Firestore and Storage, with documents, files and requests that reach them. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import type { RulesAuth, RulesDocument, ServiceMethod } from "../types.ts";
import {
  fieldTypes,
  randomExpression,
  type Type,
  types,
  viciousKeys,
  type Visible,
} from "./random-expression.ts";
import type { Random } from "../../../tests/support/seeded-random.ts";

export type RandomRequest = {
  method: ServiceMethod;
  /** Below the database or the bucket. */
  path: string;
  auth: RulesAuth;
  before: FirestoreFields | null;
  after: FirestoreFields | null;
};

const ids = ["a", "b", "é", "a.b", "__proto__", "constructor"];
/** The second hides a namespace. */
const parameters = ["x", "math"];

export function randomService(
  random: Random,
  service: Visible["service"],
  mark?: Visible["mark"],
): string {
  const top = service === "firestore" ? "/databases/{database}/documents" : "/b/{bucket}/o";
  const name = service === "firestore" ? "cloud.firestore" : "firebase.storage";
  const file = withFunctions(random, { names: [], functions: [], service, mark });
  const inService = withFunctions(random, file.visible);
  const within = withFunctions(random, inService.visible);
  const version = random.pick(["2", "2", "2", "1", ""]);
  const others = [
    matchOf(random, "{rest=**}", [], within.visible),
    matchOf(random, "c/{rest=**}", [], within.visible),
    matchOf(random, "c/{id}/{rest=**}", ["id"], within.visible),
    ...(version === "2" ? [matchOf(random, "{rest=**}/d/{sub}", ["sub"], within.visible)] : []),
  ];
  return `${version === "" ? "" : `rules_version = '${version}';`}
${file.text}
service ${name} {
${inService.text}
match ${top} {
${within.text}
${matchOf(random, "c/{id}", ["id"], within.visible, matchOf)}
${random.pick(others)}
}
}`;
}

function matchOf(
  random: Random,
  path: string,
  wildcards: readonly string[],
  outer: Visible,
  below?: typeof matchOf,
): string {
  const names = wildcards.map((name) => ({ name, type: "string" as const }));
  const rest = path.includes("**") ? [{ name: "rest", type: "path" as const }] : [];
  const { text, visible } = withFunctions(random, {
    ...outer,
    names: [...outer.names, ...names, ...rest],
  });
  const allows = Array.from({ length: 1 + random.below(3) }, () => {
    const methods = random.pick(["read", "write", "get", "create, update", "read, write"]);
    const condition = randomExpression(random, visible, {
      type: "bool",
      depth: 1 + random.below(4),
    });
    return `allow ${methods}: if ${condition};`;
  });
  const inner = below?.(random, "d/{sub}", ["sub"], visible) ?? "";
  return `match /${path} {\n${text}\n${allows.join("\n")}\n${inner}\n}`;
}

/** None, one or two functions; an inner one can have the name of an outer one. */
function withFunctions(random: Random, outer: Visible): { text: string; visible: Visible } {
  let { functions } = outer;
  const texts: string[] = [];
  const own = new Set<string>();
  for (let count = random.below(3); count > 0; count -= 1) {
    const name = random.pick(["f", "g", "h"]);
    if (own.has(name)) continue;
    own.add(name);
    // Whom it could reach again by another function, it does not call.
    const others = functions.filter((one) => one.name !== name && !own.has(one.name));
    const takes = Array.from({ length: random.below(3) }, () => random.pick(types));
    const inputs = takes.map((type, at) => ({ name: parameters[at] ?? "", type }));
    const local = { name: "local", type: random.pick(types) };
    const gives = random.pick<Type>(["bool", "bool", ...types]);
    const inLet = { ...outer, functions: others, names: [...hidden(outer, inputs), ...inputs] };
    const inside = { ...inLet, names: [...inLet.names, local] };
    const value = randomExpression(random, inLet, { type: local.type, depth: 2 });
    const result = randomExpression(random, inside, { type: gives, depth: 2 });
    texts.push(
      `function ${name}(${inputs.map((input) => input.name).join(", ")}) { let local = ${value}; return ${result}; }`,
    );
    functions = [...functions.filter((one) => one.name !== name), { name, takes, gives }];
  }
  return { text: texts.join("\n"), visible: { ...outer, functions } };
}

function hidden({ names }: Visible, inputs: readonly { name: string }[]): Visible["names"] {
  return names.filter(({ name }) => !inputs.some((input) => input.name === name));
}

export function randomRequest(random: Random): RandomRequest {
  const method = random.pick<ServiceMethod>(["get", "create", "update", "delete"]);
  const [id, sub] = [random.pick(ids), random.pick(ids)];
  const before = random.below(5) === 0 ? null : randomFields(random);
  const writes = method === "create" || method === "update";
  const path = random.pick([`c/${id}`, `c/${id}/d/${sub}`, `e/${id}`]);
  return {
    method,
    path,
    auth: randomAuth(random),
    before,
    after: writes ? randomFields(random) : null,
  };
}

function randomAuth(random: Random): RulesAuth {
  if (random.below(5) === 0) return null;
  const token: Record<string, unknown> = {
    bool: random.below(2) === 0,
    int: random.pick([0, 1, -7, 2 ** 40]),
    float: random.pick([0.5, 1.25]),
    string: random.pick(["a", "b", "é"]),
    list: [1, "a", [true]],
    map: { a: { b: "a" }, c: null },
    null: null,
  };
  const entries = Object.entries(token).filter(() => random.below(5) > 0);
  if (random.below(4) === 0) entries.push(["__proto__", 1]);
  return { uid: random.pick(["a", "b", "__proto__"]), token: Object.fromEntries(entries) };
}

/** Mostly each of its name's type. */
function randomFields(random: Random): FirestoreFields {
  const entries = fieldTypes.flatMap((name): [string, FirestoreValue][] => {
    if (random.below(6) === 0) return [];
    return [[name, randomField(random, random.below(8) === 0 ? random.pick(fieldTypes) : name, 2)]];
  });
  if (random.below(3) === 0) {
    entries.push([random.pick(viciousKeys), randomField(random, random.pick(fieldTypes), 1)]);
  }
  return Object.fromEntries(entries);
}

function randomField(
  random: Random,
  type: (typeof fieldTypes)[number],
  depth: number,
): FirestoreValue {
  const inner = () => randomField(random, random.pick(fieldTypes), depth - 1);
  const many = depth > 0 ? random.below(3) : 0;
  switch (type) {
    case "bool":
      return { booleanValue: random.below(2) === 0 };
    case "int":
      return {
        integerValue: random.pick(["0", "1", "-3", "9007199254740993", "-9223372036854775808"]),
      };
    case "float":
      return {
        doubleValue: random.pick([0, -0, 1, 0.5, "NaN", "Infinity", "-0", 9007199254740992]),
      };
    case "string":
      return { stringValue: random.pick(["", "a", "b", "aXb", "é", "\u{1f600}", "2"]) };
    case "list":
      return { arrayValue: many === 0 ? {} : { values: Array.from({ length: many }, inner) } };
    case "map": {
      const keys = Array.from({ length: many }, () => random.pick(["a", "b", ...viciousKeys]));
      const fields = Object.fromEntries(keys.map((key) => [key, inner()]));
      return { mapValue: many === 0 ? {} : { fields } };
    }
    case "null":
      return random.pick<FirestoreValue>([
        { nullValue: null },
        { timestampValue: "2026-01-02T03:04:05.123456789Z" },
        { bytesValue: "AAH/" },
        { referenceValue: "projects/p/databases/(default)/documents/c/a" },
        { geoPointValue: { latitude: 1.5 } },
      ]);
  }
}

/** What can be looked up: `after` is as the commit leaves it. */
export function randomDocuments(random: Random): {
  before: Map<string, RulesDocument>;
  after: Map<string, RulesDocument>;
} {
  const make = () =>
    new Map(
      ["c/a", "c/b"]
        .filter(() => random.below(3) > 0)
        .map((path) => [path, { path, fields: randomFields(random) }]),
    );
  return { before: make(), after: make() };
}
