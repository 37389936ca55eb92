import { happened } from "./events.ts";
import { px, field, ship, shipMiddle, shot } from "./sizes.ts";
import { type Draft, add } from "./state.ts";

/** Bits of what is held. */
export const buttons = { left: 1, right: 2, fire: 4 };
const allButtons = buttons.left | buttons.right | buttons.fire;

const goneTicks = 75;
const safeTicks = 90;
/** From one shot to the next at least, whoever holds the button or taps it. */
const reloadTicks = 10;

export function steer(next: Draft, held: number): void {
  const pressed = held & ~next.held & buttons.fire;
  next.held = held & allButtons;
  if (next.reload > 0) next.reload -= 1;
  if (next.ship.gone > 0) return wait(next);
  move(next);
  const wants = pressed > 0 || (next.rules.autofire && (held & buttons.fire) > 0);
  if (wants && next.reload === 0 && next.shots.length < next.rules.shots) fire(next);
}

function wait(next: Draft): void {
  const gone = next.ship.gone - 1;
  next.ship = gone > 0 ? { ...next.ship, gone } : { x: shipMiddle, dx: 0, gone, safe: safeTicks };
}

function move(next: Draft): void {
  const { x, dx: lastDx, safe } = next.ship;
  const left = (next.held & buttons.left) > 0 ? ship.dx : 0;
  const right = (next.held & buttons.right) > 0 ? ship.dx : 0;
  // Both at once are none.
  const wanted = x + right - left;
  const most = field.width - field.margin - ship.width;
  const at = Math.min(most, Math.max(field.margin, wanted));
  if (at === x && lastDx === 0 && safe === 0) return;
  next.ship = { x: at, dx: at - x, gone: 0, safe: Math.max(0, safe - 1) };
}

function fire(next: Draft): void {
  const middle = next.ship.x + (ship.width - px) / 2;
  next.shots = [...next.shots, { x: middle, y: ship.y - shot.height, dy: shot.dy }];
  next.reload = reloadTicks;
  next.shotsFired += 1;
  add(next, happened.shot);
}

export function loseLife(next: Draft): void {
  add(next, happened.lifeLost, { what: "ship", x: next.ship.x, y: ship.y, points: 0 });
  next.lives -= 1;
  next.ship = { ...next.ship, dx: 0, gone: goneTicks };
  if (next.lives === 0) next.over = true;
}
