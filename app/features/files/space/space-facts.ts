/** What takes the space of a drive, from its nodes alone. */
import type { DriveFile, DriveNode } from "#lib/drive/node.ts";
import type { DriveTree } from "#lib/drive/tree.ts";

/** Files with the same content; those that are kept rather than others come first. */
export type Doubles = {
  /** Of one of them, bytes. */
  size: number;
  files: readonly DriveFile[];
  /** Bytes that are free once one is left. */
  spare: number;
};

export type SpaceFacts = {
  /** Bytes of what is not in the trash, without old versions. */
  files: number;
  older: number;
  /** With old versions. */
  trash: number;
  /** How much of the account's space all of it counts as. */
  counted: number;
  /** Not in the trash, the largest first. */
  biggest: readonly DriveFile[];
  /** Those that free most first. */
  doubles: readonly Doubles[];
  /** Files of which nobody counted the checksum: whether they are doubles is not known. */
  unknown: number;
  /** Files with old versions, those with most bytes in them first. */
  withOlder: readonly DriveFile[];
};

/** An object counts as no less. */
const leastCounted = 4096;

export function spaceFacts(nodes: Iterable<DriveNode>, tree: DriveTree): SpaceFacts {
  const shown: DriveFile[] = [];
  const sums = { files: 0, older: 0, trash: 0, counted: 0 };
  for (const node of nodes) {
    if (node.kind !== "file") continue;
    const older = olderBytes(node);
    for (const { size } of [node.version, ...node.older]) {
      sums.counted += Math.max(size, leastCounted);
    }
    if (tree.isTrashed(node.id)) sums.trash += node.version.size + older;
    else {
      sums.files += node.version.size;
      sums.older += older;
      shown.push(node);
    }
  }
  return {
    ...sums,
    biggest: shown.toSorted((a, b) => b.version.size - a.version.size || byAge(a, b)),
    doubles: doublesOf(shown),
    unknown: shown.filter(({ version }) => version.sha256 === null && version.size > 0).length,
    withOlder: shown
      .filter(({ older }) => older.length > 0)
      .toSorted((a, b) => olderBytes(b) - olderBytes(a) || byAge(a, b)),
  };
}

export function olderBytes({ older }: DriveFile): number {
  return older.reduce((bytes, { size }) => bytes + size, 0);
}

/** Of each all but the first. */
export function spareOf(doubles: readonly Doubles[]): DriveFile[] {
  return doubles.flatMap(({ files }) => files.slice(1));
}

function doublesOf(files: readonly DriveFile[]): Doubles[] {
  const groups = new Map<string, DriveFile[]>();
  for (const file of files) {
    const { sha256, size } = file.version;
    // What is empty takes nothing, and is alike for reasons of its own.
    if (sha256 === null || size === 0) continue;
    const key = `${sha256} ${size}`;
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map((group) => {
      const sorted = group.toSorted((a, b) => worth(b) - worth(a) || byAge(a, b));
      const [, ...others] = sorted;
      const spare = others.reduce((sum, one) => sum + one.version.size + olderBytes(one), 0);
      return { size: group[0]?.version.size ?? 0, files: sorted, spare };
    })
    .toSorted((a, b) => b.spare - a.spare || byAge(a.files[0], b.files[0]));
}

/** What somebody has marked or shown to others is not what should go. */
function worth({ links, starred, older }: DriveFile): number {
  return (links > 0 ? 4 : 0) + (starred ? 2 : 0) + (older.length > 0 ? 1 : 0);
}

function byAge(a: DriveFile | undefined, b: DriveFile | undefined): number {
  const [first, second] = [a?.createdAt ?? "", b?.createdAt ?? ""];
  if (first !== second) return first < second ? -1 : 1;
  return (a?.id ?? "") < (b?.id ?? "") ? -1 : 1;
}
