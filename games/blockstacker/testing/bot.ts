/** Plays Block Stacker for tests: looks for the flattest place for each piece, and errs as often as it is told to. */
import { draw, randomOf } from "../../kit/random.ts";
import {
  type Field,
  cellAt,
  columns,
  dropOf,
  fits,
  seenRows,
  withPiece,
  withoutFull,
} from "../v1/field.ts";
import type { Placed } from "../v1/field.ts";
import type { Turn } from "../v1/pieces.ts";
import { type State, buttons } from "../v1/state.ts";

/** What is held at each tick until the piece that falls is placed, and a tick of nothing. */
export type Bot = (state: State) => number[];

/** @param errors of a hundred pieces */
export function createBot(seed: number, errors: number): Bot {
  let random = randomOf(seed, 9);
  const upTo = (below: number) => {
    const [value, next] = draw(random, below);
    random = next;
    return value;
  };
  return (state) => {
    if (upTo(100) < errors) return anyhow(upTo);
    const goal = bestOf(state);
    const keys: number[] = [];
    if (upTo(12) === 0) keys.push(buttons.hold, 0);
    else {
      const turns = [
        [],
        [buttons.clockwise],
        [buttons.clockwise, buttons.clockwise],
        [buttons.counter],
      ];
      for (const key of turns[goal.turn]!) keys.push(key, 0);
      const by = goal.x - state.now.x;
      for (let at = 0; at < Math.abs(by); at += 1) {
        keys.push(by < 0 ? buttons.left : buttons.right, 0);
      }
      if (upTo(4) === 0) for (let at = 0; at < 9; at += 1) keys.push(buttons.soft);
      keys.push(buttons.hard, 0);
    }
    return keys;
  };
}

function anyhow(upTo: (below: number) => number): number[] {
  const keys = Array.from({ length: 4 + upTo(20) }, () => (upTo(3) === 0 ? upTo(128) : 0));
  return [...keys, buttons.hard, 0];
}

function bestOf({ field, now }: State): Placed {
  let best = now;
  let least = Infinity;
  for (const turn of [0, 1, 2, 3] satisfies Turn[]) {
    for (let x = -2; x < columns; x += 1) {
      const from: Placed = { ...now, x, turn };
      if (!fits(field, from)) continue;
      const placed = { ...from, y: from.y - dropOf(field, from) };
      const bad = badnessOf(withoutFull(withPiece(field, placed)).field) + placed.y * 2;
      if (bad >= least) continue;
      least = bad;
      best = placed;
    }
  }
  return best;
}

function badnessOf(field: Field): number {
  let bad = 0;
  let before: number | undefined;
  for (let x = 0; x < columns; x += 1) {
    let top = seenRows + 4;
    while (top > 0 && cellAt(field, x, top - 1) === 0) top -= 1;
    for (let y = 0; y < top; y += 1) if (cellAt(field, x, y) === 0) bad += 12;
    bad += top * 2 + (before === undefined ? 0 : Math.abs(top - before) * 2);
    before = top;
  }
  return bad;
}
