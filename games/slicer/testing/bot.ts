/** Plays reasonably, the same each time: for recorded runs and for tests. */
import { type Place, type TickInput, noInput, placeRange } from "../../kit/engine.ts";
import { draw, randomOf } from "../../kit/random.ts";
import { bladeStroke } from "../v1/blade.ts";
import { gravity } from "../v1/flight.ts";
import { laneOf, zoneBottom } from "../v1/lanes.ts";
import type { State } from "../v1/state.ts";
import { type Thing, sixteenths } from "../v1/things.ts";

export type Skill = {
  /** Ticks between two strokes. */
  rest: number;
  /** How many of a hundred strokes are made though a bomb is there. */
  careless: number;
};

type Bot = (state: State) => TickInput;

export function createBot(seed: number, skill: Skill): Bot {
  let random = randomOf(seed, 100);
  const isCareless = () => {
    const [value, next] = draw(random, 100);
    random = next;
    return value < skill.careless;
  };
  const swipes = createSwiper(skill.rest, isCareless);
  const presses = createPresser(skill.rest, isCareless);
  return (state) => (state.rules.hands === "blade" ? swipes(state) : presses(state));
}

const units = (value: number) =>
  Math.min(placeRange - 1, Math.max(0, Math.floor(value / sixteenths)));

/** Where it will be. */
function ahead(thing: Thing, ticks: number): Thing {
  const fall = (gravity * ticks * (ticks - 1)) >> 1;
  return { ...thing, x: thing.x + thing.vx * ticks, y: thing.y + thing.vy * ticks + fall };
}

const isInReach = ({ y }: Thing) => y > 300 * sixteenths && y < 3300 * sixteenths;
const most = 4;
const margin = 420 * sixteenths;

function createSwiper(rest: number, isCareless: () => boolean): Bot {
  let plan: Place[] = [];
  let wait = 0;

  function planFor(targets: readonly Thing[]): Place[] {
    const [first, last] = [targets[0]!, ahead(targets.at(-1)!, targets.length + 3)];
    return [
      { x: units(first.x - margin), y: units(first.y) },
      ...targets.map((target, at) => ahead(target, at + 3)).map(({ x, y }) => placeOf(x, y)),
      { x: units(last.x + margin), y: units(last.y) },
    ];
  }

  function isSafe(path: readonly Place[], bombs: readonly Thing[]): boolean {
    return path.every((to, at) => {
      const stroke = bladeStroke(path[at - 1], to);
      return !bombs.some((bomb) => stroke.cuts(ahead(bomb, at + 1), ahead(bomb, at + 2)));
    });
  }

  return ({ things }) => {
    const at = plan.shift();
    if (at !== undefined) return { held: 0, at };
    wait -= 1;
    if (wait >= 0) return noInput;
    const bombs = things.filter(({ kind }) => kind === "bomb");
    const fruits = things.filter((thing) => thing.kind !== "bomb" && isInReach(thing));
    const sorted = fruits.toSorted((a, b) => a.x - b.x || a.id - b.id).slice(0, most);
    const options = [sorted, ...fruits.map((fruit) => [fruit])].filter((list) => list.length > 0);
    if (options.length === 0) return noInput;
    const careless = isCareless();
    plan = options.map(planFor).find((path) => careless || isSafe(path, bombs)) ?? [];
    if (plan.length > 0) wait = rest;
    return noInput;
  };
}

const placeOf = (x: number, y: number): Place => ({ x: units(x), y: units(y) });

function createPresser(rest: number, isCareless: () => boolean): Bot {
  let wait = 0;
  return ({ things }) => {
    wait -= 1;
    if (wait >= 0) return noInput;
    const lanesOf = (some: readonly Thing[]) =>
      some
        .map((thing) => ahead(thing, 1))
        .filter(({ y }) => y < zoneBottom)
        .reduce((bits, { x }) => bits | (1 << laneOf(x)), 0);
    const fruits = lanesOf(things.filter(({ kind }) => kind !== "bomb"));
    const bombs = lanesOf(things.filter(({ kind }) => kind === "bomb"));
    if (fruits === 0) return noInput;
    const held = isCareless() ? fruits : fruits & ~bombs;
    if (held !== 0) wait = Math.max(1, rest);
    return { held, at: undefined };
  };
}
