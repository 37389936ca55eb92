import { expect, test } from "vitest";
import { type DriveNode, readDriveNode } from "#lib/drive/node.ts";
import { countNodes, sumWords } from "./sum.ts";

const at = "2026-11-23T10:00:00.000Z";
const common = {
  createdAt: at,
  updatedAt: at,
  trashedAt: null,
  starred: false,
  links: 0,
  shared: false,
};

function node(id: string, parent: string, size?: number): DriveNode {
  const version = { object: id, size: size ?? 0, type: "text/plain", sha256: null, at, by: "ada" };
  const own = size === undefined ? { kind: "folder" } : { kind: "file", version, older: [version] };
  return readDriveNode({ ...common, ...own, id: id.repeat(20), parent, name: id })!;
}

test("what lies in two of what is chosen counts once, and what is not loaded is said to be missing", () => {
  const [a, b, c, d] = [
    node("a", ""),
    node("b", "a".repeat(20)),
    node("c", "b".repeat(20), 7),
    node("d", "a".repeat(20), 5),
  ];
  const below = new Map([
    [a.id, [b, d]],
    [b.id, [c]],
  ]);
  const source = { childrenOf: (id: string) => below.get(id) };
  const all = countNodes(source, [a, b, c]);
  expect(all).toEqual({ files: 2, folders: 2, bytes: 12, older: 12, isLess: false });
  expect(sumWords(all)).toBe("2 files, 2 folders");
  below.delete(b.id);
  expect(sumWords(countNodes(source, [a]))).toBe("1 file, 2 folders, perhaps more");
  expect(sumWords(countNodes(source, []))).toBe("Nothing");
});
