/** Where the finger or the pressed mouse is, for each tick. */
import { type Place, placeRange } from "#games/kit/engine.ts";

export type Places = {
  down: (at: Place) => void;
  move: (at: Place) => void;
  /** Undefined: the browser took it away. */
  up: (at?: Place) => void;
  clear: () => void;
  /** Once for each tick. */
  take: () => Place | undefined;
};

/** A swipe within one tick has two places, and between two fingers there is a tick without one. */
export function createPlaces(): Places {
  /** One for each tick; the last one may be moved on if it came of a move. */
  let coming: (Place | undefined)[] = [];
  let now: Place | undefined;
  let mayMove = false;

  const add = (at: Place | undefined) => {
    coming.push(at);
    mayMove = false;
  };

  function move(at: Place): void {
    if (mayMove && coming.length > 0) coming[coming.length - 1] = at;
    else {
      add(at);
      mayMove = true;
    }
  }

  return {
    down(at) {
      const last = coming.length > 0 ? coming.at(-1) : now;
      if (last !== undefined) add(undefined);
      add(at);
    },
    move,
    up(at) {
      if (at !== undefined) move(at);
      add(undefined);
    },
    clear() {
      coming = [];
      if (now !== undefined) add(undefined);
    },
    take() {
      if (coming.length > 0) now = coming.shift();
      return now;
    },
  };
}

/** @param x from 0 to 1 of the field's width, and beyond it where the finger has left it */
export function placeOf(x: number, y: number): Place {
  return { x: inRange(x), y: inRange(y) };
}

const inRange = (part: number) =>
  Math.min(placeRange - 1, Math.max(0, Math.floor(part * placeRange)));
