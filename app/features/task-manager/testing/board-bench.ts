/** A board without a browser or a server. */
import type { BoardMember } from "#app/live/boards.ts";
import { createMemoryRecords } from "#app/parts/records/testing/memory-records.ts";
import type { MemoryRecords } from "#app/parts/records/testing/memory-records.ts";
import type { Role } from "#lib/boards/roles.ts";
import type { Parts } from "#lib/records/register.ts";
import { madeOf, setOf } from "../acts/act-parts.ts";
import { appOf } from "../open-board.ts";
import type { BoardApp } from "../store/use-board.ts";

export type BoardBench = BoardApp & {
  records: MemoryRecords;
  /** As somebody else makes it. `order` rises with each. @returns its id */
  put: (id: string, column?: string, registers?: Record<string, Parts>) => string;
  /** As somebody else writes it. */
  write: (kind: string, id: string, register: string, value: Parts) => void;
  /** Of the cards that stand in a column. */
  titles: (column?: string) => string[];
};

/** The columns todo, doing and done; `me` is an owner, `ann` a member. */
export function openBoardBench(role: Role = "owner"): BoardBench {
  const records = createMemoryRecords();
  records.elsewhere([
    ...madeOf("board", "board", {
      name: { v: "Roof" },
      colour: { v: "blue" },
      zone: { v: "UTC" },
    }),
    ...["todo", "doing", "done"].flatMap((id, at) =>
      madeOf("columns", id, {
        name: { v: id },
        order: { v: `a${at}` },
        limit: { v: 0 },
        colour: { v: "" },
      }),
    ),
  ]);
  const app = appOf(records, { uid: "me", id: "plan" }, (error) => {
    throw error;
  });
  const members: BoardMember[] = [
    { uid: "me", role, name: "Me", since: 1 },
    { uid: "ann", role: "member", name: "Ann", since: 2 },
  ];
  app.store.setMembers(members);
  let order = 0;
  return {
    ...app,
    records,
    put(id, column = "todo", registers = {}) {
      order += 1;
      const place = { column, order: `b${String(order).padStart(4, "0")}V`, by: "ann" };
      records.elsewhere(madeOf("cards", id, { title: { v: id }, place, ...registers }));
      return id;
    },
    write: (kind, id, register, value) => records.elsewhere([setOf(kind, id, register, value)]),
    titles: (column = "todo") =>
      app.store.ids(column).map((id) => app.store.card(id)?.title ?? "?"),
  };
}
