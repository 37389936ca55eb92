/** What flies, and the field that it flies in: 4096 to 4096 as the pointer's, y downwards. */
import { placeRange } from "../../kit/engine.ts";

/** Positions and speeds are in sixteenths of the pointer's unit. */
export const sixteenths = 16;
export const field = placeRange * sixteenths;

/** Things come from there, and fall to there: the largest is out of sight. */
export const below = (placeRange + 304) * sixteenths;

/** `radius` in the pointer's units; `share`: how often it comes among fruits. */
export const kinds = {
  melon: { radius: 290, points: 1, share: 4 },
  orange: { radius: 220, points: 1, share: 5 },
  apple: { radius: 200, points: 1, share: 5 },
  plum: { radius: 160, points: 2, share: 3 },
  lime: { radius: 150, points: 2, share: 3 },
  cherry: { radius: 115, points: 3, share: 1 },
  /** Points count twice for a while. */
  star: { radius: 190, points: 3, share: 0 },
  /** What is in the air flies half as fast for a while. */
  frost: { radius: 190, points: 3, share: 0 },
  bomb: { radius: 180, points: 0, share: 0 },
};
export type Kind = keyof typeof kinds;

/** Of a turn. */
export const angles = 4096;

export type Thing = {
  /** No two of a run have the same one; later throws have higher ones. */
  id: number;
  kind: Kind;
  x: number;
  y: number;
  /** Per tick. */
  vx: number;
  vy: number;
  /** 0 to 4095 of a turn. */
  angle: number;
  /** How much of a turn per tick. */
  turn: number;
  /** In ticks. */
  age: number;
};

/** Whether missing it counts. */
export const isFruit = (kind: Kind) => kinds[kind].share > 0;
