/** The boards of an account, and what is mended where its two lists and the boards' members do not say the same. */
import { isBoardId } from "#lib/boards/board-id.ts";
import type { OwnBoard } from "#lib/boards/api.ts";
import { textIn } from "#lib/boards/board-items.ts";
import { type Role, readMembers } from "#lib/boards/roles.ts";
import { faultOfKey } from "#lib/database-key.ts";
import { pickEach } from "#lib/in-pages.ts";
import { readItem } from "#lib/records/register.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { type BoardUpdate, type UpdateBoard, updateOfAct } from "./board-updates.ts";
import type { BoardEnd } from "./board-end.ts";
import { type MembershipsBackend, followMember, nameOf } from "./memberships.ts";

type OwnBackend = MembershipsBackend & Pick<ServerBackend, "updateValues">;

export type OwnBoards = {
  /** By name; who is called otherwise now is from then on, for the others, too. @throws BackendError */
  list(uid: string): Promise<OwnBoard[]>;
  /**
   * What hangs on the members of a board says what they say; a board without members goes. For who was broken off in
   * between. @throws BackendError
   */
  repair(board: string): Promise<void>;
};

type Entry = Omit<OwnBoard, "id">;

/** What is younger may be in the middle of it. */
const settledMs = 60_000;
/** More than an account or a board can have. */
const mostRead = 1_000;

export function createOwnBoards(deps: {
  backend: OwnBackend;
  update: UpdateBoard;
  end: Pick<BoardEnd, "erase">;
  /** Milliseconds since 1970. */
  now: () => number;
}): OwnBoards {
  const { backend, update, end, now } = deps;

  async function entriesOf(uid: string): Promise<Map<string, Entry>> {
    const { value } = await backend.getValue(`boardsOf/${uid}`);
    return readEntries(value);
  }

  /** `boardsOf` of these accounts as the board's members are, and the members as they are called now. */
  async function mendMembers(board: string, uids: Iterable<string>): Promise<void> {
    const asked = [...uids].filter((uid) => faultOfKey(uid) === undefined);
    const said = await update(board, async (head) => {
      const item = readItem((await backend.getValue(`boards/${board}/board/board`)).value);
      const values: BoardUpdate = {};
      await Promise.all(
        asked.map(async (uid) => {
          const path = `boardsOf/${uid}/${board}`;
          const { value } = await backend.getValue(path);
          const own = await nameOf(backend, uid);
          const member = head.members.get(uid);
          const is = readEntries({ [board]: value }).get(board);
          const [name, colour] = [textIn(item, "name"), textIn(item, "colour")];
          if (member === undefined) {
            if (value !== null) values[path] = null;
          } else if (is?.role !== member.role || is.name !== name || is.colour !== colour) {
            values[path] = { role: member.role, name, colour, at: member.since };
          }
          if (member !== undefined && own !== "" && member.name !== own) {
            values[`boards/${board}/members/${uid}/name`] = own;
          }
        }),
      );
      if (Object.keys(values).length === 0) return { said: "done" as const };
      return {
        said: "done" as const,
        update: updateOfAct(board, head, { by: "", acts: [], values }),
      };
    });
    // A busy board is mended the next time. No board will have this id again.
    if (said !== "no-such-board" || asked.length === 0) return;
    const values = Object.fromEntries(asked.map((uid) => [`boardsOf/${uid}/${board}`, null]));
    await backend.updateValues(values);
  }

  const documentsOf = (where: Record<string, string>) =>
    pickEach(backend, { collection: "memberships", where, most: mostRead }, (one) => one);

  const isSettled = ({ updateTime }: StoredDocument) => Date.parse(updateTime) <= now() - settledMs;

  return {
    async list(uid) {
      if (faultOfKey(uid) !== undefined) return [];
      const [documents, entries, name] = await Promise.all([
        documentsOf({ kind: "boards", uid }),
        entriesOf(uid),
        nameOf(backend, uid),
      ]);
      const byBoard = new Map(documents.map((document) => [textOf(document.data["id"]), document]));
      const wrong = new Set<string>();
      for (const [board, document] of byBoard) {
        const { role, name: called } = document.data;
        const isSame = entries.get(board)?.role === role && (name === "" || called === name);
        if (!isSame && isSettled(document) && isBoardId(board)) wrong.add(board);
      }
      for (const board of entries.keys()) if (!byBoard.has(board)) wrong.add(board);
      for (const board of wrong) {
        // oxlint-disable no-await-in-loop -- there is hardly ever one
        await mendMembers(board, [uid]);
        await followMember(backend, { board, uid, now: now() });
        // oxlint-enable no-await-in-loop
      }
      const mended = wrong.size === 0 ? entries : await entriesOf(uid);
      return Array.from(mended, ([id, entry]) => ({ id, ...entry })).toSorted((a, b) =>
        a.name.localeCompare(b.name),
      );
    },

    async repair(board) {
      const all = await documentsOf({ kind: "boards", id: board });
      const documents = all.filter(isSettled);
      const members = readMembers((await backend.getValue(`boards/${board}/members`)).value);
      const uids = new Set([
        ...members.keys(),
        ...documents.map(({ data }) => textOf(data["uid"])),
      ]);
      await mendMembers(board, uids);
      for (const uid of uids) {
        // oxlint-disable-next-line no-await-in-loop -- nobody waits for it
        await followMember(backend, { board, uid, now: now() });
      }
      if (members.size === 0 && documents.length === all.length) await end.erase(board);
    },
  };
}

function readEntries(value: unknown): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [board, stored] of Object.entries(value ?? {})) {
    const { role, name, colour, at } = (stored ?? {}) as Record<string, unknown>;
    entries.set(board, {
      role: isRole(role) ? role : "viewer",
      name: typeof name === "string" ? name : "",
      colour: typeof colour === "string" ? colour : "",
      at: typeof at === "number" ? at : 0,
    });
  }
  return entries;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const isRole = (role: unknown): role is Role =>
  role === "owner" || role === "member" || role === "viewer";
