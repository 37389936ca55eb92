import { expect, test } from "vitest";
import { createTouches } from "../painting/testing/touches.ts";
import { snakeGestures } from "./gestures.ts";

const fingers = () =>
  createTouches((send) =>
    snakeGestures(send, { mode: "classic", speed: "normal", size: "medium" }),
  );

test.each([
  ["up", 0, -1],
  ["down", 0, 1],
  ["left", -1, 0],
  ["right", 1, 0],
])("a swipe %s is a press", (way, dx, dy) => {
  const { sent, down, move, up } = fingers();
  down(200, 200);
  move(200 + dx * 10, 200 + dy * 10);
  expect(sent).toEqual([]);
  move(200 + dx * 40, 200 + dy * 40);
  move(200 + dx * 90, 200 + dy * 90);
  up(200 + dx * 90, 200 + dy * 90);
  expect(sent).toEqual([`press ${way}`]);
});

test("bends of one drag are turns of their own", () => {
  const { sent, down, move } = fingers();
  down(100, 100);
  move(150, 100);
  move(150, 150);
  move(200, 150);
  move(200, 100);
  expect(sent).toEqual(["press right", "press down", "press right", "press up"]);
});

test("a swipe that ends before a move was told counts by where it ends", () => {
  const { sent, down, up } = fingers();
  down(100, 100);
  up(100, 180);
  expect(sent).toEqual(["press down"]);
});

test("the same swipe again is another press, and a tap is none", () => {
  const { sent, down, up } = fingers();
  for (let time = 0; time < 2; time += 1) {
    down(100, 100);
    up(180, 100);
  }
  down(100, 100);
  up(102, 101);
  expect(sent).toEqual(["press right", "press right"]);
});

test("what is askew waits until it is clear", () => {
  const { sent, down, move } = fingers();
  down(100, 100);
  move(140, 140);
  expect(sent).toEqual([]);
  move(180, 140);
  expect(sent).toEqual(["press right"]);
});

test("a second finger does nothing, and what is cancelled is forgotten", () => {
  const { sent, down, move, cancel } = fingers();
  down(100, 100, 1);
  down(300, 300, 2);
  move(300, 200, 2);
  cancel();
  move(200, 100, 1);
  expect(sent).toEqual([]);
});
