/** Fingers for tests of gestures, and what came of them. */
import type { GestureSend, Gestures } from "../../game.ts";

export function createTouches(make: (send: GestureSend) => Gestures) {
  const sent: string[] = [];
  const gestures = make({
    press: (button) => sent.push(`press ${button}`),
    hold: (button, isHeld) => sent.push(`${isHeld ? "hold" : "free"} ${button}`),
  });
  let atMs = 0;
  const touch = (x: number, y: number, id: number) => ({ id, x, y, atMs });
  return {
    sent,
    wait: (ms: number) => (atMs += ms),
    down: (x: number, y: number, id = 1) => gestures.down(touch(x, y, id)),
    move: (x: number, y: number, id = 1) => gestures.move(touch(x, y, id)),
    up: (x: number, y: number, id = 1) => gestures.up(touch(x, y, id)),
    cancel: () => gestures.cancel(),
  };
}
