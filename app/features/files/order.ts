/** Which files are shown, and in which order. */
import type { DriveNode } from "#lib/drive/node.ts";
import { foldText } from "#lib/fold-text.ts";
import { fileGroup, fileKind } from "./file-kind.ts";

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
  order: Order,
  sizeOf?: (id: string) => number,
): DriveNode[] {
  if (sizeOf) return ordered(nodes, order, sizeOf);
  return kept(nodes, `${order.by} ${order.isDown}`, () => ordered(nodes, order, () => 0));
}

function kept(nodes: readonly DriveNode[], key: string, make: () => DriveNode[]): DriveNode[] {
  const orders = known.get(nodes) ?? new Map<string, DriveNode[]>();
  known.set(nodes, orders);
  const found = orders.get(key) ?? make();
  orders.set(key, found);
  return found;
}

/** Names are dear to compare, so each order begins with theirs, and a stable sort leaves what is alike in it. */
function ordered(
  nodes: readonly DriveNode[],
  { by, isDown }: Order,
  sizeOf: (id: string) => number,
): DriveNode[] {
  const sign = isDown ? -1 : 1;
  const named = kept(nodes, "named", () => nodes.toSorted(byName));
  const folders = named.filter(({ kind }) => kind === "folder");
  const files = named.filter(({ kind }) => kind === "file");
  if (by === "name") {
    return isDown ? [...folders.toReversed(), ...files.toReversed()] : [...folders, ...files];
  }
  const keyOf: Record<Exclude<SortField, "name">, (node: DriveNode) => string | number> = {
    updated: ({ updatedAt }) => updatedAt,
    size: (node) => (node.kind === "file" ? node.version.size : sizeOf(node.id)),
    kind: kindWord,
  };
  const keys = new Map(named.map((node) => [node, keyOf[by](node)]));
  const compare = (a: DriveNode, b: DriveNode) => {
    const [one, other] = [keys.get(a)!, keys.get(b)!];
    return one < other ? -sign : one > other ? sign : 0;
  };
  return [...folders.toSorted(compare), ...files.toSorted(compare)];
}

/** As the column shows it. */
function kindWord(node: DriveNode): string {
  return node.kind === "folder" ? "" : fileKind(node.version.type);
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
