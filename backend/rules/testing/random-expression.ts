/** Random expressions of Firestore and Storage rules: of a wanted type, or now and then of another one. */
import type { Random } from "../../../tests/support/seeded-random.ts";

export type Type = (typeof types)[number];

export const types = [
  "bool",
  "int",
  "float",
  "string",
  "list",
  "map",
  "set",
  "timestamp",
  "duration",
  "path",
  "latlng",
  "bytes",
  "null",
  "map_diff",
] as const;

/** Types that a document or a token can hold. */
export const fieldTypes = ["bool", "int", "float", "string", "list", "map", "null"] as const;

/** Names that are properties of every JavaScript object, beside a plain one. */
export const viciousKeys = ["__proto__", "constructor", "toString", "hasOwnProperty", "a"];

export type Visible = {
  names: { name: string; type: Type }[];
  functions: { name: string; takes: Type[]; gives: Type }[];
  service: "firestore" | "storage";
  /** May mark one expression of the file. Where it is given, nothing is looked up. */
  mark?: ((text: string) => string) | undefined;
};

type Make = (of: (type: Type) => string, random: Random) => string;

const integers = [
  "0",
  "1",
  "2",
  "3",
  "7",
  "-1",
  "-2",
  "10",
  "9223372036854775807",
  "4611686018427387904",
];
const floats = ["0.0", "-0.0", "0.5", "1.0", "-1.5", "2.5", "1e308", "1e300", "9007199254740993.0"];
const texts = [
  "''",
  "'a'",
  "'b'",
  "'ab'",
  "'aXb'",
  "'é'",
  "'a/b'",
  "'__proto__'",
  "'2'",
  "'😀'",
  "' a '",
];
const patterns = ["'a'", "'a|b'", "'[a-c]+'", "'.*'", "'(a)(b)?'", "'x*'", "'^a'", "'('"];

const leaves: Record<Type, Make> = {
  bool: (_, { pick }) => pick(["true", "false"]),
  int: (_, { pick }) => pick(integers),
  float: (_, { pick }) => pick(floats),
  string: (_, { pick }) => pick(texts),
  list: (_, { pick }) => pick(["[]", "[1, 1.0, 'a']", "['a', 'b']", "[[1], null]", "['a', 'a']"]),
  map: (_, { pick }) => pick(["{}", "{'a': 1}", "{'a': {'b': 'a'}, 'c': 1.0}", "{'__proto__': 1}"]),
  set: (_, { pick }) => pick(["[].toSet()", "['a', 'b'].toSet()", "[1, 1.0, 2].toSet()"]),
  timestamp: (_, { pick }) =>
    pick(["request.time", "timestamp.value(0)", "timestamp.date(2024, 2, 29)"]),
  duration: (_, { pick }) =>
    pick(["duration.value(1, 'h')", "duration.value(-90, 's')", "duration.value(1, 'x')"]),
  path: (_, { pick }) => pick(["request.path", "/a/b", "/databases/(default)/documents/c/a"]),
  latlng: (_, { pick }) => pick(["latlng.value(0, 0)", "latlng.value(90.0, -180)"]),
  bytes: (_, { pick }) => pick(["'a'.toUtf8()", "''.toUtf8()"]),
  null: () => "null",
  map_diff: () => "{'a': 1, 'b': 2}.diff({'a': 1.0, 'c': 2})",
};

const number: Make = (of, { pick }) => of(pick<Type>(["int", "float"]));
const any: Make = (of, { pick }) => of(pick(types));
const comparable: readonly Type[] = ["int", "float", "string", "timestamp", "duration"];

const branches: Record<Type, readonly Make[]> = {
  bool: [
    (of) => `${of("bool")} && ${of("bool")}`,
    (of) => `${of("bool")} || ${of("bool")}`,
    (of) => `${of("bool")} || ${of("bool")} && ${of("bool")}`,
    (of) => `!${of("bool")}`,
    (of, random) => {
      const type = random.pick(types);
      return `${of(type)} ${random.pick(["==", "!="])} ${of(type)}`;
    },
    (of, random) =>
      `${number(of, random)} ${random.pick(["==", "!=", "<", ">="])} ${number(of, random)}`,
    (of, random) => `${any(of, random)} == ${any(of, random)}`,
    (of, random) => {
      const type = random.pick(comparable);
      return `${of(type)} ${random.pick(["<", "<=", ">", ">="])} ${of(type)}`;
    },
    (of, random) => `(${any(of, random)} is ${random.pick([...types, "number", "constraint"])})`,
    (of, random) => `${any(of, random)} in ${of(random.pick<Type>(["list", "set"]))}`,
    (of) => `${of("string")} in ${of("map")}`,
    (of, { pick }) => `${of("string")}.matches(${pick(patterns)})`,
    (of, { pick }) =>
      `${of(pick<Type>(["list", "set"]))}.${pick(["hasAll", "hasAny", "hasOnly"])}(${of("list")})`,
    (of, { pick }) => `${of("set")}.${pick(["hasAll", "hasAny", "hasOnly"])}(${of("set")})`,
    (of, random) => `math.isNaN(${number(of, random)})`,
    (_, { pick }) =>
      `request.method ${pick(["==", "in"])} ${pick(["'get'", "['create', 'update']"])}`,
  ],
  int: [
    (of, { pick }) => `${of("int")} ${pick(["+", "-", "*", "/", "%"])} ${of("int")}`,
    (of, { pick }) => `${of("int")} ${pick(["/", "%"])} ${pick(["0", "0.0", "-0.0"])}`,
    (of) => `-${of("int")}`,
    (of, { pick }) => `${of(pick<Type>(["string", "list", "map", "set", "bytes"]))}.size()`,
    (of, { pick }) =>
      `${of("timestamp")}.${pick(["year", "month", "day", "hours", "minutes", "seconds", "nanos", "dayOfWeek", "dayOfYear", "toMillis"])}()`,
    (of, { pick }) => `${of("duration")}.${pick(["seconds", "nanos"])}()`,
    (of, random) => `math.${random.pick(["ceil", "floor", "round"])}(${number(of, random)})`,
    (of, { pick }) => `int(${of(pick<Type>(["int", "float", "string"]))})`,
    (of) => `math.abs(${of("int")})`,
  ],
  float: [
    (of, random) =>
      `${of("float")} ${random.pick(["+", "-", "*", "/", "%"])} ${number(of, random)}`,
    (of, { pick }) => `${of("int")} ${pick(["+", "-", "*", "/", "%"])} ${of("float")}`,
    (of) => `-${of("float")}`,
    (of, random) => `math.sqrt(${number(of, random)})`,
    (of) => `math.abs(${of("float")})`,
    (of, { pick }) => `float(${of(pick<Type>(["int", "float", "string"]))})`,
    (of, random) => `math.pow(${number(of, random)}, ${number(of, random)})`,
    (of, { pick }) => `${of("latlng")}.${pick(["latitude", "longitude"])}()`,
  ],
  string: [
    (of) => `${of("string")} + ${of("string")}`,
    (of, { pick }) => `${of("string")}.${pick(["lower", "upper", "trim"])}()`,
    (of, { pick }) =>
      `${of("string")}.replace(${pick(["'a'", "'[a-c]'", "'é'"])}, ${of("string")})`,
    (of) => `${of("list")}.join(${of("string")})`,
    (of, { pick }) => `${of("bytes")}.${pick(["toHexString", "toBase64"])}()`,
    (of, { pick }) => `string(${of(pick<Type>(["bool", "int", "string", "null"]))})`,
    (of, { below }) => `${of("string")}[${below(3)}]`,
    (of, { below }) => `${of("string")}[${below(2)}:${below(4)}]`,
    (of) => `(/c/$(p)).bind({'p': ${of("string")}})['p']`,
    (of, { below }) => `${of("path")}[${below(6)}]`,
  ],
  list: [
    (of, random) => `[${any(of, random)}, ${any(of, random)}]`,
    (of) => `[${of("string")}, ${of("string")}]`,
    (of, { pick }) => `${of("list")}.${pick(["concat", "removeAll"])}(${of("list")})`,
    (of) => `${of("string")}.split('X')`,
    (of, { pick }) => `${of("map")}.${pick(["keys", "values"])}()`,
    (of, { below }) => `${of("list")}[${below(2)}:${below(4)}]`,
  ],
  map: [
    (of, random) => `{'a': ${any(of, random)}, ${of("string")}: ${any(of, random)}}`,
    (of) => `{'a': ${of("map")}}`,
  ],
  set: [
    (of) => `${of("list")}.toSet()`,
    (of, { pick }) => `${of("set")}.${pick(["union", "intersection", "difference"])}(${of("set")})`,
    (of, { pick }) =>
      `${of("map_diff")}.${pick(["addedKeys", "removedKeys", "changedKeys", "unchangedKeys", "affectedKeys"])}()`,
  ],
  timestamp: [
    (of, { pick }) => `${of("timestamp")} ${pick(["+", "-"])} ${of("duration")}`,
    (of) => `${of("duration")} + ${of("timestamp")}`,
    (of) => `${of("timestamp")}.date()`,
    (of, { pick, below }) =>
      `timestamp.date(${pick([1969, 2000, 2026])}, ${1 + below(12)}, ${1 + below(28)})`,
  ],
  duration: [
    (of, { pick }) => `${of("duration")} ${pick(["+", "-"])} ${of("duration")}`,
    (of) => `${of("timestamp")} - ${of("timestamp")}`,
    (of) => `${of("timestamp")}.time()`,
    (of) => `duration.abs(${of("duration")})`,
    (_, { below, pick }) =>
      `duration.value(${below(2000)}, ${pick(["'w'", "'d'", "'h'", "'m'", "'s'", "'ms'", "'ns'"])})`,
    (_, { below }) => `duration.time(${below(20)}, ${below(60)}, ${below(60)}, ${below(1000)})`,
  ],
  path: [
    (of) => `path('/a/' + ${of("string")})`,
    (of) => `(/databases/(default)/documents/c/$(p)).bind({'p': ${of("string")}, 'q': 'a'})`,
    (of) => `path('c/{p}').bind({'p': ${of("string")}, 'q': 'a'})`,
    (of) => `/databases/$(${of("string")})/documents/c/$(${of("string")})`,
  ],
  latlng: [(of, random) => `latlng.value(${number(of, random)}, ${number(of, random)})`],
  bytes: [
    (of) => `${of("string")}.toUtf8()`,
    (of, { pick }) =>
      `hashing.${pick(["md5", "sha256", "crc32", "crc32c"])}(${of(pick<Type>(["string", "bytes"]))})`,
  ],
  null: [],
  map_diff: [(of) => `${of("map")}.diff(${of("map")})`],
};

/** What can be of any type. */
function anywhere(type: Type, visible: Visible): Make[] {
  const made: Make[] = [
    (of) => `(${of("bool")} ? ${of(type)} : ${of(type)})`,
    (of) => "{'a': " + of(type) + "}['a']",
    (of, { below }) => `[${of(type)}, ${of(type)}][${below(3)}]`,
    (of) => `${of("map")}.get('a', ${of(type)})`,
    (of) => `${of("map")}.get(['a', 'b'], ${of(type)})`,
  ];
  for (const { name, takes, gives } of visible.functions) {
    if (gives === type) made.push((of) => `${name}(${takes.map(of).join(", ")})`);
  }
  return made;
}

/** Where a field of the type stands: in the token, the document or file, or one that is looked up. */
function fieldOf(type: Type, visible: Visible, random: Random): string {
  const key = random.below(6) === 0 ? random.pick(viciousKeys) : type;
  const inFirestore = ["resource.data", "request.resource.data"];
  const inStorage = ["resource.metadata", "request.resource.metadata"];
  const map = random.pick([
    ...(visible.service === "firestore" ? inFirestore : inStorage),
    "request.auth.token",
  ]);
  return random.pick([`${map}.${key}`, `${map}['${key}']`, `${map}.get('${key}', null)`]);
}

function lookUp(visible: Visible, random: Random): string {
  const from = visible.service === "firestore" ? "" : "firestore.";
  const after = visible.service === "firestore" ? random.pick(["", "After"]) : "";
  const id = random.pick(["a", "b", "$(request.auth.uid)", "nothing", "$('b')"]);
  const path = `/databases/(default)/documents/c/${id}`;
  switch (random.below(5)) {
    case 0: {
      // Around the limit of what may be looked at.
      const count = (visible.service === "firestore" ? 9 : 1) + random.below(4);
      const ids = Array.from({ length: count }, (_, at) => at);
      const calls = ids.map(
        (one) => `${from}exists${after}(/databases/(default)/documents/c/x${one})`,
      );
      return `(${calls.join(" || ")} || true)`;
    }
    case 1:
      return `${from}get${after}(${random.pick([path, "path('/databases/(default)/documents/c/a')"])}).data.${random.pick(fieldTypes)} != null`;
    default:
      return `${from}exists${after}(${path})`;
  }
}

/** What production takes although it never has a value. */
const faults = [
  "nothing(1)",
  "'a'.nothing()",
  "request.nothing",
  "math.nothing(1)",
  "'a'.size(1)",
  "int()",
];

export function randomExpression(
  random: Random,
  visible: Visible,
  options: { type: Type; depth: number },
): string {
  const text = expressionOf(random, visible, options);
  return visible.mark?.(text) ?? text;
}

function expressionOf(
  random: Random,
  visible: Visible,
  options: { type: Type; depth: number },
): string {
  const type = random.below(40) === 0 ? random.pick(types) : options.type;
  if (random.below(300) === 0) return random.pick(faults);
  const of = (inner: Type): string =>
    randomExpression(random, visible, { type: inner, depth: options.depth - 1 });
  if (options.depth <= 0 || random.below(8) === 0) {
    const known = visible.names.filter((name) => name.type === type);
    const kind = random.below(5);
    if (kind <= 1 && known.length > 0) return random.pick(known).name;
    if (kind <= 3 && fieldTypes.some((name) => name === type))
      return fieldOf(type, visible, random);
    return leaves[type](of, random);
  }
  if (type === "bool" && random.below(12) === 0 && visible.mark === undefined) {
    return lookUp(visible, random);
  }
  const own = branches[type];
  const make =
    own.length === 0 || random.below(4) === 0
      ? random.pick(anywhere(type, visible))
      : random.pick(own);
  const text = make(of, random);
  return random.below(10) === 0 ? text : `(${text})`;
}
