/** What the list, previews and dialogs get of a drive: one's own, or a folder of somebody else's. */
import type { Drive, DriveState } from "#app/live/drive/drive.ts";
import type { DriveAct, DriveActResult, DriveRole } from "#lib/drive/acts.ts";
import type { DriveNode } from "#lib/drive/node.ts";

export type DriveSource = {
  /** A uid. */
  owner: string;
  role: DriveRole;
  /** Not the trashed ones, unsorted; the same array until it changes. Undefined while it is loading. */
  childrenOf(folder: string): readonly DriveNode[] | undefined;
  nodeOf(id: string): DriveNode | undefined;
  /** The folders that it lies in, from the top down, without itself. */
  pathOf(id: string): { id: string; name: string }[];
  /** See `Drive.act`. */
  act(acts: readonly DriveAct[]): Promise<DriveActResult[]>;
};

/** Another object with each state, so that what shows it notices. */
export function sourceOf(
  owner: string,
  drive: Drive,
  { nodes, tree, status }: DriveState = drive.snapshot(),
): DriveSource {
  return {
    owner,
    role: "owner",
    childrenOf(folder) {
      const children = tree.childrenOf(folder);
      return status === "loading" && children.length === 0 ? undefined : children;
    },
    nodeOf: (id) => nodes.get(id),
    pathOf: (id) => tree.pathOf(id).map(({ id: folder, name }) => ({ id: folder, name })),
    act: (acts) => drive.act(acts),
  };
}
