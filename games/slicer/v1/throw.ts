/** A throw that is due: what it is, and how it flies. */
import { placeRange } from "../../kit/engine.ts";
import { type Random, draw } from "../../kit/random.ts";
import { gravity } from "./flight.ts";
import { laneOf } from "./lanes.ts";
import { modeOf } from "./rules.ts";
import { type Draft, happened, laneCount } from "./state.ts";
import { type Kind, type Thing, angles, below, kinds, sixteenths } from "./things.ts";
import { drawWave } from "./waves.ts";

/** At once in the air; further throws wait. */
export const mostThings = 24;

export function throwDue(next: Draft): void {
  const { tick, wave, things, rules, random } = next;
  if (tick < wave.nextAt || things.length >= mostThings) return;
  const thrown = rules.hands === "blade" ? aimAcross(random.paths) : aimInLane(next);
  if (thrown === undefined) return;
  const [{ x, vx, vy, angle, turn }, paths] = thrown;
  const [kind, kindsNext] = drawKind(next);
  const [nextWave, waves] =
    wave.left > 1
      ? [{ ...wave, left: wave.left - 1, nextAt: tick + wave.gap }, random.waves]
      : drawWave(wave.number + 1, rules, tick, random.waves);
  const thing = { id: next.thrown, kind, x, y: below, vx, vy, angle, turn, age: 0 };
  next.things = [...things, thing];
  next.thrown += 1;
  next.wave = nextWave;
  next.random = { waves, kinds: kindsNext, paths };
  next.events |= happened.thrown;
}

const bag = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
  Array.from({ length: kinds[kind].share }, () => kind),
);

/** Always two draws, so that a mode's shares do not move what comes later. */
function drawKind({ rules, wave, random }: Draft): [Kind, Random] {
  const { bombsIn, specials } = modeOf(rules);
  const [chance, second] = draw(random.kinds, 100);
  const [at, next] = draw(second, bag.length);
  const bombs = bombsIn(wave.number);
  if (chance < bombs) return ["bomb", next];
  if (chance < bombs + specials) return ["star", next];
  if (chance < bombs + specials * 2) return ["frost", next];
  return [bag[at]!, next];
}

type Path = Pick<Thing, "x" | "vx" | "vy" | "angle" | "turn">;

const edge = 300;
const mostDrift = 1400;

/** From anywhere below to somewhere not far from there, never beyond the sides. */
function aimAcross(random: Random): [Path, Random] {
  const [at, second] = draw(random, placeRange - 2 * edge);
  const [away, third] = draw(second, 2 * mostDrift + 1);
  const [more, fourth] = draw(third, 350);
  const [spin, next] = drawSpin(fourth);
  const from = edge + at;
  const to = Math.min(placeRange - edge, Math.max(edge, from + away - mostDrift));
  const speed = 1350 + more;
  const ticks = Math.floor((2 * speed) / gravity);
  const vx = Math.trunc(((to - from) * sixteenths) / ticks);
  return [{ x: from * sixteenths, vx, vy: -speed, ...spin }, next];
}

const lanes = Array.from({ length: laneCount }, (_, lane) => lane);
const allLanes = (1 << laneCount) - 1;

/** Straight up in a lane where nothing rises, so that bombs before and after a fruit never hide it; undefined: none. */
function aimInLane({ random, things }: Draft): [Path, Random] | undefined {
  let taken = 0;
  for (const { x, vy } of things) if (vy < 0) taken |= 1 << laneOf(x);
  if (taken === allLanes) return undefined;
  const free = lanes.filter((lane) => ((taken >> lane) & 1) === 0);
  const [at, second] = draw(random.paths, free.length);
  const [more, third] = draw(second, 220);
  const [spin, next] = drawSpin(third);
  const x = Math.floor(((2 * free[at]! + 1) * placeRange * sixteenths) / (2 * laneCount));
  return [{ x, vx: 0, vy: -(1480 + more), ...spin }, next];
}

const mostTurn = 64;

function drawSpin(random: Random): [Pick<Thing, "angle" | "turn">, Random] {
  const [angle, second] = draw(random, angles);
  const [turn, next] = draw(second, 2 * mostTurn + 1);
  return [{ angle, turn: turn - mostTurn }, next];
}
