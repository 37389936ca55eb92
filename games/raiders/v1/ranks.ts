/** Where each raider is. They are counted from the lowest rank's left, in the order in which they step. */
import { type Box, meets, px, raider } from "./sizes.ts";
import type { Ranks } from "./state.ts";

/** How many pixels lower than the first wave the others begin; those after the last as that one. */
const lower = [0, 16, 24, 32, 40, 48, 56];

export function ranksOf(wave: number): Ranks {
  return {
    alive: Array.from({ length: raider.ranks }, () => (1 << raider.columns) - 1),
    left: raider.ranks * raider.columns,
    x: 24 * px,
    y: (120 + lower[Math.min(wave, lower.length) - 1]!) * px,
    way: 1,
    dropping: false,
    next: 0,
    rounds: 0,
  };
}

/** Of a raider that has stepped in this round. */
export const stepX = ({ dropping, way }: Ranks): number => (dropping ? 0 : way * raider.dx);
const stepY = ({ dropping }: Ranks): number => (dropping ? raider.drop : 0);

export function raiderBox(ranks: Ranks, index: number): Box {
  const rank = Math.floor(index / raider.columns);
  const column = index % raider.columns;
  const stepped = index < ranks.next;
  const left = ranks.x + column * raider.cell + raider.insets[rank]! + (stepped ? stepX(ranks) : 0);
  const top = ranks.y - rank * raider.cell + (stepped ? stepY(ranks) : 0);
  return { left, right: left + raider.widths[rank]!, top, bottom: top + raider.height };
}

export function isAlive({ alive }: Ranks, index: number): boolean {
  return ((alive[Math.floor(index / raider.columns)]! >> (index % raider.columns)) & 1) === 1;
}

/** @returns the lowest raider that the box meets; -1: none */
export function raiderIn(ranks: Ranks, box: Box): number {
  const top = ranks.y - (raider.ranks - 1) * raider.cell;
  if (box.bottom <= top || box.top >= ranks.y + raider.drop + raider.height) return -1;
  // Wherever it steps to, a raider is no farther from its cell than a step.
  const first = Math.max(0, columnAt(ranks, box.left - raider.dx));
  const last = Math.min(raider.columns - 1, columnAt(ranks, box.right + raider.dx));
  for (let rank = 0; rank < raider.ranks; rank += 1) {
    const y = ranks.y - rank * raider.cell;
    if (box.bottom <= y || box.top >= y + raider.drop + raider.height) continue;
    for (let column = first; column <= last; column += 1) {
      const index = rank * raider.columns + column;
      if (isAlive(ranks, index) && meets(box, raiderBox(ranks, index))) return index;
    }
  }
  return -1;
}

/** Of the cells, as those stand that have not stepped; beside them it goes on being counted. */
const columnAt = ({ x }: Ranks, at: number): number => Math.floor((at - x) / raider.cell);

/** @returns the first raider from there on; -1: none */
export function aliveFrom({ alive }: Ranks, index: number): number {
  let column = index % raider.columns;
  for (let rank = Math.floor(index / raider.columns); rank < raider.ranks; rank += 1) {
    const bits = alive[rank]! >> column;
    if (bits !== 0) return rank * raider.columns + column + lowestBit(bits);
    column = 0;
  }
  return -1;
}

export function without(ranks: Ranks, index: number): Ranks {
  const rank = Math.floor(index / raider.columns);
  const alive = [...ranks.alive];
  alive[rank]! &= ~(1 << (index % raider.columns));
  return { ...ranks, alive, left: ranks.left - 1 };
}

/** @returns how far the raiders reach to both sides; asked when none has stepped in this round */
export function reachOf({ alive, x }: Ranks): { left: number; right: number } {
  let [left, right] = [Infinity, -Infinity];
  for (let rank = 0; rank < raider.ranks; rank += 1) {
    const bits = alive[rank]!;
    if (bits === 0) continue;
    const inset = x + raider.insets[rank]!;
    left = Math.min(left, inset + lowestBit(bits) * raider.cell);
    right = Math.max(right, inset + highestBit(bits) * raider.cell + raider.widths[rank]!);
  }
  return { left, right };
}

export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);
const highestBit = (bits: number): number => 31 - Math.clz32(bits);
