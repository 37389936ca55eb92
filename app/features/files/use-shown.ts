/** What of a source is shown, in its order. */
import { useMemo } from "react";
import type { Drive } from "#app/live/drive/drive.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { DriveTree } from "#lib/drive/tree.ts";
import type { Look } from "./kept-look.ts";
import { type Kind, ofKind, recentOf, searched, sorted } from "./order.ts";
import type { DriveSource } from "./source.ts";
import { placeOf } from "./trash/words.ts";
import type { FilesView } from "./views.ts";

const mostRecent = 200;
const none: readonly DriveNode[] = [];

type Parts = {
  source: DriveSource;
  drive: Drive | undefined;
  /** By the server, where not all that is searched is here. */
  foundBelow: readonly DriveNode[] | undefined;
  view: FilesView;
  folder: string | undefined;
  words: string;
  kind: Kind;
  look: Look;
};

export function useShown(parts: Parts) {
  const { source, drive, foundBelow, view, folder, words, kind, look } = parts;
  const { by, isDown } = look.order;
  const isSearch = words.trim() !== "";
  const state = drive?.snapshot();
  const found = useMemo(() => {
    const { nodes, tree } = state ?? {};
    if (isSearch && nodes && tree) return searched(notTrashed(nodes.values(), tree), words);
    if (view === "recent" && nodes && tree) {
      return recentOf(notTrashed(nodes.values(), tree), mostRecent);
    }
    if (view === "starred" && nodes && tree) {
      return [...notTrashed(nodes.values(), tree)].filter(({ starred }) => starred);
    }
    if (isSearch && foundBelow) return foundBelow;
    return folder === undefined ? none : (source.childrenOf(folder) ?? none);
  }, [state, source, foundBelow, view, folder, isSearch, words]);
  const isOrdered = isSearch || view !== "recent";
  const nodes = useMemo(() => {
    const some = ofKind(found, kind);
    if (!isOrdered) return some;
    const tree = state?.tree;
    return sorted(
      some,
      { by, isDown },
      tree && by === "size" ? (id) => tree.sizeOf(id) : undefined,
    );
  }, [found, kind, isOrdered, by, isDown, state]);
  const isAcross = isSearch || view === "recent" || view === "starred";
  const tree = state?.tree;
  return {
    nodes,
    isOrdered,
    placeOf: isAcross && tree ? (id: string) => placeOf(tree, id) : undefined,
  };
}

/** Each folder is asked once: of thousands most lie in the same ones. */
function* notTrashed(nodes: Iterable<DriveNode>, tree: DriveTree): Generator<DriveNode> {
  const folders = new Map<string, boolean>();
  for (const node of nodes) {
    if (node.trashedAt !== null) continue;
    let isIn = folders.get(node.parent);
    if (isIn === undefined) {
      isIn = node.parent !== "" && tree.isTrashed(node.parent);
      folders.set(node.parent, isIn);
    }
    if (!isIn) yield node;
  }
}
