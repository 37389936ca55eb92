import { expect, test } from "vitest";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { type DriveNode, rootFolder } from "./node.ts";
import { makeTree } from "./tree.ts";

const idOf = (number: number) => `n${String(number).padStart(19, "0")}`;

function nodeOf(id: string, parent: string, more: { size?: number; trashed?: boolean } = {}) {
  const { size, trashed = false } = more;
  const at = "2026-01-01T00:00:00.000Z";
  const common = {
    id,
    parent,
    name: id,
    createdAt: at,
    updatedAt: at,
    trashedAt: trashed ? at : null,
    starred: false,
    links: 0,
    shared: false,
  };
  if (size === undefined) return { kind: "folder", ...common } satisfies DriveNode;
  const version = { object: id, size, type: "text/plain", sha256: null, at, by: "ann" };
  return { kind: "file", ...common, version, older: [version] } satisfies DriveNode;
}

test("no tree loses a node, whatever its parents say", () => {
  const { below: upTo, next } = seededRandom(3);
  for (let round = 0; round < 300; round += 1) {
    const count = 1 + upTo(12);
    // Also in itself, in a file, in what is not there, and in what is gone.
    const nodes = Array.from({ length: count }, (_, index) =>
      nodeOf(idOf(index), next() < 0.2 ? rootFolder : idOf(upTo(count + 3)), {
        ...(next() < 0.3 && { size: upTo(100) }),
        trashed: next() < 0.1,
      }),
    );
    const gone = new Set(next() < 0.5 ? [idOf(count), idOf(upTo(count))] : []);
    const tree = makeTree(nodes, gone);
    const shown = tree.below(rootFolder).map(({ id }) => id);
    expect(new Set(shown).size).toBe(shown.length);
    for (const node of nodes) {
      const isHidden = !shown.includes(node.id);
      expect(isHidden).toBe(isBelowGone(node, nodes, gone));
      const path = tree.pathOf(node.id);
      expect(path.every((folder) => folder.id !== node.id)).toBe(true);
      for (const { id } of path) expect(tree.isBelow(node.id, id)).toBe(true);
    }
    // The same whatever the order.
    const other = makeTree(nodes.toReversed(), gone);
    for (const { id } of nodes) {
      expect(other.pathOf(id)).toEqual(tree.pathOf(id));
      expect(other.isTrashed(id)).toBe(tree.isTrashed(id));
      expect(other.sizeOf(id)).toBe(tree.sizeOf(id));
    }
    const all = tree.below(rootFolder).reduce((sum, one) => {
      return one.kind === "file" ? sum + 2 * one.version.size : sum;
    }, 0);
    expect(tree.sizeOf(rootFolder)).toBe(all);
  }
});

function isBelowGone(
  node: DriveNode,
  nodes: readonly DriveNode[],
  gone: ReadonlySet<string>,
): boolean {
  const seen = new Set<string>();
  for (let at: DriveNode | undefined = node; at && !seen.has(at.id);) {
    if (gone.has(at.id) || gone.has(at.parent)) return true;
    seen.add(at.id);
    const { parent }: DriveNode = at;
    at = nodes.find(({ id }) => id === parent);
  }
  return false;
}

test.each([
  ["all in a hundred folders", (index: number) => (index < 100 ? rootFolder : idOf(index % 100))],
  ["each in the one before", (index: number) => (index === 0 ? rootFolder : idOf(index - 1))],
])("what is read of a node does not grow with the tree: %s", (_, parentOf) => {
  let reads = 0;
  const nodes = Array.from({ length: 10_000 }, (_node, index) => {
    const node = nodeOf(idOf(index), rootFolder, {});
    return Object.defineProperty(node, "parent", {
      get: () => {
        reads += 1;
        return parentOf(index);
      },
    });
  });
  const tree = makeTree(nodes);
  expect(tree.below(rootFolder)).toHaveLength(nodes.length);
  expect(tree.sizeOf(rootFolder)).toBe(0);
  expect(reads).toBeLessThan(10 * nodes.length);
});
