/** When a raider shoots, and which. */
import { type Random, draw } from "../../kit/random.ts";
import { happened } from "./events.ts";
import { lowestBit, raiderBox } from "./ranks.ts";
import { paceOf } from "./rules.ts";
import { px, raider, raiderShot, ship } from "./sizes.ts";
import { type Draft, type Ranks, add } from "./state.ts";

/** Before the first shot of a wave. */
export const firstRaiderWait = 90;
/** Ticks from one shot to the next at least, by the wave; those after the last as that one. */
const leastWaits = [50, 44, 38, 34, 30, 26, 22, 20];
const waitSpread = 40;

/** By kind; the first is aimed at the ship. */
const speeds = [22, 26, 32];
/** As few as that shoot faster. */
const few = 8;
const fewFaster = 6;

export function raidersFire(next: Draft): void {
  if (next.ship.gone > 0 || next.ranks.left === 0) return;
  if (next.raiderWait > 0) next.raiderWait -= 1;
  const { mostRaiderShots, shotPart, waitPart } = paceOf(next.rules);
  if (next.raiderWait > 0 || next.raiderShots.length >= mostRaiderShots) return;
  const [kind, kindChance] = draw(next.kindChance, speeds.length);
  next.kindChance = kindChance;
  const box = raiderBox(next.ranks, lowestIn(next.ranks, columnOf(next, kind)));
  const speed = speeds[kind]! + (next.ranks.left <= few ? fewFaster : 0);
  const x = box.left + Math.floor((box.right - box.left - raiderShot.width) / 2);
  const dy = Math.floor((speed * shotPart) / 16);
  next.raiderShots = [...next.raiderShots, { x, y: box.bottom, dy, kind }];
  const [more, waitChance] = draw(next.waitChance, waitSpread);
  next.waitChance = waitChance;
  const least = leastWaits[Math.min(next.wave, leastWaits.length) - 1]!;
  next.raiderWait = Math.floor(((least + more) * waitPart) / 16);
  add(next, happened.raiderShot);
}

function columnOf(next: Draft, kind: number): number {
  const columns = next.ranks.alive.reduce((all, bits) => all | bits, 0);
  if (kind === 0) return nearest(next.ranks, columns, next.ship.x + (ship.width - px) / 2);
  const [column, columnChance] = drawBit(next.columnChance, columns);
  next.columnChance = columnChance;
  return column;
}

/** @returns which of the bits that are set, each as likely as the others */
function drawBit(chance: Random, bits: number): [number, Random] {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  const [nth, next] = draw(chance, count);
  let rest = bits;
  for (let skipped = 0; skipped < nth; skipped += 1) rest &= rest - 1;
  return [lowestBit(rest), next];
}

/** @returns the column that is nearest to being over there; of two the left one */
function nearest(ranks: Ranks, columns: number, x: number): number {
  const off = (column: number) => Math.abs(ranks.x + column * raider.cell + raider.cell / 2 - x);
  let found = lowestBit(columns);
  for (let rest = columns & (columns - 1); rest !== 0; rest &= rest - 1) {
    const column = lowestBit(rest);
    if (off(column) < off(found)) found = column;
  }
  return found;
}

function lowestIn({ alive }: Ranks, column: number): number {
  const rank = alive.findIndex((bits) => ((bits >> column) & 1) === 1);
  return rank * raider.columns + column;
}
