/** Where everything of a drive lies, from its nodes alone. Nothing is lost in a tree that is broken. */
import { type DriveFolder, type DriveNode, rootFolder } from "./node.ts";

/** What is asked of a node that is not there finds nothing. */
export type DriveTree = {
  /** What lies in a folder and is not in the trash, unsorted. */
  childrenOf(folder: string): readonly DriveNode[];
  /** From the drive down, the node itself excluded. */
  pathOf(id: string): DriveFolder[];
  /** At any depth, what is in the trash included; each folder before what is in it. */
  below(id: string): DriveNode[];
  /** Whether it lies in this folder at any depth; all but the drive itself lies in the drive. */
  isBelow(id: string, folder: string): boolean;
  /** Itself, or a folder that it lies in. */
  isTrashed(id: string): boolean;
  /** What was put into the trash itself, not what went with it. */
  trashed(): DriveNode[];
  /** Bytes with all versions, and of a folder of all that lies in it. */
  sizeOf(id: string): number;
};

const none: readonly DriveNode[] = [];

/**
 * What has no parent here, or lies in itself, is shown in the drive itself.
 * @param gone folders that were deleted for good: what lies in them is not shown at all
 */
export function makeTree(
  nodes: Iterable<DriveNode>,
  gone: ReadonlySet<string> = new Set(),
): DriveTree {
  const all = new Map<string, DriveNode>();
  for (const node of nodes) if (!gone.has(node.id)) all.set(node.id, node);
  const parents = parentsOf(all, gone);
  const inFolder = new Map<string, DriveNode[]>();
  for (const node of all.values()) {
    const parent = parents.get(node.id);
    if (parent === undefined) continue;
    const there = inFolder.get(parent);
    if (there) there.push(node);
    else inFolder.set(parent, [node]);
  }
  const shown = new Map<string, readonly DriveNode[]>();
  let sizes: Map<string, number> | undefined;

  function* above(id: string): Generator<DriveNode> {
    for (let at = parents.get(id); at !== undefined && at !== rootFolder; at = parents.get(at)) {
      const node = all.get(at);
      if (node) yield node;
    }
  }

  function below(id: string): DriveNode[] {
    const found = [...(inFolder.get(id) ?? none)];
    // It grows while it is gone through.
    for (const node of found) {
      for (const child of inFolder.get(node.id) ?? none) found.push(child);
    }
    return found;
  }

  function isTrashed(id: string): boolean {
    if ((all.get(id)?.trashedAt ?? null) !== null) return true;
    for (const folder of above(id)) if (folder.trashedAt !== null) return true;
    return false;
  }

  function countSizes(): Map<string, number> {
    const counted = new Map<string, number>();
    const order = below(rootFolder);
    for (const node of order.toReversed()) {
      const size = (counted.get(node.id) ?? 0) + ownSize(node);
      counted.set(node.id, size);
      const parent = parents.get(node.id) ?? rootFolder;
      counted.set(parent, (counted.get(parent) ?? 0) + size);
    }
    return counted;
  }

  return {
    childrenOf(folder) {
      const known = shown.get(folder);
      if (known) return known;
      const found = (inFolder.get(folder) ?? none).filter(({ trashedAt }) => trashedAt === null);
      shown.set(folder, found);
      return found;
    },
    pathOf: (id) => [...above(id)].filter((node) => node.kind === "folder").toReversed(),
    below,
    isBelow(id, folder) {
      if (!parents.has(id)) return false;
      if (folder === rootFolder) return true;
      for (const node of above(id)) if (node.id === folder) return true;
      return false;
    },
    isTrashed,
    trashed() {
      const found: DriveNode[] = [];
      for (const node of all.values()) {
        const parent = parents.get(node.id);
        if (node.trashedAt !== null && parent !== undefined && !isTrashed(parent)) found.push(node);
      }
      return found;
    },
    sizeOf(id) {
      sizes ??= countSizes();
      return sizes.get(id) ?? 0;
    },
  };
}

function ownSize(node: DriveNode): number {
  if (node.kind === "folder") return 0;
  return node.older.reduce((bytes, { size }) => bytes + size, node.version.size);
}

/** Where each is shown; of what lies in a folder that is gone for good there is none. */
function parentsOf(
  all: ReadonlyMap<string, DriveNode>,
  gone: ReadonlySet<string>,
): Map<string, string> {
  const parents = new Map<string, string>();
  const lost = new Set<string>();
  for (const start of all.keys()) {
    const way: string[] = [];
    const onWay = new Set<string>();
    let at = start;
    // Up to what is known already, to the drive, to what is gone, or to where the way bites its tail.
    while (at !== rootFolder && !parents.has(at) && !lost.has(at) && !onWay.has(at)) {
      const node = all.get(at);
      if (!node) break;
      onWay.add(at);
      way.push(at);
      at = node.parent;
    }
    const isLost = gone.has(at) || lost.has(at);
    const bites = onWay.has(at) ? way.slice(way.indexOf(at)) : [];
    for (const id of way) {
      if (isLost) lost.add(id);
      else parents.set(id, shownIn(all.get(id)?.parent ?? rootFolder));
    }
    for (const id of bites) parents.set(id, rootFolder);
  }
  return parents;

  function shownIn(parent: string): string {
    return all.get(parent)?.kind === "folder" ? parent : rootFolder;
  }
}
