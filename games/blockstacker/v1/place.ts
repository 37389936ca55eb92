/** What falls is placed: rows go, points come, and the next one is there. */
import { isAbove, isEmpty, seenRows, withPiece, withoutFull } from "./field.ts";
import { nextComes, topOut } from "./next-piece.ts";
import { pointsOf } from "./points.ts";
import { marathonLines, sprintLines } from "./rules.ts";
import { spinOf } from "./spin.ts";
import { type Draft, happenings } from "./state.ts";

const linesOfLevel = 10;
const lastLevel = 15;

export function place(next: Draft): void {
  const { now, tick } = next;
  const spin = spinOf(next.field, now, next.kick);
  const { field, cleared } = withoutFull(withPiece(next.field, now));
  const rows = cleared.length;
  const isAllClear = rows > 0 && isEmpty(field);
  const { points, combo, backToBack, isBackToBack } = pointsOf({ rows, spin, isAllClear }, next);
  next.field = field;
  next.score += points;
  next.combo = combo;
  next.backToBack = backToBack;
  next.pieces += 1;
  next.mayKeep = true;
  next.happened |= happenings.locked;
  next.brought = { tick, rows: cleared, spin, isBackToBack, isAllClear, points };
  if (rows > 0) countLines(next, rows);
  if (isDone(next)) {
    next.over = "done";
    next.happened |= happenings.over;
    return;
  }
  // In a run that goes on after that the next one comes into an empty field.
  if (rows === 0 && isAbove(now, seenRows)) topOut(next);
  if (next.over === "") nextComes(next);
}

function countLines(next: Draft, rows: number): void {
  next.lines += rows;
  next.happened |= happenings.cleared;
  const level = next.rules.mode === "marathon" ? levelAt(next.lines) : 1;
  if (level > next.level) next.happened |= happenings.leveled;
  next.level = level;
}

const levelAt = (lines: number) => Math.min(lastLevel, 1 + Math.trunc(lines / linesOfLevel));

function isDone({ rules, lines }: Draft): boolean {
  if (rules.mode === "lines") return lines >= sprintLines;
  return rules.mode === "marathon" && lines >= marathonLines;
}
