/**
 * Boards that anybody with their address may look at. Whether one is still switched on is read at each request: nothing
 * that was kept of it opens it. docs/boards.md
 */
import { randomInt } from "node:crypto";
import { LRUCache } from "lru-cache";
import { isBoardId } from "#lib/boards/board-id.ts";
import type { NewPublicState, PublicState } from "#lib/boards/api.ts";
import {
  type PublicBoard,
  type RawBoard,
  type StoredPublic,
  publicBoard,
  publicPath,
  readPublic,
} from "#lib/boards/public-board.ts";
import { may, readMembers } from "#lib/boards/roles.ts";
import type { BoardKind } from "#lib/boards/shape.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { type UpdateBoard, updateOfAct } from "./board-updates.ts";
import { inGroups, readHead, readKind } from "./read-board.ts";

export const publicBoards = "publicBoards";
const slugLength = 26;
const letters = "abcdefghijklmnopqrstuvwxyz";
/** Addresses that are known to lead somewhere; where to never changes. */
const mostKnown = 10_000;
const shownKinds: readonly BoardKind[] = ["board", "columns", "labels", "cards", "checks"];

/** One that is switched on, at one moment. */
type ShownBoard = {
  board: string;
  /** Another one whenever anything of the board is. */
  seq: number;
  /** When it was switched on, or what is shown of it was chosen, last. */
  since: number;
  index: boolean;
};

export type PublicBoards = {
  /** Undefined: nothing is there, or no more. @throws BackendError */
  find(slug: string): Promise<ShownBoard | undefined>;
  /** Undefined: it was switched off meanwhile. @throws BackendError */
  read(slug: string, board: string): Promise<PublicBoard | undefined>;
  /** @throws BackendError */
  state(uid: string, board: string): Promise<PublicState | "no-such-board">;
  /** @throws BackendError */
  change(
    uid: string,
    board: string,
    wanted: NewPublicState,
  ): Promise<PublicState | "no-such-board" | "not-owner" | "busy">;
};

export function createPublicBoards(deps: {
  backend: Pick<
    ServerBackend,
    "getValue" | "exportChildren" | "getObject" | "getDocument" | "commit"
  >;
  update: UpdateBoard;
  /** Milliseconds since 1970. */
  now: () => number;
}): PublicBoards {
  const { backend, update, now } = deps;
  const known = new LRUCache<string, string>({ maxSize: mostKnown, sizeCalculation: () => 1 });
  const valueAt = async (path: string) => (await backend.getValue(path)).value;
  const stored = async (board: string) => readPublic(await valueAt(`boards/${board}/public`));

  async function boardOf(slug: string): Promise<string | undefined> {
    const there = known.get(slug);
    if (there !== undefined) return there;
    const board = (await backend.getDocument(`${publicBoards}/${slug}`))?.data["board"];
    if (typeof board !== "string") return undefined;
    known.set(slug, board);
    return board;
  }

  return {
    async find(slug) {
      const board = await boardOf(slug);
      if (board === undefined) return undefined;
      const shown = await stored(board);
      if (shown?.slug !== slug) return undefined;
      const { since, index } = shown;
      return { board, seq: Number(await valueAt(`boards/${board}/seq`)), since, index };
    },

    async read(slug, board) {
      const asked = await stored(board);
      if (asked?.slug !== slug) return undefined;
      const kinds = asked.comments ? [...shownKinds, "comments" as const] : shownKinds;
      const raw: RawBoard = {};
      await inGroups(kinds, async (kind) => {
        raw[kind] = await readKind(backend, board, kind);
      });
      const members = readMembers(await valueAt(`boards/${board}/members`));
      // Last: what was switched off while it was read is not shown.
      const shows = await stored(board);
      return shows?.slug === slug ? publicBoard(raw, shows, members) : undefined;
    },

    async state(uid, board) {
      const head = isBoardId(board) ? await readHead(backend, board) : undefined;
      return head?.members.has(uid) ? stateOf(await stored(board)) : "no-such-board";
    },

    async change(uid, board, { on, ...choices }) {
      let made: string | undefined;
      let before: StoredPublic | undefined;
      const said = await update<PublicState | "no-such-board" | "not-owner">(
        board,
        async (head) => {
          const role = head.members.get(uid)?.role;
          if (role === undefined) return { said: "no-such-board" };
          if (!may(role, "publish")) return { said: "not-owner" };
          before = await stored(board);
          if (!on && before === undefined) return { said: { on: false } };
          if (on && before === undefined && made === undefined) {
            made = newSlug();
            // First: who is led there finds out that it is not on yet.
            await backend.commit([
              { set: `${publicBoards}/${made}`, data: { board }, when: { exists: false } },
            ]);
          }
          const slug = before?.slug ?? made ?? "";
          const next = on ? { ...choices, slug, since: now() } : null;
          const values = { [`boards/${board}/public`]: next };
          // Another choice alone is no news.
          const acts = on === (before !== undefined) ? [] : [{ k: "public", on } as const];
          return {
            said: stateOf(next ?? undefined),
            update: updateOfAct(board, head, { by: uid, acts, values }),
          };
        },
      );
      const isOn = typeof said === "object" && said.on ? said.path : "";
      for (const slug of new Set([made, on ? undefined : before?.slug])) {
        if (slug === undefined || publicPath(slug) === isOn) continue;
        // It leads nowhere any more.
        // oxlint-disable-next-line no-await-in-loop -- two at most
        await backend.commit([{ delete: `${publicBoards}/${slug}` }]);
      }
      return said;
    },
  };
}

function stateOf(stored: StoredPublic | undefined): PublicState {
  if (stored === undefined) return { on: false };
  const { slug, since, notes, comments, index } = stored;
  return { on: true, path: publicPath(slug), since, notes, comments, index };
}

function newSlug(): string {
  const letter = () => letters[randomInt(letters.length)];
  return Array.from({ length: slugLength }, letter).join("");
}
