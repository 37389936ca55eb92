import { useSession } from "#app/session/session.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { Thumb } from "../thumbs/thumb.tsx";

/** Of what is in one's own drive. */
export function OwnThumb({ node }: { node: DriveNode }) {
  const { user } = useSession();
  return user ? <Thumb owner={user.uid} node={node} size="row" /> : null;
}
