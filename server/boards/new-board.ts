import { judge } from "#lib/boards/judge.ts";
import { readCounts } from "#lib/boards/counts.ts";
import { isZone } from "#lib/dates/floating.ts";
import { generateNKeysBetween } from "fractional-indexing";
import type { DatabaseJson } from "#lib/server-backend.ts";

const columnNames = ["To do", "Doing", "Done"];

/** The first change of a board, by its owner. @param made.userName empty: nobody knows it */
export function newBoard(made: {
  board: string;
  uid: string;
  userName: string;
  name: string;
  colour: string;
  zone: string;
  now: number;
}): { update: Record<string, DatabaseJson> } | { fault: string } {
  const { board, uid, userName, name, colour, zone, now } = made;
  if (name.trim() === "") return { fault: "Give the board a name." };
  if (!isZone(zone)) return { fault: "There is no such time zone." };
  const register = (v: string) => ({ v, t: now * 1000, p: 0 });
  const writes: Record<string, unknown> = {
    "board/board/name": register(name),
    "board/board/colour": register(colour),
    "board/board/zone": register(zone),
  };
  const orders = generateNKeysBetween(null, null, columnNames.length);
  for (const [at, column] of columnNames.entries()) {
    writes[`columns/c${at + 1}/name`] = register(column);
    writes[`columns/c${at + 1}/order`] = register(orders[at] ?? "");
  }
  const member = { role: "owner" as const, name: userName, since: now };
  const verdict = judge({
    board,
    uid,
    name: userName,
    now,
    seq: 0,
    members: new Map([[uid, member]]),
    counts: readCounts(null),
    stored: () => undefined,
    file: () => undefined,
    writes,
  });
  if (typeof verdict === "string") throw new Error("A new board is not new.");
  if ("refused" in verdict) return { fault: verdict.refused[0]?.text ?? "" };
  return {
    update: {
      ...verdict.update,
      [`boards/${board}/members/${uid}`]: member,
      [`boardsOf/${uid}/${board}/role`]: "owner",
      [`boardsOf/${uid}/${board}/at`]: now,
    },
  };
}
