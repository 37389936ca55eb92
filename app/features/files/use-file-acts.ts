import { useEffect, useMemo, useRef } from "react";
import type { DriveRole } from "#lib/drive/acts.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { type ActId, type FileAct, actsFor } from "./room-acts.ts";

/** Of what is chosen. The same array while one more of its like is chosen, so that no button is drawn anew at each step. */
export function useFileActs(
  nodes: readonly DriveNode[],
  { role, isOwn }: { role: DriveRole; isOwn: boolean },
  run: (id: ActId, nodes: readonly DriveNode[]) => void,
): FileAct[] {
  const now = useRef({ nodes, run });
  useEffect(() => {
    now.current = { nodes, run };
  });
  const count = Math.min(nodes.length, 2);
  const isFolder = nodes[0]?.kind === "folder";
  const isShared = nodes[0]?.shared === true;
  const isStarred = nodes.every(({ starred }) => starred);
  return useMemo(
    () =>
      // They are read when one is pressed.
      // oxlint-disable-next-line react/refs
      actsFor({ count, isFolder, isShared, isStarred }, { role, isOwn }, (id) => {
        now.current.run(id, now.current.nodes);
      }),
    [count, isFolder, isShared, isStarred, role, isOwn],
  );
}
