/**
 * What a hostile client sends, from a seed: JSON texts, paths and queries. It writes below its own places only, so that
 * what is accepted can be followed. Texts and not values: `-0` and `1e309` are lost in a value.
 */
import type { seededRandom } from "../../backend/database/testing/random.ts";

export type Random = ReturnType<typeof seededRandom>;

const LEAVES = [
  ..."null true false 0 -0 1e308 -1e308 5e-324 1e309 -1e309 0.1 9007199254740993".split(" "),
  "2147483647",
  "2147483648",
  "-2147483649",
  "1".repeat(40),
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u2028"',
  '"\\ud83d\\ude00"',
  '"\ufeff"',
  '"NaN"',
  '"__proto__"',
  '".value"',
  '"[MIN_NAME]"',
  '"[MAX_NAME]"',
  '"null"',
  JSON.stringify("x".repeat(20_000)),
];
const KEYS = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "length",
  "then",
  "toJSON",
  "0",
  "1",
  "00",
  "-0",
  "-1",
  "2147483647",
  "2147483648",
  "1e3",
  "01",
  " ",
  "é",
  "\u{1f600}",
  "MIN_NAME",
  "%2e%2e",
  "..%2f",
  "\ud800",
  "\udc00",
  "\uffff",
  "\ufeff",
  "k".repeat(768),
  "\u{1f600}".repeat(192),
];
const BAD_KEYS = [
  "",
  ".",
  "..",
  ".value",
  ".priority",
  ".sv",
  ".info",
  "a/b",
  "a.b",
  "$a",
  "#",
  "[0]",
  "\u0000",
  "\u001f",
  "\u007f",
  "[MIN_NAME]",
  "/",
  "k".repeat(769),
  "\u{1f600}".repeat(193),
];
const PLAIN_KEYS = ["a", "b", "c", "d", "k1", "k2"];
const SERVER_VALUES = [
  '"timestamp"',
  '{"increment":1}',
  '{"increment":-0.5}',
  '{"increment":1e308}',
  '{"increment":1e309}',
  '{"increment":"1"}',
  '{"increment":null}',
  '"now"',
  "null",
  "[]",
  '{"__proto__":{"increment":1}}',
  '{"increment":1,"x":2}',
];
const ODD_PATHS = ["/.value", "/.info", "/..", "/.", "/\u0000", "/$a", "/[", "/#", "/a.b"];
const FOREIGN_PATHS = [
  '""',
  '"/"',
  '"open"',
  '"honest"',
  '"honest/n"',
  '"nowhere/a"',
  '".info/connected"',
  '".settings/rules"',
  '"__proto__"',
  "null",
  "1",
  "[]",
  '{"open":1}',
  "true",
  JSON.stringify("a/".repeat(40_000)),
];

const quote = (text: string): string => JSON.stringify(text);

/** Mostly what can be stored. */
export function hostileValue(random: Random, depth = 3): string {
  switch (random.below(depth === 0 ? 3 : 16)) {
    case 0:
    case 1:
      return random.pick(LEAVES);
    case 2:
      return JSON.stringify(random.leaf());
    case 3:
      return `{".sv":${random.pick(SERVER_VALUES)}}`;
    case 4:
      return `{".value":${hostileValue(random, random.below(2))},".priority":${hostileValue(random, 0)}}`;
    case 5:
      return `{".priority":${hostileValue(random, random.below(2))},"a":${hostileValue(random, 0)}}`;
    case 6:
      return nested(random.pick([20, 31, 33, 2_000]), hostileValue(random, 0));
    case 7:
      return wide(random);
    case 8:
      return `[${Array.from({ length: random.below(5) }, () => hostileValue(random, depth - 1)).join(",")}]`;
    case 9:
      return JSON.stringify(random.value(3));
    default:
      return objectOf(random, () => hostileValue(random, depth - 1));
  }
}

function objectOf(random: Random, value: () => string): string {
  const members = Array.from(
    { length: random.below(4) + 1 },
    () => `${quote(hostileKey(random))}:${value()}`,
  );
  return `{${members.join(",")}}`;
}

function nested(depth: number, inner: string): string {
  return `${'{"a":'.repeat(depth)}${inner}${"}".repeat(depth)}`;
}

function wide(random: Random): string {
  const count = random.pick([300, 2_000]);
  if (random.below(2) === 0) return `[${"null,".repeat(count)}1]`;
  return `{${Array.from({ length: count }, (_, i) => `"${i - 9}":${i}`).join(",")}}`;
}

function hostileKey(random: Random): string {
  switch (random.below(20)) {
    case 0:
      return random.pick(BAD_KEYS);
    case 1:
    case 2:
    case 3:
      return random.pick(KEYS);
    case 4:
      return random.key();
    default:
      return random.pick(PLAIN_KEYS);
  }
}

/** At or below `own`, or none at all. */
export function hostilePath(random: Random, own: string): string {
  switch (random.below(14)) {
    case 0:
      return own + random.pick(ODD_PATHS);
    case 1:
      return `/${own}//${random.pick(PLAIN_KEYS)}///`;
    case 2:
      return `${own}/${hostileKey(random)}/.priority`;
    case 3:
      return `${own}/${"d/".repeat(random.pick([29, 30, 31, 40]))}`;
    case 4:
      return `${own}/${hostileKey(random)}`;
    case 5:
      return own;
    default:
      return `${own}/${random.pick(PLAIN_KEYS)}/${random.pick(PLAIN_KEYS)}`;
  }
}

/** An object of paths below `own`; some of them lie within others. */
export function hostileUpdate(random: Random, own: string): string {
  if (random.below(12) === 0) return hostileValue(random, 1);
  const members = Array.from({ length: random.below(4) + 1 }, () => {
    const path = hostilePath(random, own);
    return `${quote(path)}:${hostileValue(random, 2)}`;
  });
  return `{${members.join(",")}}`;
}

/** JSON of a path of the socket protocol. @param foreign whether it may be anything, because nothing is written there */
export function wirePath(random: Random, own: string, foreign: boolean): string {
  if (foreign && random.below(5) === 0) return random.pick(FOREIGN_PATHS);
  return quote(hostilePath(random, own));
}

const INDEXES = [
  ".key",
  ".value",
  ".priority",
  "a",
  "a/b",
  "b",
  "",
  "/",
  "..",
  "a/.priority",
  "$a",
];

/** The query object of the socket protocol. */
export function wireQuery(random: Random): string {
  if (random.below(12) === 0) return hostileValue(random, 1);
  const members: string[] = [];
  const member = (name: string, value: string, odds = 2) => {
    if (random.below(odds) === 0) members.push(`"${name}":${value}`);
  };
  member("i", indexText(random), 1);
  for (const end of ["s", "e"]) {
    member(`${end}p`, boundText(random));
    member(`${end}n`, random.below(6) === 0 ? random.pick(LEAVES) : quote(hostileKey(random)), 3);
    member(`${end}in`, random.pick(["true", "false", "1", '"x"']), 4);
  }
  member("l", random.pick(["1", "2", "10", "2147483647", "2147483648", "0", "-1", "1.5", '"1"']));
  member("vf", random.pick(['"l"', '"r"', '"x"', "1"]), 3);
  member(random.pick(["__proto__", "x", "toString"]), "1", 30);
  return `{${members.join(",")}}`;
}

function indexText(random: Random): string {
  if (random.below(10) === 0) return quote("a/".repeat(random.pick([16, 32, 33, 400])));
  return random.below(15) === 0 ? random.pick(LEAVES) : quote(random.pick(INDEXES));
}

function boundText(random: Random): string {
  return random.below(8) === 0 ? hostileValue(random, 1) : random.pick(LEAVES);
}

const PARAMETERS = ["startAt", "startAfter", "endAt", "endBefore", "equalTo"];

/** The query string of REST, of what is read; begins with `&` when there is any. */
export function restSearch(random: Random): string {
  const members: [string, string][] = [];
  const order = random.pick([
    "$key",
    "$value",
    "$priority",
    "a",
    "a/b",
    "",
    "$x",
    "..",
    "a/".repeat(33),
  ]);
  if (random.below(4) > 0) members.push(["orderBy", random.below(8) === 0 ? order : quote(order)]);
  for (let i = random.below(3); i > 0; i -= 1) {
    const key = random.below(3) === 0 ? `,${quote(hostileKey(random))}` : "";
    members.push([random.pick(PARAMETERS), boundText(random) + key]);
  }
  if (random.below(2) === 0) {
    const limit = random.pick(["limitToFirst", "limitToLast"]);
    members.push([
      limit,
      random.pick(["1", "10", "2147483647", "2147483648", "-1", "NaN", "", "1e3"]),
    ]);
  }
  for (const [name, values] of Object.entries(REST_OPTIONS)) {
    if (random.below(8) === 0) members.push([name, random.pick(values)]);
  }
  return members.map(([name, value]) => `&${name}=${encode(value)}`).join("");
}

const REST_OPTIONS = {
  shallow: ["true", "false", "x"],
  print: ["pretty", "silent", "x"],
  format: ["export", "x"],
  timeout: ["1ms", "3s", "0", "99999999min", "x"],
  download: ["a.txt", '"\r\nX: y', "../../x", "\u{1f600}"],
  auth: ["", "owner", "a.b.c", "x".repeat(3_000)],
};

/** Percent-encoded, half of a surrogate pair as what UTF-8 has for it. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** As the segments of a URL; some are cut or encoded in a way of their own. */
export function urlPath(random: Random, path: string): { text: string; isOdd: boolean } {
  const text = path.split("/").map(encode).join("/");
  switch (random.below(20)) {
    case 0:
      return { text: `${text}%`, isOdd: true };
    case 1:
      return { text: `${text}/%ff%fe`, isOdd: true };
    case 2:
      return { text: `${text}/a%2fb`, isOdd: true };
    default:
      return { text, isOdd: false };
  }
}
