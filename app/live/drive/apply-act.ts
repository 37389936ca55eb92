/** What an act makes of a drive, as it is shown until the server has answered. What cannot be shown yet changes nothing. */
import type { DriveAct } from "#lib/drive/acts.ts";
import type { DriveFolder, DriveNode } from "#lib/drive/node.ts";

/** @param nodes changed in place @param now ISO */
export function applyAct(nodes: Map<string, DriveNode>, act: DriveAct, now: string): void {
  if (act.act === "make-folder") {
    if (!nodes.has(act.id)) nodes.set(act.id, folderOf(act.id, act.parent, act.name, now));
    return;
  }
  const node = nodes.get(act.id);
  if (node === undefined) return;
  const put = (changed: Partial<DriveFolder>) => nodes.set(node.id, { ...node, ...changed });
  switch (act.act) {
    case "rename":
      put({ name: act.name, updatedAt: now });
      return;
    case "move":
      put({ parent: act.parent, name: act.name ?? node.name });
      return;
    case "star":
      put({ starred: act.starred });
      return;
    case "trash":
      put({ trashedAt: node.trashedAt ?? now });
      return;
    case "restore":
      put({ trashedAt: null });
      return;
    case "delete-for-ever":
      nodes.delete(node.id);
      return;
    case "restore-version":
    case "drop-version":
      if (node.kind === "file") nodes.set(node.id, versioned(node, act));
      return;
    // Of these the server knows size and type.
    case "add-file":
    case "add-version":
    case "copy-file":
      return;
  }
}

function versioned(
  node: DriveNode & { kind: "file" },
  { act, object }: { act: "restore-version" | "drop-version"; object: string },
): DriveNode {
  const chosen = node.older.find((version) => version.object === object);
  if (chosen === undefined) return node;
  const others = node.older.filter((version) => version !== chosen);
  if (act === "drop-version") return { ...node, older: others };
  return { ...node, version: chosen, older: [node.version, ...others] };
}

function folderOf(id: string, parent: string, name: string, now: string): DriveFolder {
  return {
    kind: "folder",
    id,
    parent,
    name,
    createdAt: now,
    updatedAt: now,
    trashedAt: null,
    starred: false,
    links: 0,
    shared: false,
  };
}
