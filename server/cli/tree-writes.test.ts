import { expect, test } from "vitest";
import type { DatabaseJson } from "#lib/server-backend.ts";
import { createJsonReader } from "./json-reader.ts";
import { TreeError, createTreeWrites } from "./tree-writes.ts";
import type { TreeWrite, WriteLimits } from "./tree-writes.ts";

const bounds: WriteLimits[] = [
  { values: { replace: 3, add: 2 }, chars: 200, marks: 40 },
  { values: { replace: 12, add: 16 }, chars: 1_000, marks: 200 },
  { values: { replace: 1, add: 40 }, chars: 800, marks: 300 },
];

function writesOf(text: string, depth = 0, limits?: WriteLimits): TreeWrite[] {
  const writes: TreeWrite[] = [];
  const tree = createTreeWrites({
    above: Array.from({ length: depth }, () => "a"),
    emit: (write) => writes.push(write),
    ...(limits && { limits }),
  });
  const reader = createJsonReader(tree.events);
  reader.push(text);
  reader.end();
  tree.end();
  return writes;
}

type Node = { leaf?: unknown; priority?: unknown; children: Map<string, Node> };

/** The tree that a value makes: nulls and what is empty are gone. */
function treeOf(value: unknown): Node | undefined {
  if (value === null) return undefined;
  if (typeof value !== "object") return { leaf: value, children: new Map() };
  const { [".priority"]: priority, [".value"]: leaf, ...rest } = value as Record<string, unknown>;
  const children = new Map<string, Node>();
  for (const [key, child] of Object.entries(rest)) {
    const node = treeOf(child);
    if (node !== undefined) children.set(key, node);
  }
  const node: Node = { children };
  if (leaf !== undefined) {
    if (leaf === null) return undefined;
    node.leaf = leaf;
  } else if (children.size === 0) return undefined;
  if (priority !== undefined && priority !== null) node.priority = priority;
  return node;
}

/** One after the other, as the server does them; a priority of nothing is lost. */
function apply(writes: TreeWrite[]): Node | undefined {
  let root: Node | undefined;
  for (const write of writes) {
    if (write.kind === "replace") {
      root = treeOf(write.value);
      continue;
    }
    for (const [path, value] of Object.entries(write.children)) {
      const keys = path.split("/");
      const last = keys.pop()!;
      let at: Node = (root ??= { children: new Map() });
      for (const key of keys) {
        const next: Node = at.children.get(key) ?? { children: new Map() };
        if (last !== ".priority") at.children.set(key, next);
        at = next;
      }
      if (last === ".priority") {
        at.priority = value;
      } else {
        const node = treeOf(value);
        if (node === undefined) throw new Error(`Nothing is written to ${path}.`);
        if (at.children.has(last)) throw new Error(`${path} is written twice.`);
        at.children.set(last, node);
      }
    }
  }
  return root;
}

/** 0 to 1, always the same for a seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

function randomJson(random: () => number, depth: number): DatabaseJson {
  const pick = Math.floor(random() * (depth > 4 ? 5 : 9));
  if (pick === 0) return null;
  if (pick === 1) return random() < 0.5;
  if (pick === 2) return Math.floor(random() * 100);
  if (pick === 3) return "x,[{".repeat(Math.floor(random() * 12));
  if (pick === 4) {
    const value = random() < 0.2 ? null : "leaf";
    const members: [string, DatabaseJson][] = [
      [".value", value],
      [".priority", random() < 0.3 ? null : Math.floor(random() * 10)],
    ];
    return Object.fromEntries(random() < 0.5 ? members : members.toReversed());
  }
  const size = Math.floor(random() * 6);
  if (pick === 5) return Array.from({ length: size }, () => randomJson(random, depth + 1));
  const names = ["a", "b,c", "__proto__", "5", "-1", "ü[", "constructor"].slice(0, size);
  const members = names
    .filter((name) => !name.includes("["))
    .map((name): [string, DatabaseJson] => [name, randomJson(random, depth + 1)]);
  const priority: [string, DatabaseJson] = [".priority", random() < 0.5 ? "p" : 7];
  if (random() < 0.3) members.splice(Math.floor(random() * members.length), 0, priority);
  return Object.fromEntries(members);
}

test("the writes of 1,000 random documents make the documents, with any bounds", () => {
  let adding = 0;
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const random = createRandom(seed * 2_654_435);
    const text = JSON.stringify(randomJson(random, 0));
    const expected = treeOf(JSON.parse(text));
    for (const limits of bounds) {
      const writes = writesOf(text, 0, limits);
      adding += writes.length - 1;
      expect(writes[0]?.kind).toBe("replace");
      expect(apply(writes), text).toEqual(expected);
    }
    expect(apply(writesOf(text)), text).toEqual(expected);
    expect(writesOf(text)).toHaveLength(1);
  }
  expect(adding).toBeGreaterThan(2_000);
});

test("a large document is cut between its records, into writes that keep the bounds", () => {
  const people: Record<string, object> = {};
  for (let i = 0; i < 60_000; i += 1) people[`person-${i}`] = { name: `N ${i}`, tags: ["a", "b"] };
  const writes = writesOf(JSON.stringify({ people, ".priority": 1 }));
  expect(writes.length).toBeGreaterThan(10);
  for (const write of writes) {
    expect(write.values).toBeLessThanOrEqual(write.kind === "replace" ? 50_000 : 9_000);
    const body = JSON.stringify(write.kind === "replace" ? write.value : write.children);
    expect(body.length).toBeLessThan(6_000_000);
    expect(body.split(/[,[{]/).length).toBeLessThan(250_000);
    if (write.kind === "replace") continue;
    // Nobody is written in part, whenever it ends.
    for (const path of Object.keys(write.children)) {
      expect(path).toMatch(/^(?:people\/person-\d+|\.priority)$/);
    }
  }
  expect(writes.reduce((sum, { values }) => sum + values, 0)).toBe(180_001);
});

const nested = (keys: number) => `${'{"k":'.repeat(keys)}1${"}".repeat(keys)}`;

test("32 keys below the top are the most, those above the place counted", () => {
  expect(writesOf(nested(32))).toHaveLength(1);
  expect(writesOf(nested(30), 2)).toHaveLength(1);
  expect(writesOf('{".value":1,".priority":2}', 32)).toHaveLength(1);
  expect(() => writesOf(nested(33))).toThrow("deeper than 32 keys");
  expect(() => writesOf(nested(31), 2)).toThrow("deeper than 32 keys");
});

const refused = [
  ['{"a":{"b.c":1}}', 'The key "b.c" must not contain . # $ / [ ] or control characters, at "a".'],
  ['{"":1}', "A key must not be empty, at the top."],
  [`{"${"ü".repeat(385)}":1}`, "A path must not be longer than 768 bytes"],
  ['{"a":1,"a":2}', 'The key "a" is there twice, at the top.'],
  ['{"a":{".value":1,"b":2}}', 'A node with .value must not have children such as "b", at "a".'],
  ['{"a":{".value":{"b":1}}}', ".value must be one value"],
  ['{"a":{".priority":[1]}}', ".priority must be one value"],
  ['{"b":1,".priority":true}', ".priority must be text, a number or null"],
  ['{"a":{".sv":"timestamp"}}', "Server values (.sv) cannot be imported"],
  [JSON.stringify({ a: "x".repeat(10_485_761) }), "Text must not be larger than 10485760 bytes"],
  [JSON.stringify({ a: ",".repeat(250_000) }), "than one write may"],
  [JSON.stringify({ a: "\u0001".repeat(3_000_000) }), "than one write may"],
] as const;

test("what the server would refuse is refused with its place", () => {
  for (const [text, message] of refused) {
    expect(() => writesOf(text), message).toThrow(TreeError);
    expect(() => writesOf(text), message).toThrow(message);
  }
});
