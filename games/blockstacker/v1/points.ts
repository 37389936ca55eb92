/** What a piece that is placed is worth (Tetris Design Guideline, 2009, 8), and what it changes of what follows. */
import type { Spin } from "./spin.ts";

type Placing = { rows: number; spin: Spin; isAllClear: boolean };
type Before = { level: number; combo: number; backToBack: number };

export const softPoints = 1;
export const hardPoints = 2;

/** By how many rows went. */
const usual = [0, 100, 300, 500, 800];
const mini = [100, 200, 400];
const full = [400, 800, 1200, 1600];
const allClear = [0, 800, 1200, 1800, 2000];
const allClearAgain = 3200;
const comboPoints = 50;

export function pointsOf({ rows, spin, isAllClear }: Placing, before: Before) {
  const { level, combo, backToBack } = before;
  const isDifficult = rows === 4 || (spin !== "" && rows > 0);
  const isBackToBack = isDifficult && backToBack > 0;
  const base = (spin === "full" ? full : spin === "mini" ? mini : usual)[rows]!;
  const now = rows === 0 ? -1 : combo + 1;
  const own = isBackToBack ? (base * 3) / 2 : base;
  const more = Math.max(0, now) * comboPoints;
  const clear = !isAllClear ? 0 : isBackToBack && rows === 4 ? allClearAgain : allClear[rows]!;
  return {
    points: (own + more + clear) * level,
    combo: now,
    // What clears nothing ends no row of difficult ones.
    backToBack: isDifficult ? backToBack + 1 : rows === 0 ? backToBack : 0,
    isBackToBack,
  };
}
