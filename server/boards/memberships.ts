/**
 * Who belongs to a board stands in two places: `boards/{board}/members/{uid}` of the Realtime Database is what counts,
 * and `memberships/boards_{board}_{uid}` follows it, for the rules of files and to find what an account belongs to.
 */
import { mostBoardsOwned } from "#lib/boards/limits.ts";
import { type Member, type Role, readMembers } from "#lib/boards/roles.ts";
import { faultOfKey } from "#lib/database-key.ts";
import { type ServerBackend, type Write, isConflict } from "#lib/server-backend.ts";

export type MembershipsBackend = Pick<
  ServerBackend,
  "getValue" | "getDocument" | "findDocuments" | "commit"
>;

const tries = 20;

export function membershipPath(board: string, uid: string): string {
  return `memberships/boards_${board}_${uid}`;
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
  const { board, uid, role, name, now } = of;
  return { kind: "boards", id: board, uid, role, name, since: now };
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

/**
 * Makes the document say what the database says. Whoever changes a member calls it afterwards, so that of any number of
 * servers the last one leaves both equal. @throws BackendError
 */
export async function followMember(
  backend: MembershipsBackend,
  { board, uid, now }: { board: string; uid: string; now: number },
): Promise<void> {
  if (faultOfKey(uid) !== undefined) return;
  const path = membershipPath(board, uid);
  for (let round = 0; round < tries; round += 1) {
    // oxlint-disable no-await-in-loop -- each round looks at what the one before has left
    // The document first: what changes the member after that follows it itself, and is in our way here.
    const document = await backend.getDocument(path);
    const member = await memberAt(backend, board, uid);
    const write = writeThatFollows(document, member);
    if (write === undefined) return;
    await unlessQuicker(backend.commit([write]));
    // oxlint-enable no-await-in-loop
  }
  throw new Error("A membership is changed again and again.");

  function writeThatFollows(
    document: Awaited<ReturnType<typeof backend.getDocument>>,
    member: Member | undefined,
  ): Write | undefined {
    if (member === undefined) {
      return document === null
        ? undefined
        : { delete: path, when: { updateTime: document.updateTime } };
    }
    const { role, name } = member;
    const data = membershipOf({ board, uid, role, name, now });
    if (document === null) return { set: path, data, when: { exists: false } };
    if (document.data["role"] === role && document.data["name"] === name) return undefined;
    return { set: path, data, when: { updateTime: document.updateTime } };
  }
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

/** As they are called; empty: nobody knows. @throws BackendError */
export async function nameOf(
  backend: Pick<ServerBackend, "getValue">,
  uid: string,
): Promise<string> {
  if (faultOfKey(uid) !== undefined) return "";
  const { value } = await backend.getValue(`users/${uid}/name`);
  return typeof value === "string" ? value.slice(0, 80) : "";
}

/** False when the condition of a write does not hold. */
export async function unlessQuicker(commit: Promise<void>): Promise<boolean> {
  try {
    await commit;
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}
