/** One finger steers from wherever it is put down; another one fires, and so does a tap. */
import type { RaidersRules } from "#games/raiders/index.ts";
import type { GestureSend, Gestures, Touch } from "../game.ts";

/** All in pixels of the field. Nearer than that to where it went down the finger stands still. */
const still = 5;
/** So far the finger may get ahead of where it turns round; what is more takes that place along. */
const reach = 26;
const tapMs = 250;

type Side = "left" | "right";
type Steering = { id: number; downX: number; downY: number; atMs: number; hasMoved: boolean };

export function raidersGestures(send: GestureSend, { autofire }: RaidersRules): Gestures {
  let steering: Steering | undefined;
  let middle = 0;
  let side: Side | undefined;
  let firing: number | undefined;
  let isFiring = false;

  function go(to: Side | undefined): void {
    if (to === side) return;
    if (side !== undefined) send.hold(side, false);
    if (to !== undefined) send.hold(to, true);
    side = to;
  }

  /** With firing while held, the finger that steers holds that too: then one thumb is enough. */
  function fire(): void {
    const wanted = firing !== undefined || (autofire && steering !== undefined);
    if (wanted === isFiring) return;
    isFiring = wanted;
    send.hold("fire", wanted);
  }

  function steer(at: Steering, { x, y }: Touch): void {
    if (Math.hypot(x - at.downX, y - at.downY) >= still) at.hasMoved = true;
    middle = Math.min(x + reach, Math.max(x - reach, middle));
    const away = x - middle;
    if (Math.abs(away) < still) go(undefined);
    else go(away < 0 ? "left" : "right");
  }

  return {
    down(touch) {
      const { id, x, y, atMs } = touch;
      if (steering === undefined) {
        steering = { id, downX: x, downY: y, atMs, hasMoved: false };
        middle = x;
      } else if (firing === undefined) firing = id;
      fire();
    },
    move(touch) {
      if (touch.id === steering?.id) steer(steering, touch);
    },
    up({ id, atMs }) {
      if (id === firing) firing = undefined;
      else if (id === steering?.id) {
        const isTap = !steering.hasMoved && atMs - steering.atMs <= tapMs;
        steering = undefined;
        go(undefined);
        if (isTap && !isFiring) send.press("fire");
      }
      fire();
    },
    cancel() {
      steering = undefined;
      firing = undefined;
      go(undefined);
      fire();
    },
  };
}
