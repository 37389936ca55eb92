/**
 * How fast a piece falls by itself: rows a tick in 1/65536, for levels 1 to 20, of (0.8 - (level - 1) * 0.007) ^ (level - 1)
 * seconds a row (Tetris Design Guideline, 2009, 7.2), rounded once and for all.
 */
const byLevel = [
  1092, 1377, 1768, 2311, 3075, 4169, 5759, 8107, 11634, 17026, 25416, 38709, 60169, 95483, 154742,
  256187, 433425, 749597, 1325716, 2398490,
] as const;

export const wholeRow = 65_536;

/** @param soft how many times as fast, while it is pushed down; undefined: it is not; 0: to the ground at once */
export function gravityAt(level: number, soft: number | undefined): number {
  const own = byLevel[Math.min(level, byLevel.length) - 1]!;
  if (soft === undefined) return own;
  return soft === 0 ? groundAtOnce : own * soft;
}

/** More rows than there are. */
const groundAtOnce = 64 * wholeRow;
