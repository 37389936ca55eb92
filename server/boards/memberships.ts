/** Who belongs to a board, in both places where that stands. */
import { mostBoardsOwned } from "#lib/boards/limits.ts";
import { type Member, type Role, readMembers } from "#lib/boards/roles.ts";
import { faultOfKey } from "#lib/database-key.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import * as shared from "../shared-things/memberships.ts";

export { type MembershipsBackend, nameOf, unlessQuicker } from "../shared-things/memberships.ts";

export function membershipPath(board: string, uid: string): string {
  return shared.membershipPath({ kind: "boards", id: board, uid });
}

/**
 * @param of.name as the board's other members see it
 * @param of.now milliseconds since 1970: a document that is written anew differs from the one before
 */
export function membershipOf(of: {
  board: string;
  uid: string;
  role: Role;
  name: string;
  now: number;
}) {
  const { board, ...more } = of;
  return shared.membershipOf({ kind: "boards", id: board, ...more });
}

/** Whether another one would be too many. @param already 1: it is there, and found with the others @throws BackendError */
export async function ownsTooMany(
  backend: Pick<ServerBackend, "findDocuments">,
  uid: string,
  already = 0,
): Promise<boolean> {
  const where = { kind: "boards", uid, role: "owner" };
  const limit = mostBoardsOwned + already;
  return (await backend.findDocuments("memberships", { where, limit })).length >= limit;
}

/** Makes the document say what the database says, as in server/shared-things. @throws BackendError */
export async function followMember(
  backend: shared.MembershipsBackend,
  { board, ...more }: { board: string; uid: string; now: number },
): Promise<void> {
  await shared.followMember(backend, { kind: "boards", id: board, ...more });
}

/** @throws BackendError */
export async function memberAt(
  backend: Pick<ServerBackend, "getValue">,
  board: string,
  uid: string,
): Promise<Member | undefined> {
  if (faultOfKey(uid) !== undefined) return undefined;
  const { value } = await backend.getValue(`boards/${board}/members/${uid}`);
  return readMembers({ [uid]: value }).get(uid);
}
