/** What the files of a drive are called and where they lie, for an archive: their objects' names say nothing of it. */
import { type DriveNode, readDriveNode } from "#lib/drive/node.ts";
import { splitName } from "#lib/drive/names.ts";
import { makeTree } from "#lib/drive/tree.ts";
import { documentsIn } from "#lib/in-pages.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

/** Paths by name of the object: `Photos/Tide.jpg`. @throws BackendError */
export async function driveNames(
  backend: Pick<ServerBackend, "findDocuments">,
  uid: string,
): Promise<Map<string, string>> {
  const nodes: DriveNode[] = [];
  for await (const { data } of documentsIn(backend, { collection: `users/${uid}/files` })) {
    const node = readDriveNode(data);
    if (node) nodes.push(node);
  }
  const tree = makeTree(nodes);
  const names = new Map<string, string>();
  for (const node of nodes) {
    if (node.kind === "folder") continue;
    const folders = tree.pathOf(node.id).map(({ name }) => name);
    const path = [...(tree.isTrashed(node.id) ? ["In the trash"] : []), ...folders];
    const { stem, extension } = splitName(node.name);
    for (const { object, at } of node.older) {
      const name = `${stem} (version of ${at.slice(0, 10)})${extension}`;
      names.set(object, [...path, name].join("/"));
    }
    names.set(node.version.object, [...path, node.name].join("/"));
  }
  return names;
}
