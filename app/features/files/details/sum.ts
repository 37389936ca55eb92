import type { DriveNode } from "#lib/drive/node.ts";
import type { DriveSource } from "../source.ts";

export type Sum = {
  files: number;
  folders: number;
  /** Of what the files are now. */
  bytes: number;
  /** Of their older versions. */
  older: number;
  /** Some folder is not loaded: there may be more. */
  isLess: boolean;
};

/** With all that lies below them; what lies in several of them counts once. */
export function countNodes(
  source: Pick<DriveSource, "childrenOf">,
  nodes: readonly DriveNode[],
): Sum {
  const sum: Sum = { files: 0, folders: 0, bytes: 0, older: 0, isLess: false };
  const seen = new Set<string>();
  const left = [...nodes];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    if (node.kind === "folder") {
      sum.folders += 1;
      const children = source.childrenOf(node.id);
      if (children === undefined) sum.isLess = true;
      else left.push(...children);
      continue;
    }
    sum.files += 1;
    sum.bytes += node.version.size;
    for (const { size } of node.older) sum.older += size;
  }
  return sum;
}

/** "3 files in 2 folders" */
export function sumWords({ files, folders, isLess }: Sum): string {
  const one = (count: number, word: string) =>
    `${count.toLocaleString("en")} ${count === 1 ? word : `${word}s`}`;
  const all =
    files + folders === 0
      ? "Nothing"
      : [files > 0 && one(files, "file"), folders > 0 && one(folders, "folder")]
          .filter(Boolean)
          .join(", ");
  return isLess ? `${all}, perhaps more` : all;
}
