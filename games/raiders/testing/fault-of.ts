/** What may never be in a state, or happen from one tick to the next. */
import { type RaidersState, happened, isAlive, raiderBox, sizes } from "../index.ts";

const { px, field, meets, raider, raiderCount, saucer, shield, ship } = sizes;

type Check = (state: RaidersState, before: RaidersState) => boolean;

/** @returns the first promise that is broken; undefined: none is */
export function faultOf(state: RaidersState, before: RaidersState): string | undefined {
  return promises.find(([, holds]) => !holds(state, before))?.[0];
}

const has = ({ events }: RaidersState, event: number) => (events & event) > 0;

const promises: [string, Check][] = [
  ["ticks are counted", (now, before) => now.tick === before.tick + 1],
  ["the score grows by what was hit", scoreIsTold],
  ["lives go one at a time", livesAreTold],
  ["it is over when lives are out or they landed", (now) => now.over === isEnd(now)],
  ["waves come one at a time", wavesAreTold],
  ["counts are of what is there", ({ ranks }) => ranks.left === countOf(ranks.alive)],
  ["waits are none below zero", (now) => waitsOf(now).every((wait) => wait >= 0)],
  ["the ship is in the field", ({ ship: { x } }) => isInside(x, x + ship.width)],
  ["the ship moves no faster than it can", shipIsSteady],
  ["shots are as many as may be", shotsAreFew],
  ["shots are in the field", shotsAreInside],
  ["no shot of the ship is in anything", shotsAreClear],
  ["no shot of a raider is in anything", raiderShotsAreClear],
  ["raiders are in the field", raidersAreInside],
  ["one raider steps at once", oneSteps],
  ["shields only shrink, but for a new wave", shieldsShrink],
  ["no shield is where a raider is", raidersStandFree],
  ["the saucer is in sight", ({ saucer: at }) => at === undefined || isInSight(at.x)],
];

function scoreIsTold(now: RaidersState, before: RaidersState): boolean {
  return now.score - before.score === now.hits.reduce((sum, { points }) => sum + points, 0);
}

function livesAreTold(now: RaidersState, before: RaidersState): boolean {
  const more = Number(has(now, happened.extraLife)) - Number(has(now, happened.lifeLost));
  return now.lives - before.lives === more && now.lives >= 0;
}

const isEnd = (now: RaidersState) => now.lives === 0 || has(now, happened.landed);

function wavesAreTold(now: RaidersState, before: RaidersState): boolean {
  return now.wave - before.wave === Number(has(now, happened.wave));
}

function countOf(alive: readonly number[]): number {
  let count = 0;
  for (let index = 0; index < raiderCount; index += 1) {
    count += (alive[Math.floor(index / raider.columns)]! >> (index % raider.columns)) & 1;
  }
  return alive.every((bits) => bits >> raider.columns === 0) ? count : -1;
}

function waitsOf(now: RaidersState): number[] {
  const { pause, reload, raiderWait, saucerWait } = now;
  return [pause, reload, raiderWait, saucerWait, now.ship.gone, now.ship.safe];
}

function isInside(left: number, right: number): boolean {
  return left >= field.margin && right <= field.width - field.margin;
}

function shipIsSteady(now: RaidersState, before: RaidersState): boolean {
  if (before.ship.gone > 0 || now.ship.gone > 0) return now.ship.dx === 0;
  return now.ship.x - before.ship.x === now.ship.dx && Math.abs(now.ship.dx) <= ship.dx;
}

function shotsAreFew({ rules, shots, raiderShots }: RaidersState): boolean {
  return shots.length <= rules.shots && raiderShots.length <= (rules.mode === "calm" ? 2 : 3);
}

function shotsAreInside({ shots, raiderShots }: RaidersState): boolean {
  return (
    shots.every(({ x, y }) => isInside(x, x + px) && y >= field.top) &&
    raiderShots.every(({ x, y }) => isInside(x, x + px) && y + 6 * px < field.ground)
  );
}

const boxOf = ({ x, y }: { x: number; y: number }, height: number) => ({
  left: x,
  right: x + px,
  top: y,
  bottom: y + height,
});

function shotsAreClear({ shots, raiderShots, ranks, shields, saucer: at }: RaidersState): boolean {
  return shots.every((shot) => {
    const box = boxOf(shot, 4 * px);
    const isHit = (other: sizes.Box) => meets(box, other);
    return !(
      raiderShots.some((other) => isHit(boxOf(other, 6 * px))) ||
      isInShield(shields, box) ||
      everyRaider(ranks).some(isHit) ||
      (at !== undefined && isHit(saucerBox(at.x)))
    );
  });
}

const saucerBox = (x: number) => ({
  left: x,
  right: x + saucer.width,
  top: saucer.y,
  bottom: saucer.y + saucer.height,
});

function raiderShotsAreClear({ raiderShots, shields, ship: at }: RaidersState): boolean {
  const isThere = at.gone === 0 && at.safe === 0;
  const shipBox = { left: at.x, right: at.x + ship.width, top: ship.y, bottom: ship.y + 8 * px };
  return raiderShots.every((shot) => {
    const box = boxOf(shot, 6 * px);
    return !isInShield(shields, box) && !(isThere && meets(box, shipBox));
  });
}

/** Of a shot: the column of its middle counts. */
function isInShield(shields: RaidersState["shields"], box: sizes.Box): boolean {
  if (box.bottom <= shield.top * px) return false;
  const column = Math.floor((box.left + px / 2) / px);
  return shield.lefts.some((left, which) => {
    if (column < left || column >= left + shield.width) return false;
    return shields[which]!.some((row, at) => {
      const top = (shield.top + at) * px;
      return ((row >> (column - left)) & 1) === 1 && box.top < top + px && top < box.bottom;
    });
  });
}

function everyRaider(ranks: RaidersState["ranks"]): sizes.Box[] {
  const boxes: sizes.Box[] = [];
  for (let index = 0; index < raiderCount; index += 1) {
    if (isAlive(ranks, index)) boxes.push(raiderBox(ranks, index));
  }
  return boxes;
}

/** The others are where they were. */
function steppedLast({ ranks }: RaidersState): sizes.Box | undefined {
  return ranks.next === 0 ? undefined : raiderBox(ranks, ranks.next - 1);
}

function raidersAreInside(now: RaidersState): boolean {
  const box = steppedLast(now);
  if (box === undefined) return true;
  return isInside(box.left, box.right) && (box.bottom <= ship.y || has(now, happened.landed));
}

function oneSteps(now: RaidersState, before: RaidersState): boolean {
  if (has(now, happened.wave) || now.ranks === before.ranks) return true;
  let steps = 0;
  for (let index = 0; index < raiderCount; index += 1) {
    if (!isAlive(now.ranks, index)) continue;
    const [a, b] = [raiderBox(before.ranks, index), raiderBox(now.ranks, index)];
    const [x, y] = [Math.abs(b.left - a.left), b.top - a.top];
    if (x === 0 && y === 0) continue;
    steps += 1;
    if (!(x === raider.dx && y === 0) && !(x === 0 && y === raider.drop)) return false;
  }
  return steps <= 1;
}

function shieldsShrink(now: RaidersState, before: RaidersState): boolean {
  if (has(now, happened.wave) || now.shields === before.shields) return true;
  return now.shields.every((rows, which) =>
    rows.every((row, at) => (row & ~before.shields[which]![at]!) === 0),
  );
}

function raidersStandFree(now: RaidersState): boolean {
  const box = steppedLast(now);
  if (box === undefined) return true;
  for (let x = box.left; x < box.right; x += px) {
    if (isInShield(now.shields, { ...box, left: x, right: x + px })) return false;
  }
  return true;
}

const isInSight = (x: number) => x >= -saucer.width && x <= field.width;
