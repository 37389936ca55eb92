/** The raiders' shots: each goes down to the nearest thing on its way, and no farther. */
import { happened } from "./events.ts";
import { loseLife } from "./ship.ts";
import { blast, blastDown, rowMet } from "./shields.ts";
import { type Box, field, firstMet, meets, px, raiderShot, ship, shot } from "./sizes.ts";
import { type Draft, type RaiderShot, add } from "./state.ts";

export function moveRaiderShots(next: Draft): void {
  if (next.raiderShots.length === 0) return;
  const flying: RaiderShot[] = [];
  for (const { x, y, dy, kind } of next.raiderShots) {
    const bottom = y + dy + raiderShot.height;
    const way = { left: x, right: x + raiderShot.width, top: y, bottom };
    if (meetsNothing(next, way)) flying.push({ x, y: y + dy, dy, kind });
  }
  next.raiderShots = flying;
}

/** What it meets first is the highest. */
function meetsNothing(next: Draft, way: Box): boolean {
  const column = Math.floor((way.left + px / 2) / px);
  const row = rowMet(
    next.shields,
    column,
    Math.floor(way.top / px),
    Math.ceil(way.bottom / px) - 1,
  );
  const other = firstMet(next.shots, shot, way);
  // The row's own top is in it too: of two that are as high, it is the shot.
  if (other !== undefined && (row < 0 || other.y <= row * px)) {
    next.shots = next.shots.filter((at) => at !== other);
    add(next, happened.shotsMet, { what: "shots", x: way.left, y: other.y, points: 0 });
    return false;
  }
  if (row >= 0) {
    next.shields = blast(next.shields, column, row, blastDown);
    add(next, happened.shieldHit, { what: "shield", x: way.left, y: row * px, points: 0 });
    return false;
  }
  return meetsNoShip(next, way);
}

/** Nothing else is as low down. */
function meetsNoShip(next: Draft, way: Box): boolean {
  const { x, gone, safe } = next.ship;
  const box = { left: x, right: x + ship.width, top: ship.y, bottom: ship.y + ship.height };
  if (gone === 0 && safe === 0 && meets(way, box)) {
    loseLife(next);
    return false;
  }
  if (way.bottom < field.ground) return true;
  add(next, 0, { what: "miss", x: way.left, y: field.ground, points: 0 });
  return false;
}
