/**
 * What Firebase says a tree is, written once more and naively: nothing here comes from the code that it judges. Nodes
 * are never changed; a write gives a new tree (SDK: LeafNode, ChildrenNode, nodeFromJSON, ServerValues).
 */
export type ModelLeaf = boolean | number | string;
type ModelPriority = number | string | null;

/** Null is no node. A node has a leaf or at least one child. */
export type ModelNode = {
  readonly priority: ModelPriority;
  readonly leaf: ModelLeaf | undefined;
  readonly children: ReadonlyMap<string, ModelNode>;
} | null;

/** JSON as the SDK takes and gives it: `.value`, `.priority` and `.sv` have their meaning, arrays are objects. */
export type ModelJson = unknown;

const NO_CHILDREN: ReadonlyMap<string, ModelNode> = new Map();

export const pathOf = (path: string): string[] => path.split("/").filter((key) => key !== "");

export function nodeAt(node: ModelNode, path: readonly string[]): ModelNode {
  let at = node;
  for (const key of path) at = at?.children.get(key) ?? null;
  return at;
}

/** @param nowMs what `serverTimestamp()` becomes; increments add to what is there */
export function written(
  root: ModelNode,
  path: readonly string[],
  json: ModelJson,
  nowMs: number,
): ModelNode {
  if (path.at(-1) === ".priority") {
    const at = path.slice(0, -1);
    const node = nodeAt(root, at);
    if (node === null) return root;
    const priority = resolved(json, node.priority, nowMs) as ModelPriority;
    return replaced(root, at, { ...node, priority });
  }
  return replaced(root, path, fromJson(json, nodeAt(root, path), nowMs));
}

/** All at once: server values see what was there before. */
export function merged(
  root: ModelNode,
  path: readonly string[],
  values: Readonly<Record<string, ModelJson>>,
  nowMs: number,
): ModelNode {
  const entries = Object.entries(values).map(([below, json]) => ({ below: pathOf(below), json }));
  const isPriority = ({ below }: { below: string[] }) => below.at(-1) === ".priority";
  const inOrder = entries.toSorted((a, b) => {
    const byKind = Number(isPriority(a)) - Number(isPriority(b));
    return byKind || compareTexts(a.below, b.below);
  });
  let tree = root;
  for (const { below, json } of inOrder) {
    tree = written(tree, [...path, ...below], json, nowMs);
  }
  return tree;
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  for (const [i, text] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (text !== other) return text < other ? -1 : 1;
  }
  return a.length - b.length;
}

function replaced(root: ModelNode, path: readonly string[], node: ModelNode): ModelNode {
  const [key, ...rest] = path;
  if (key === undefined) return node;
  const child = replaced(root?.children.get(key) ?? null, rest, node);
  // Deleting below a leaf leaves it.
  if (child === null && root?.leaf !== undefined) return root;
  const children = new Map(root?.children);
  if (child === null) children.delete(key);
  else children.set(key, child);
  if (children.size === 0) return null;
  return { priority: root?.priority ?? null, leaf: undefined, children };
}

function fromJson(json: ModelJson, existing: ModelNode, nowMs: number): ModelNode {
  if (json === null || json === undefined) return null;
  if (typeof json !== "object") return leafNode(json as ModelLeaf, null);
  const object = json as Record<string, ModelJson>;
  const priority = resolved(
    object[".priority"] ?? null,
    existing?.priority ?? null,
    nowMs,
  ) as ModelPriority;
  const value = object[".value"] ?? null;
  if (value !== null || ".sv" in object) {
    return leafNode(resolved(value ?? object, existing?.leaf, nowMs) as ModelLeaf, priority);
  }
  const children = new Map<string, ModelNode>();
  for (const [key, child] of Object.entries(object)) {
    if (key.startsWith(".")) continue;
    const node = fromJson(child, existing?.children.get(key) ?? null, nowMs);
    if (node !== null) children.set(key, node);
  }
  return children.size === 0 ? null : { priority, leaf: undefined, children };
}

function leafNode(leaf: ModelLeaf, priority: ModelPriority): ModelNode {
  return { priority, leaf, children: NO_CHILDREN };
}

function resolved(json: ModelJson, existing: ModelJson, nowMs: number): ModelJson {
  if (typeof json !== "object" || json === null) return json;
  const operation = (json as { ".sv": ModelJson })[".sv"];
  if (operation === "timestamp") return nowMs;
  const { increment } = operation as { increment: number };
  return typeof existing === "number" ? existing + increment : increment;
}

/** As `DataSnapshot.exportVal()`. */
export function exportOf(node: ModelNode): ModelJson {
  if (node === null) return null;
  const priority = node.priority === null ? {} : { ".priority": node.priority };
  if (node.leaf !== undefined) {
    return node.priority === null ? node.leaf : { ".value": node.leaf, ...priority };
  }
  const children = [...node.children].map(([key, child]) => [key, exportOf(child)]);
  return { ...(Object.fromEntries(children) as object), ...priority };
}

/** As `DataSnapshot.val()`: without priorities, and mostly whole numbers from 0 as keys make an array. */
export function valueOf(node: ModelNode): ModelJson {
  if (node === null || node.leaf !== undefined) return node?.leaf ?? null;
  const keys = [...node.children.keys()];
  const isArray =
    keys.every((key) => /^(0|[1-9]\d*)$/.test(key)) &&
    Math.max(...keys.map(Number)) < 2 * keys.length;
  const value = (isArray ? [] : {}) as Record<string, ModelJson>;
  for (const [key, child] of node.children) value[key] = valueOf(child);
  return value;
}
