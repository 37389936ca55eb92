/**
 * The way that the snake's middle takes, in cells, their middles at whole numbers: straight through a cell, or round a quarter
 * of a circle from the middle of one side to the middle of another. All of it is in arrays that are used again in every frame.
 */
import type { State } from "#games/snake/index.ts";

export type Track = {
  /** How far the head is from cell 1 to cell 0. */
  part: number;
  /** Cells, from the one that the head is coming to, to the one behind the tail. */
  count: number;
  xs: number[];
  ys: number[];
  /** From each cell to the one before it, nearer to the head, and to the one after it. */
  aheadX: number[];
  aheadY: number[];
  behindX: number[];
  behindY: number[];
  /** Whether the next one is on the other side of the board. */
  isCut: boolean[];
  /** Where the tail ends: how many cells from the middle of the last one. */
  tail: number;
  /** From there on it is as thick as it gets. */
  taper: number;
};

export function createTrack(): Track {
  return {
    part: 0,
    count: 0,
    xs: [],
    ys: [],
    aheadX: [],
    aheadY: [],
    behindX: [],
    behindY: [],
    isCut: [],
    tail: 0,
    taper: 0,
  };
}

const longestTaper = 2.6;

/**
 * @param part how far the head is on its way, from 0 to 1
 * @param older where the tail was before `tailBefore`, if that is known: it bends the last cell
 */
export function layTrack(
  track: Track,
  state: Pick<State, "field" | "cells" | "tailBefore">,
  part: number,
  older: number | undefined,
): void {
  const { field, cells, tailBefore } = state;
  const grows = tailBefore === cells.at(-1);
  let count = 0;
  for (const cell of cells) place(track, field.width, count++, cell);
  if (!grows) place(track, field.width, count++, tailBefore);
  for (let at = 0; at < count - 1; at += 1) join(track, field, at);
  const last = count - 1;
  track.part = part;
  track.count = count;
  track.aheadX[0] = -track.behindX[0]!;
  track.aheadY[0] = -track.behindY[0]!;
  track.behindX[last] = -track.aheadX[last]!;
  track.behindY[last] = -track.aheadY[last]!;
  track.isCut[last] = false;
  if (older !== undefined) bendLast(track, field, older);
  track.tail = grows ? 0 : part;
  track.taper = Math.min(longestTaper, grows ? cells.length - 3 + part : cells.length - 2);
}

function place(track: Track, width: number, at: number, cell: number): void {
  track.xs[at] = cell % width;
  track.ys[at] = Math.floor(cell / width);
}

function join(track: Track, field: State["field"], at: number): void {
  const apartX = track.xs[at + 1]! - track.xs[at]!;
  const apartY = track.ys[at + 1]! - track.ys[at]!;
  const x = nearWay(apartX, field.width);
  const y = nearWay(apartY, field.height);
  track.behindX[at] = x;
  track.behindY[at] = y;
  track.aheadX[at + 1] = -x;
  track.aheadY[at + 1] = -y;
  track.isCut[at] = x !== apartX || y !== apartY;
}

/** Of one step, whether or not it goes over the edge. */
const nearWay = (apart: number, size: number) =>
  Math.abs(apart) > 1 ? apart - Math.sign(apart) * size : apart;

function bendLast(track: Track, { width, height }: State["field"], older: number): void {
  const last = track.count - 1;
  const x = nearWay((older % width) - track.xs[last]!, width);
  const y = nearWay(Math.floor(older / width) - track.ys[last]!, height);
  if (Math.abs(x) + Math.abs(y) !== 1) return;
  if (x === track.aheadX[last] && y === track.aheadY[last]) return;
  track.behindX[last] = x;
  track.behindY[last] = y;
}

export const isStraight = (track: Track, at: number): boolean =>
  track.aheadX[at] === -track.behindX[at]! && track.aheadY[at] === -track.behindY[at]!;

/** Where the head is; without `isBeyond` as cell 1 sees it, and with it as cell 0 does: they differ at an edge that joins. */
export function headX(track: Track, isBeyond: boolean): number {
  const ahead = track.aheadX[1]!;
  return isBeyond ? track.xs[0]! - ahead * (1 - track.part) : track.xs[1]! + ahead * track.part;
}
export function headY(track: Track, isBeyond: boolean): number {
  const ahead = track.aheadY[1]!;
  return isBeyond ? track.ys[0]! - ahead * (1 - track.part) : track.ys[1]! + ahead * track.part;
}

/** A place in a cell: 0 at the side behind, 1 at the side ahead. */
export function placeX(track: Track, at: number, along: number): number {
  return track.xs[at]! + off(track.aheadX[at]!, track.behindX[at]!, isStraight(track, at), along);
}
export function placeY(track: Track, at: number, along: number): number {
  return track.ys[at]! + off(track.aheadY[at]!, track.behindY[at]!, isStraight(track, at), along);
}

function off(ahead: number, behind: number, straight: boolean, along: number): number {
  if (straight) return ahead * (along - 0.5);
  const turn = (along * Math.PI) / 2;
  return 0.5 * (ahead + behind - ahead * Math.cos(turn) - behind * Math.sin(turn));
}
