/** The ship's shots: each goes up to the nearest thing on its way, and no farther. */
import { happened } from "./events.ts";
import { raiderBox, raiderIn, without } from "./ranks.ts";
import { hitSaucer, saucerBox } from "./saucer.ts";
import { gain } from "./score.ts";
import { blast, blastUp, rowMet } from "./shields.ts";
import { type Box, field, firstMet, meets, px, raider, raiderShot, shot } from "./sizes.ts";
import { type Draft, type Shot, add } from "./state.ts";
import { wavePause } from "./wave.ts";

/** Of each rank, the lowest first. */
const points = [10, 10, 20, 20, 30];

export function moveShots(next: Draft): void {
  if (next.shots.length === 0) return;
  const flying: Shot[] = [];
  for (const { x, y, dy } of next.shots) {
    // Where it was counts too: something may have stepped on it.
    const way = { left: x, right: x + shot.width, top: y + dy, bottom: y + shot.height };
    if (meetsNothing(next, way)) flying.push({ x, y: y + dy, dy });
  }
  next.shots = flying;
}

/** What it meets first is the lowest. */
function meetsNothing(next: Draft, way: Box): boolean {
  const column = Math.floor((way.left + px / 2) / px);
  const row = rowMet(
    next.shields,
    column,
    Math.ceil(way.bottom / px) - 1,
    Math.floor(way.top / px),
  );
  const rowBottom = row < 0 ? -1 : (row + 1) * px;
  const index = raiderIn(next.ranks, way);
  const raiderBottom = index < 0 ? -1 : raiderBox(next.ranks, index).bottom;
  const other = firstMet(next.raiderShots, raiderShot, way);
  const otherBottom = other === undefined ? -1 : other.y + raiderShot.height;
  const lowest = Math.max(rowBottom, raiderBottom, otherBottom);
  if (lowest < 0) return meetsNoSaucer(next, way);
  if (lowest === otherBottom) hitShot(next, way.left, lowest, other);
  else if (lowest === raiderBottom) hitRaider(next, index);
  else {
    next.shields = blast(next.shields, column, row, blastUp);
    add(next, happened.shieldHit, { what: "shield", x: way.left, y: row * px, points: 0 });
  }
  return false;
}

/** Nothing else is as high up. */
function meetsNoSaucer(next: Draft, way: Box): boolean {
  if (next.saucer !== undefined && meets(way, saucerBox(next.saucer))) {
    hitSaucer(next, next.saucer.x);
    return false;
  }
  if (way.top >= field.top) return true;
  add(next, 0, { what: "miss", x: way.left, y: field.top, points: 0 });
  return false;
}

function hitShot(next: Draft, x: number, y: number, other: Shot | undefined): void {
  next.raiderShots = next.raiderShots.filter((at) => at !== other);
  add(next, happened.shotsMet, { what: "shots", x, y, points: 0 });
}

function hitRaider(next: Draft, index: number): void {
  const { left, top } = raiderBox(next.ranks, index);
  const gained = points[Math.floor(index / raider.columns)]!;
  next.ranks = without(next.ranks, index);
  add(next, happened.raiderHit, { what: "raider", x: left, y: top, points: gained });
  gain(next, gained);
  if (next.ranks.left > 0) return;
  next.pause = wavePause;
  add(next, happened.cleared);
}
