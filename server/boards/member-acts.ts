/** What owners and members do with the people of a board: each one update in its order, with a line in its log. */
import type { Act } from "#lib/boards/acts.ts";
import { type Member, type Role, may } from "#lib/boards/roles.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { type BoardUpdate, type Prepared, type UpdateBoard, updateOfAct } from "./board-updates.ts";
import type { BoardEnd } from "./board-end.ts";
import { type MembershipsBackend, followMember, ownsTooMany } from "./memberships.ts";
import type { BoardHead } from "./read-board.ts";

/** Of a board that is none for the caller, and of what others do at the same time. */
export type Unreached = "no-such-board" | "busy";

export type MemberActs = {
  /** @throws BackendError */
  setRole(
    by: string,
    board: string,
    asked: { uid: string; role: Role },
  ): Promise<
    "done" | "not-owner" | "no-such-member" | "last-owner" | "too-many-boards" | Unreached
  >;
  /** Also who is none any more. @throws BackendError */
  remove(
    by: string,
    board: string,
    uid: string,
  ): Promise<"done" | "not-owner" | "last-owner" | Unreached>;
  /** @throws BackendError */
  leave(uid: string, board: string): Promise<"done" | "last-owner" | Unreached>;
  /** @param name what the board is called now. @throws BackendError */
  end(
    by: string,
    board: string,
    name: string,
  ): Promise<"done" | "not-owner" | "wrong-name" | Unreached>;
  /**
   * Their account goes: the only owner's board passes to who is a member longest, and goes with its last member. Can be
   * done again. @throws BackendError
   */
  accountEnds(uid: string, board: string): Promise<"left" | "passed" | "gone">;
};

export function createMemberActs(deps: {
  backend: MembershipsBackend & Pick<ServerBackend, "getAccount">;
  update: UpdateBoard;
  end: BoardEnd;
  invites: {
    /** Whatever is open lets them in no more. */
    bar(board: string, uid: string): Promise<void>;
    /** Those that they made, and those to them. */
    endOf(board: string, uid: string): Promise<void>;
  };
  /** Milliseconds since 1970. */
  now: () => number;
}): MemberActs {
  const { backend, update, end, invites, now } = deps;
  const follow = (board: string, uid: string) => followMember(backend, { board, uid, now: now() });

  /** Undefined: nobody goes, they are no member. */
  function goes(
    { board, head, by }: { board: string; head: BoardHead; by: string },
    uid: string,
  ): Prepared<"done" | "last-owner"> {
    const member = head.members.get(uid);
    if (member === undefined) return { said: "done" };
    if (isLastOwner(head, uid)) return { said: "last-owner" };
    const k = by === uid ? "leave" : "remove";
    const acts: Act[] = [{ k, who: uid, role: member.role }];
    return {
      said: "done",
      update: updateOfAct(board, head, { by, acts, values: gone(board, uid) }),
    };
  }

  async function accountEnds(uid: string, board: string): Promise<"left" | "passed" | "gone"> {
    const closed = await end.close(board, uid, async ({ members }) => {
      if (!members.has(uid)) return "left";
      return members.size > 1 ? "others" : undefined;
    });
    if (closed === "done") {
      await end.erase(board);
      return "gone";
    }
    const said = closed === "others" ? await passOn(uid, board) : { left: closed };
    if (said === "busy" || closed === "busy")
      throw new Error("A board is changed again and again.");
    // All others have left meanwhile.
    if (said === "alone") return accountEnds(uid, board);
    const heir = typeof said === "object" && "heir" in said ? said.heir : undefined;
    await follow(board, uid);
    if (heir !== undefined) await follow(board, heir);
    await invites.endOf(board, uid);
    return heir === undefined ? "left" : "passed";
  }

  function passOn(uid: string, board: string) {
    return update<{ heir: string | undefined } | "alone">(board, async (head) => {
      const member = head.members.get(uid);
      if (member === undefined) return { said: { heir: undefined } };
      if (head.members.size === 1) return { said: "alone" };
      const heir = isLastOwner(head, uid) ? heirOf(head, uid) : undefined;
      const acts: Act[] = [{ k: "leave", who: uid, role: member.role }];
      const values: BoardUpdate = gone(board, uid);
      if (heir !== undefined) {
        acts.push({ k: "role", who: heir, role: "owner" });
        Object.assign(values, roleOf(board, heir, "owner"));
      }
      return { said: { heir }, update: updateOfAct(board, head, { by: uid, acts, values }) };
    });
  }

  return {
    async setRole(by, board, { uid, role }) {
      const said = await update(board, async (head) => {
        const refusal = refusalOf(head, by);
        if (refusal !== undefined) return { said: refusal };
        const member = head.members.get(uid);
        if (member === undefined) return { said: "no-such-member" as const };
        if (member.role === role) return { said: "done" as const };
        if (role !== "owner" && isLastOwner(head, uid)) return { said: "last-owner" as const };
        if (role === "owner" && (await ownsTooMany(backend, uid))) {
          return { said: "too-many-boards" as const };
        }
        // First: they could leave, and come in again as what they were.
        if (role === "viewer") await invites.bar(board, uid);
        const acts: Act[] = [{ k: "role", who: uid, role }];
        const values = roleOf(board, uid, role);
        return { said: "done" as const, update: updateOfAct(board, head, { by, acts, values }) };
      });
      if (said !== "done") return said;
      await follow(board, uid);
      if (role !== "owner") await invites.endOf(board, uid);
      return said;
    },

    async remove(by, board, uid) {
      const seen = await update(board, async (head) => ({
        said: refusalOf(head, by) ?? { isMember: head.members.has(uid) },
      }));
      if (typeof seen === "string") return seen;
      // First: between the two they could come in again.
      if (seen.isMember && by !== uid) await invites.bar(board, uid);
      const said = await update(board, async (head) => {
        const refusal = refusalOf(head, by);
        return refusal === undefined ? goes({ board, head, by }, uid) : { said: refusal };
      });
      if (said !== "done") return said;
      await follow(board, uid);
      await invites.endOf(board, uid);
      return said;
    },

    async leave(uid, board) {
      const said = await update(board, async (head) =>
        head.members.has(uid)
          ? goes({ board, head, by: uid }, uid)
          : { said: "no-such-board" as const },
      );
      if (said !== "done") return said;
      await follow(board, uid);
      await invites.endOf(board, uid);
      return said;
    },

    end: (by, board, name) =>
      end.close(board, by, async (head) => {
        const refusal = refusalOf(head, by);
        if (refusal !== undefined) return refusal;
        const { value } = await backend.getValue(`boards/${board}/board/board/name/v`);
        const isName = typeof value === "string" && value.trim() === name.trim();
        return isName ? undefined : "wrong-name";
      }),

    accountEnds,
  };
}

/** For who is no member there is no board. */
function refusalOf({ members }: BoardHead, uid: string): "no-such-board" | "not-owner" | undefined {
  const role = members.get(uid)?.role;
  if (role === undefined) return "no-such-board";
  return may(role, "people") ? undefined : "not-owner";
}

function isLastOwner({ members }: BoardHead, uid: string): boolean {
  const owners = Array.from(members).filter(([, { role }]) => role === "owner");
  return owners.length === 1 && owners[0]?.[0] === uid;
}

/** Members come before viewers, the longest first. */
function heirOf({ members }: BoardHead, uid: string): string | undefined {
  const rank = ([, { role, since }]: [string, Member]) =>
    [role === "member" ? 0 : 1, since] as const;
  const others = Array.from(members).filter(([other]) => other !== uid);
  return others.toSorted((a, b) => {
    const [[kindA, sinceA], [kindB, sinceB]] = [rank(a), rank(b)];
    return kindA - kindB || sinceA - sinceB;
  })[0]?.[0];
}

function gone(board: string, uid: string): BoardUpdate {
  return { [`boards/${board}/members/${uid}`]: null, [`boardsOf/${uid}/${board}`]: null };
}

function roleOf(board: string, uid: string, role: Role): BoardUpdate {
  return {
    [`boards/${board}/members/${uid}/role`]: role,
    [`boardsOf/${uid}/${board}/role`]: role,
  };
}
