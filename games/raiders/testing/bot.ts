/** Plays well enough to see everything: gets out of the way of shots, aims ahead, and errs now and then. */
import { type Random, draw, randomOf } from "../../kit/random.ts";
import { type RaidersState, buttons, isAlive, raiderBox, sizes } from "../index.ts";

const { px, ship, shot, raiderCount, saucer } = sizes;

export type Bot = (state: RaidersState) => number;

/** @param errs in how many of 100 decisions it does anything at all */
export function createBot(seed: number, errs: number): Bot {
  let random: Random = randomOf(seed, 99);
  let held = 0;
  const upTo = (below: number) => {
    const [value, next] = draw(random, below);
    random = next;
    return value;
  };
  return (state) => {
    // It thinks seldom enough for logs to be short.
    if (state.tick % 4 > 0) return held;
    const chosen = upTo(100) < errs ? upTo(8) : decide(state);
    // A button that is held without autofire fires once.
    const tired = !state.rules.autofire && (held & buttons.fire) > 0;
    held = tired ? chosen & ~buttons.fire : chosen;
    return held;
  };
}

function decide(state: RaidersState): number {
  const middle = state.ship.x + ship.width / 2;
  const away = fleeing(state, middle);
  const aim = aimOf(state, middle);
  const fire = aim !== undefined && Math.abs(aim - middle) < 5 * px ? buttons.fire : 0;
  if (away !== 0) return away | fire;
  if (aim === undefined || Math.abs(aim - middle) < 3 * px) return fire;
  return fire | (aim < middle ? buttons.left : buttons.right);
}

function fleeing({ raiderShots }: RaidersState, middle: number): number {
  const near = raiderShots
    .filter(({ x, y }) => y > ship.y - 70 * px && y < ship.y && Math.abs(x - middle) < 13 * px)
    .toSorted((a, b) => b.y - a.y)[0];
  if (near === undefined) return 0;
  if (middle < 20 * px) return buttons.right;
  if (middle > sizes.field.width - 20 * px) return buttons.left;
  return near.x > middle ? buttons.left : buttons.right;
}

/** Where the thing that is nearest to being hit will be when a shot gets there. */
function aimOf(state: RaidersState, middle: number): number | undefined {
  const ticksTo = (y: number) => Math.floor((ship.y - y) / -shot.dy);
  if (state.saucer !== undefined) {
    const { x, dx } = state.saucer;
    return x + saucer.width / 2 + dx * ticksTo(saucer.y);
  }
  const { ranks } = state;
  const speed = ranks.dropping ? 0 : Math.trunc((ranks.way * 2 * px) / Math.max(1, ranks.left));
  let found: number | undefined;
  for (let index = 0; index < raiderCount; index += 1) {
    if (!isAlive(ranks, index)) continue;
    const { left, right, top } = raiderBox(ranks, index);
    const x = Math.floor((left + right) / 2) + speed * ticksTo(top);
    if (found === undefined || Math.abs(x - middle) < Math.abs(found - middle)) found = x;
  }
  return found;
}
