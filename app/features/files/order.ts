/** Which files are shown, and in which order. */
import { wordsIn } from "#lib/drive/find-words.ts";
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

/** Where each stood among names when they were compared last. */
const lastPlaces = new WeakMap<DriveNode, number>();

/**
 * Folders first; what is alike, by name.
 * @param sizeOf of folders, bytes; without it they count as nothing
 */
export function sorted(
  nodes: readonly DriveNode[],
  order: Order,
  sizeOf: (id: string) => number = () => 0,
): DriveNode[] {
  const { by, isDown } = order;
  const named = kept(nodes, "named", () => inNames(nodes));
  const files = kept(nodes, `${by} ${isDown}`, () => {
    const all = named.filter(({ kind }) => kind === "file");
    return ordered(all, order, sizeOf);
  });
  // What is in them may have changed since.
  const folders = kept(nodes, "folders", () => named.filter(({ kind }) => kind === "folder"));
  return folders.length === 0 ? files : [...ordered(folders, order, sizeOf), ...files];
}

function kept(nodes: readonly DriveNode[], key: string, make: () => DriveNode[]): DriveNode[] {
  const orders = known.get(nodes) ?? new Map<string, DriveNode[]>();
  known.set(nodes, orders);
  const found = orders.get(key) ?? make();
  orders.set(key, found);
  return found;
}

/**
 * Names are dear to compare. Put as they stood last, most of them are in order already, and the sort asks about as often as
 * there are names, and not for each change of one among thousands ten times as often.
 */
function inNames(nodes: readonly DriveNode[]): DriveNode[] {
  const last = (node: DriveNode) => lastPlaces.get(node) ?? nodes.length;
  const places = new Map(nodes.map((node) => [node, last(node)]));
  const named = nodes.toSorted((a, b) => places.get(a)! - places.get(b)!).toSorted(byName);
  for (const [place, node] of named.entries()) lastPlaces.set(node, place);
  return named;
}

/** @param named by name: a stable sort leaves what is alike in it */
function ordered(
  named: readonly DriveNode[],
  { by, isDown }: Order,
  sizeOf: (id: string) => number,
): DriveNode[] {
  const sign = isDown ? -1 : 1;
  if (by === "name") return isDown ? named.toReversed() : [...named];
  const keyOf: Record<Exclude<SortField, "name">, (node: DriveNode) => string | number> = {
    updated: ({ updatedAt }) => updatedAt,
    size: (node) => (node.kind === "file" ? node.version.size : sizeOf(node.id)),
    kind: kindWord,
  };
  // Each is asked once, and not at each comparison.
  const keyed = named.map((node) => ({ node, key: keyOf[by](node) }));
  keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0));
  return keyed.map(({ node }) => node);
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
  const has = wordsIn(words);
  const found: DriveNode[] = [];
  for (const node of nodes) if (has(foldedName(node))) found.push(node);
  return found;
}

/** The last ones first, files only. */
export function recentOf(nodes: Iterable<DriveNode>, limit: number): DriveNode[] {
  return Array.from(nodes)
    .filter(({ kind }) => kind === "file")
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, limit);
}
