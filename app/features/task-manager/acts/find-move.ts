import { readLog } from "#app/live/boards.ts";
import type { FindMove } from "./my-moves.ts";

/** In the last of the log. @throws as readLog */
export const findMoveOn =
  (board: string): FindMove =>
  async (card, stamp) => {
    const write = `cards/${card}/place ${stamp}`;
    const entry = (await readLog(board)).find(({ w }) => w.includes(write));
    const act = entry?.acts?.find((one) => one.k === "move" && one.card === card);
    return entry && act?.k === "move" ? { by: entry.by, to: act.to } : undefined;
  };
