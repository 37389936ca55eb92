/** Which files are shown, and in which order. */
import type { DriveNode } from "#lib/drive/node.ts";
import { foldText } from "#lib/fold-text.ts";
import { fileGroup } from "./file-kind.ts";

export type SortField = "name" | "updated" | "size" | "kind";
export type Order = { by: SortField; isDown: boolean };

/** Of a filter; empty: all. */
export type Kind = "" | "folder" | "image" | "video" | "audio" | "document" | "archive" | "other";

const names = new Intl.Collator("en", { numeric: true });

/** As people count: `note 2` before `note 10`, whatever the case. */
export const byName = (a: DriveNode, b: DriveNode): number =>
  names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** Of lists that are still there: who comes back from a search has the order at once. */
const known = new WeakMap<readonly DriveNode[], Map<string, DriveNode[]>>();

/**
 * Folders first; what is alike, by name.
 * @param sizeOf of folders, bytes; without it they count as nothing
 */
export function sorted(
  nodes: readonly DriveNode[],
  { by, isDown }: Order,
  sizeOf?: (id: string) => number,
): DriveNode[] {
  if (sizeOf) return sortNow(nodes, { by, isDown }, sizeOf);
  const key = `${by} ${isDown}`;
  const orders = known.get(nodes) ?? new Map<string, DriveNode[]>();
  known.set(nodes, orders);
  const found = orders.get(key) ?? sortNow(nodes, { by, isDown }, () => 0);
  orders.set(key, found);
  return found;
}

function sortNow(
  nodes: readonly DriveNode[],
  { by, isDown }: Order,
  sizeOf: (id: string) => number,
): DriveNode[] {
  const sign = isDown ? -1 : 1;
  const sizes = (node: DriveNode) => (node.kind === "file" ? node.version.size : sizeOf(node.id));
  const compare: Record<SortField, (a: DriveNode, b: DriveNode) => number> = {
    name: () => 0,
    updated: (a, b) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0),
    size: (a, b) => sizes(a) - sizes(b),
    kind: (a, b) => names.compare(kindWord(a), kindWord(b)),
  };
  const field = compare[by];
  const nameSign = by === "name" ? sign : 1;
  return nodes.toSorted(
    (a, b) =>
      Number(a.kind === "file") - Number(b.kind === "file") ||
      sign * field(a, b) ||
      nameSign * byName(a, b),
  );
}

function kindWord(node: DriveNode): string {
  return node.kind === "folder" ? "" : fileGroup(node.version.type);
}

export function ofKind(nodes: readonly DriveNode[], kind: Kind): readonly DriveNode[] {
  if (kind === "") return nodes;
  return nodes.filter((node) =>
    node.kind === "folder" ? kind === "folder" : fileGroup(node.version.type) === kind,
  );
}

/** Folded names, as long as a node is the same. */
const folded = new WeakMap<DriveNode, string>();

function foldedName(node: DriveNode): string {
  let name = folded.get(node);
  if (name === undefined) {
    name = foldText(node.name);
    folded.set(node, name);
  }
  return name;
}

/** Whose name has all of the words, in whatever order. */
export function searched(nodes: Iterable<DriveNode>, words: string): DriveNode[] {
  const parts = foldText(words).split(" ").filter(Boolean);
  const found: DriveNode[] = [];
  for (const node of nodes) {
    const name = foldedName(node);
    if (parts.every((part) => name.includes(part))) found.push(node);
  }
  return found;
}

/** The last ones first, files only. */
export function recentOf(nodes: Iterable<DriveNode>, limit: number): DriveNode[] {
  return Array.from(nodes)
    .filter(({ kind }) => kind === "file")
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, limit);
}
