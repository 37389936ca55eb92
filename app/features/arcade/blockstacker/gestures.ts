/**
 * Fingers on the field: sideways a step for each cell, a tap turns, a tap of a second finger turns the other way, slowly
 * down pushes the piece, a flick down drops it, a swipe up keeps it.
 *
 *   down ──► still ──a cell sideways──► steps ─┐
 *              │  └────a cell down, slow──► pushes (until up, or a cell up again)
 *              └─up: tap, flick, swipe   ◄─────┘ flick
 */
import type { GestureSend, Gestures, Touch } from "../game.ts";
import { cellUnits } from "./layout.ts";

/** Milliseconds that a tap takes at most, and how far its finger may slip. */
const tapMs = 260;
const slip = cellUnits * 0.5;
/** In units a millisecond: what goes down faster is a flick, what goes up faster a swipe. */
const flickSpeed = (18 * cellUnits) / 1000;
const upSpeed = (12 * cellUnits) / 1000;
/** Speed is that of so many milliseconds. */
const speedMs = 80;

type Finger = {
  began: Touch;
  /** Later ones that tell its speed. */
  trail: Touch[];
  /** From where the next step, and the next way up or down, is counted. */
  x: number;
  y: number;
  hasStepped: boolean;
  isStill: boolean;
  isPushing: boolean;
  /** Another finger came: it is no tap of its own. */
  hasCompany: boolean;
};

export function createGestures(send: GestureSend): Gestures {
  let first: Finger | undefined;
  const others = new Map<number, Finger>();

  const fingerOf = (id: number) => (first?.began.id === id ? first : others.get(id));

  function letGo(finger: Finger | undefined) {
    if (finger?.isPushing !== true) return;
    finger.isPushing = false;
    send.hold("soft", false);
  }

  return {
    down(touch) {
      const finger = begin(touch);
      if (first === undefined && others.size === 0) {
        first = finger;
        return;
      }
      others.set(touch.id, finger);
      if (first !== undefined) first.hasCompany = true;
    },
    move(touch) {
      const finger = fingerOf(touch.id);
      if (finger === undefined) return;
      follow(finger, touch);
      if (finger === first) drag(finger, touch, send);
    },
    up(touch) {
      const finger = fingerOf(touch.id);
      if (finger === undefined) return;
      follow(finger, touch);
      if (finger !== first) {
        others.delete(touch.id);
        if (isTap(finger, touch)) send.press("counter");
        return;
      }
      first = undefined;
      if (finger.isPushing) letGo(finger);
      else if (isTap(finger, touch)) {
        if (!finger.hasCompany) send.press("clockwise");
      } else swing(finger, touch, send);
    },
    cancel() {
      letGo(first);
      first = undefined;
      others.clear();
    },
  };
}

function begin(touch: Touch): Finger {
  return {
    began: touch,
    trail: [touch],
    x: touch.x,
    y: touch.y,
    hasStepped: false,
    isStill: true,
    isPushing: false,
    hasCompany: false,
  };
}

function follow(finger: Finger, touch: Touch) {
  finger.trail.push(touch);
  while (finger.trail.length > 2 && touch.atMs - finger.trail[0]!.atMs > speedMs) {
    finger.trail.shift();
  }
  const { x, y } = finger.began;
  if (Math.abs(touch.x - x) > slip || Math.abs(touch.y - y) > slip) finger.isStill = false;
}

const isTap = (finger: Finger, { atMs }: Touch) =>
  finger.isStill && atMs - finger.began.atMs <= tapMs;

function speedOf({ trail }: Finger): number {
  const from = trail[0]!;
  const to = trail.at(-1)!;
  return (to.y - from.y) / Math.max(1, to.atMs - from.atMs);
}

function drag(finger: Finger, touch: Touch, send: GestureSend) {
  // What goes mostly down drifts to the side; only what pushes already does both.
  const isSideways =
    finger.isPushing || Math.abs(touch.x - finger.x) > Math.abs(touch.y - finger.y);
  if (isSideways) stepTo(finger, touch, send);
  if (finger.isPushing) {
    finger.y = Math.max(finger.y, touch.y);
    if (finger.y - touch.y < cellUnits) return;
    finger.isPushing = false;
    finger.y = touch.y;
    send.hold("soft", false);
    return;
  }
  if (touch.y - finger.y < cellUnits || speedOf(finger) >= flickSpeed) return;
  finger.isPushing = true;
  finger.x = touch.x;
  finger.y = touch.y;
  send.hold("soft", true);
}

function stepTo(finger: Finger, touch: Touch, send: GestureSend) {
  while (Math.abs(touch.x - finger.x) >= cellUnits) {
    const side = Math.sign(touch.x - finger.x);
    send.press(side < 0 ? "left" : "right");
    finger.x += side * cellUnits;
    finger.hasStepped = true;
    if (!finger.isPushing) finger.y = touch.y;
  }
}

/** A flick down or a swipe up, which only its end tells from a slow way. */
function swing(finger: Finger, touch: Touch, send: GestureSend) {
  const down = touch.y - finger.y;
  if (Math.abs(down) < cellUnits || Math.abs(down) < Math.abs(touch.x - finger.x)) return;
  const speed = speedOf(finger);
  if (speed >= flickSpeed) send.press("hard");
  else if (speed <= -upSpeed && !finger.hasStepped) send.press("hold");
}
