import { expect, test } from "vitest";
import { createGestures } from "./gestures.ts";
import { cellUnits } from "./layout.ts";

type At = readonly [x: number, y: number, atMs: number];

/** In cells. */
function begin() {
  const sent: string[] = [];
  const gestures = createGestures({
    press: (button) => void sent.push(button),
    hold: (button, isHeld) => void sent.push(`${button} ${isHeld ? "held" : "let go"}`),
  });
  const touch = (id: number, [x, y, atMs]: At) => ({
    id,
    x: x * cellUnits,
    y: y * cellUnits,
    atMs,
  });
  return {
    sent,
    down: (at: At, id = 1) => gestures.down(touch(id, at)),
    move: (at: At, id = 1) => gestures.move(touch(id, at)),
    up: (at: At, id = 1) => gestures.up(touch(id, at)),
    cancel: gestures.cancel,
  };
}

function drawn(...way: At[]): string[] {
  const finger = begin();
  finger.down(way[0]!);
  for (const at of way.slice(1, -1)) finger.move(at);
  finger.up(way.at(-1)!);
  return finger.sent;
}

test("a tap turns clockwise, also where the finger slips a little", () => {
  expect(drawn([5, 5, 0], [5, 5, 90])).toEqual(["clockwise"]);
  expect(drawn([5, 5, 0], [5.2, 5.3, 60], [5.2, 5.3, 120])).toEqual(["clockwise"]);
});

test("a finger that rests is no tap", () => {
  expect(drawn([5, 5, 0], [5, 5, 600])).toEqual([]);
});

test("sideways it is a step for each cell, and back again", () => {
  expect(drawn([5, 5, 0], [5.6, 5, 40], [6.1, 5, 80], [8.2, 5.2, 160], [8.2, 5.2, 300])).toEqual([
    "right",
    "right",
    "right",
  ]);
  expect(drawn([5, 5, 0], [3.9, 5, 100], [5, 5, 200], [5, 5, 300])).toEqual(["left", "right"]);
});

test("slowly down it pushes until the finger is up, and to the sides meanwhile", () => {
  expect(
    drawn([5, 5, 0], [5, 5.6, 150], [5, 6.1, 300], [5, 7, 450], [6.1, 7.2, 600], [6.1, 7.2, 700]),
  ).toEqual(["soft held", "right", "soft let go"]);
});

test("up again it pushes no more", () => {
  expect(drawn([5, 5, 0], [5, 6.2, 300], [5, 8, 700], [5, 6.9, 900], [5, 6.9, 1500])).toEqual([
    "soft held",
    "soft let go",
  ]);
});

test("a flick down drops, also after a rest or after steps", () => {
  expect(drawn([5, 5, 0], [5, 6.6, 30], [5.2, 8.5, 60], [5.2, 9, 75])).toEqual(["hard"]);
  expect(drawn([5, 5, 0], [5, 5.1, 400], [5, 7, 430], [5, 9, 460], [5, 9, 465])).toEqual(["hard"]);
  expect(
    drawn([5, 5, 0], [6.1, 5, 80], [6.1, 5, 300], [6.1, 7, 340], [6.1, 9, 370], [6.1, 9.2, 380]),
  ).toEqual(["right", "hard"]);
});

test("fast down and then still is no flick", () => {
  expect(drawn([5, 5, 0], [5, 7, 40], [5, 8, 60], [5, 8, 500])).toEqual([]);
});

test("a swipe up keeps the piece; slowly up does nothing", () => {
  expect(drawn([5, 9, 0], [5, 8, 40], [5.2, 6, 90], [5.2, 5.5, 100])).toEqual(["hold"]);
  expect(drawn([5, 9, 0], [5, 8, 400], [5, 7, 800], [5, 6.9, 900])).toEqual([]);
});

test("a tap of two fingers turns the other way, once, whichever comes up first", () => {
  for (const order of [
    [1, 2],
    [2, 1],
  ]) {
    const finger = begin();
    finger.down([3, 5, 0], 1);
    finger.down([6, 5, 20], 2);
    for (const id of order) finger.up([id * 3, 5, 100], id);
    expect(finger.sent).toEqual(["counter"]);
  }
});

test("while one finger drags, a tap of another one turns the other way", () => {
  const finger = begin();
  finger.down([3, 5, 0]);
  finger.move([4.1, 5, 100]);
  finger.down([7, 7, 150], 2);
  finger.up([7, 7, 220], 2);
  finger.move([5.2, 5, 300]);
  finger.up([5.2, 5, 400]);
  expect(finger.sent).toEqual(["right", "counter", "right"]);
});

test("where the browser takes the finger away nothing stays held", () => {
  const finger = begin();
  finger.down([5, 5, 0]);
  finger.move([5, 6.5, 300]);
  finger.cancel();
  finger.move([5, 9, 400]);
  finger.up([5, 9, 500]);
  expect(finger.sent).toEqual(["soft held", "soft let go"]);
});

test("a finger that was never put down is none", () => {
  const finger = begin();
  finger.move([1, 1, 0], 7);
  finger.up([1, 1, 10], 7);
  expect(finger.sent).toEqual([]);
});
