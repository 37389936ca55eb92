/** Random operations: each is run by the SDK, and done to the model. */
import {
  type Database,
  type DatabaseReference,
  increment,
  onDisconnect,
  push,
  ref,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  setPriority,
  setWithPriority,
  update,
} from "firebase/database";
import type { ModelBound, ModelOrder, ModelQuery } from "./model-query.ts";
import type { ModelJson, ModelLeaf, ModelNode } from "./model-tree.ts";
import { merged, nodeAt, pathOf, valueOf, written } from "./model-tree.ts";
import type { seededRandom } from "./random.ts";

export type Random = ReturnType<typeof seededRandom>;

export type Step = {
  text: string;
  /**
   * The path whose priority it sets. Not for where a query is listened to: while that selects nothing, the SDK throws
   * "Server snap not indexed" (IndexedFilter.updatePriority gives up the index), and its connection is dead.
   */
  prioritizes?: string;
  isTransaction?: boolean;
  run(db: Database): Promise<unknown>;
  /** Not before `run` was called: only then the key of a push is known. */
  apply(tree: ModelNode, nowMs: number): ModelNode;
};

const KEYS = ["a", "b", "1", "2", "10", "x", "é", "-3"];

/** `t` holds what changes at random. */
export function randomPath(random: Random, under: string, most = 3): string {
  const keys = Array.from({ length: random.below(most + 1) }, () => random.pick(KEYS));
  return [under, ...keys].join("/");
}

function randomLeaf(random: Random): ModelLeaf {
  return random.pick([
    true,
    false,
    random.below(5),
    -random.below(3) - 1,
    random.below(50) / 8,
    random.pick(KEYS),
    "",
    "z",
  ]);
}

function randomPriority(random: Random): number | string | null {
  return random.pick([null, 0, 1, 2, -1, 10, "a", "b"]);
}

function randomValue(random: Random, depth: number, hasServerValues: boolean): ModelJson {
  if (hasServerValues && random.below(8) === 0) {
    return random.pick([serverTimestamp(), increment(random.below(5) - 2)]);
  }
  if (depth === 0 || random.below(3) === 0) {
    const leaf = randomLeaf(random);
    if (random.below(6) > 0) return leaf;
    return { ".value": leaf, ".priority": randomPriority(random) };
  }
  const value: Record<string, ModelJson> = {};
  for (let i = 1 + random.below(4); i > 0; i -= 1) {
    value[random.pick(KEYS)] = randomValue(random, depth - 1, hasServerValues);
  }
  if (random.below(5) === 0) value[".priority"] = randomPriority(random);
  return value;
}

/**
 * For when others are under way: one that may be done whoever listens, and may be done twice unless it `counts`. No
 * transaction: after two overlapping sets of the same client the SDK never ends it (repoAbortTransactionsOnNode).
 */
export function randomBlindWrite(random: Random, under: string, counts: boolean): Step {
  for (;;) {
    const step = randomWrite(random, under, counts);
    if (step.prioritizes === undefined && !step.isTransaction) return step;
  }
}

/** @param counts whether it may be one that gives something else when it is done twice */
export function randomWrite(random: Random, under: string, counts = true): Step {
  const path = randomPath(random, under);
  const value = random.below(12) === 0 ? null : randomValue(random, 2, counts);
  const priority = randomPriority(random);
  const put = (text: string, json: ModelJson, run: (at: DatabaseReference) => Promise<unknown>) =>
    stepOf(`${text} ${path} ${JSON.stringify(json)}`, path, run, (tree, nowMs) =>
      written(tree, pathOf(path), json, nowMs),
    );
  const kind = random.below(counts ? 10 : 7);
  if (kind === 0) return put("remove", null, remove);
  if (kind === 1) return prioritized(path, priority);
  if (kind === 2)
    return put("setWithPriority", withPriority(value, priority), (at) =>
      setWithPriority(at, value, priority),
    );
  if (kind === 3) return randomMerge(random, path, counts);
  if (kind === 8) return pushed(path, value);
  if (kind === 9) return transacted(random, path);
  return put("set", value, (at) => set(at, value));
}

function stepOf(
  text: string,
  path: string,
  run: (at: DatabaseReference) => Promise<unknown>,
  apply: Step["apply"],
): Step {
  return { text, run: (db) => run(ref(db, path)), apply };
}

function withPriority(value: ModelJson, priority: number | string | null): ModelJson {
  if (typeof value !== "object" || value === null) {
    return value === null ? null : { ".value": value, ".priority": priority };
  }
  // What the value says itself goes first.
  return { ".priority": priority, ...value };
}

function prioritized(path: string, priority: number | string | null): Step {
  const step = stepOf(
    `setPriority ${path} ${JSON.stringify(priority)}`,
    path,
    (at) => setPriority(at, priority),
    (tree, nowMs) => written(tree, [...pathOf(path), ".priority"], priority, nowMs),
  );
  return { ...step, prioritizes: path };
}

function randomMerge(random: Random, path: string, counts: boolean): Step {
  const values: Record<string, ModelJson> = {};
  for (const key of new Set([random.pick(KEYS), random.pick(KEYS), random.pick(KEYS)])) {
    const below = random.below(2) === 0 ? key : `${key}/${random.pick(KEYS)}`;
    values[below] = random.below(4) === 0 ? null : randomValue(random, 1, counts);
  }
  return stepOf(
    `update ${path} ${JSON.stringify(values)}`,
    path,
    (at) => update(at, values),
    (tree, nowMs) => merged(tree, pathOf(path), values, nowMs),
  );
}

function pushed(path: string, value: ModelJson): Step {
  const json = value ?? true;
  let key = "";
  return stepOf(
    `push ${path} ${JSON.stringify(json)}`,
    path,
    (at) => {
      const child = push(at, json);
      key = child.key;
      return Promise.resolve(child);
    },
    (tree, nowMs) => written(tree, [...pathOf(path), key], json, nowMs),
  );
}

/** What it makes of the value that it finds; undefined gives up. */
const UPDATES: Record<string, (value: ModelJson) => ModelJson> = {
  "count up": (value) => (typeof value === "number" ? value + 1 : 1),
  "keep what was": (value) => ({ was: typeof value, a: 1 }),
  "with a priority": () => ({ ".priority": 3, b: { "1": true } }),
  "a leaf with a priority": () => ({ ".value": "leaf", ".priority": "p" }),
  "take away": () => null,
  "give up": () => undefined,
};

export function transacted(random: Random, path: string): Step {
  const name = random.pick(Object.keys(UPDATES));
  const make = UPDATES[name] as (value: ModelJson) => ModelJson;
  const applyLocally = random.below(2) === 0;
  const step = stepOf(
    `transaction ${path}: ${name}`,
    path,
    (at) => runTransaction(at, make, { applyLocally }),
    (tree, nowMs) => {
      const before = nodeAt(tree, pathOf(path));
      const json = make(valueOf(before));
      if (json === undefined) return tree;
      const after = written(tree, pathOf(path), json, nowMs);
      const says = typeof json === "object" && json !== null && ".priority" in json;
      const priority = before?.priority ?? null;
      return says ? after : written(after, [...pathOf(path), ".priority"], priority, nowMs);
    },
  );
  return { ...step, isTransaction: true };
}

/** Something that any number of clients may do to the same number at the same time. */
export function counting(random: Random): Step {
  const by = 1 + random.below(3);
  const add = (value: ModelJson) => (typeof value === "number" ? value : 0) + by;
  if (random.below(2) === 0) {
    return stepOf(
      `transaction c/n +${by}`,
      "c/n",
      (at) => runTransaction(at, add),
      (tree, nowMs) => written(tree, ["c", "n"], add(valueOf(nodeAt(tree, ["c", "n"]))), nowMs),
    );
  }
  return stepOf(
    `increment c/sum ${by}`,
    "c/sum",
    (at) => set(at, increment(by)),
    (tree, nowMs) => written(tree, ["c", "sum"], increment(by), nowMs),
  );
}

/** `run` leaves it with the server; `apply` is for when the connection ends. */
export function randomLeft(random: Random, under: string): Step {
  const path = randomPath(random, under);
  const kind = random.below(4);
  if (kind === 0) {
    const values = {
      [random.pick(KEYS)]: randomValue(random, 1, false),
      "x/when": serverTimestamp(),
    };
    if ("x" in values) delete values["x"];
    return stepOf(
      `onDisconnect update ${path} ${JSON.stringify(values)}`,
      path,
      (at) => onDisconnect(at).update(values),
      (tree, nowMs) => merged(tree, pathOf(path), values, nowMs),
    );
  }
  const value = kind === 1 ? null : randomValue(random, 2, false);
  const priority = randomPriority(random);
  const json = kind === 2 ? withPriority(value, priority) : value;
  return stepOf(
    `onDisconnect ${["", "remove", "setWithPriority", "set"][kind]} ${path} ${JSON.stringify(json)}`,
    path,
    (at) => {
      if (kind === 1) return onDisconnect(at).remove();
      return kind === 2
        ? onDisconnect(at).setWithPriority(value, priority)
        : onDisconnect(at).set(value);
    },
    (tree, nowMs) => written(tree, pathOf(path), json, nowMs),
  );
}

export function randomQuery(random: Random): ModelQuery {
  const order: ModelOrder = random.pick([
    "key",
    "value",
    "priority",
    { child: "a" },
    { child: "b/1" },
  ]);
  const limit = random.below(3);
  // Of children of which it knows all, and none has what they are ordered by, the SDK starts a limited query at the key
  // of the bound (ChildrenNode.getReverseIteratorFrom without an index).
  const isPlain = order !== "key" && order !== "value" && limit > 0;
  const bound = (): ModelBound => {
    const key = random.pick(KEYS);
    if (order === "key") return { value: key };
    const value =
      order === "priority" ? randomPriority(random) : random.pick([null, randomLeaf(random)]);
    return random.below(3) === 0 && !isPlain ? { value, key } : { value };
  };
  const isExclusive = () => random.below(2) === 0 && !isPlain;
  const count = 1 + random.below(3);
  const shape = random.below(5);
  return {
    order,
    ...(shape === 1 || shape === 3 ? { start: { ...bound(), after: isExclusive() } } : {}),
    ...(shape === 2 || shape === 3 ? { end: { ...bound(), before: isExclusive() } } : {}),
    ...(shape === 4 ? { equal: bound() } : {}),
    ...(limit === 1 ? { first: count } : {}),
    ...(limit === 2 ? { last: count } : {}),
  };
}
