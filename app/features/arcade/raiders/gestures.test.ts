import { expect, test } from "vitest";
import { createTouches } from "../painting/testing/touches.ts";
import { raidersGestures } from "./gestures.ts";

const fingers = (autofire = false) =>
  createTouches((send) => raidersGestures(send, { mode: "normal", shots: 1, autofire }));

test("a drag holds the side it goes to, and none near where it began", () => {
  const { sent, down, move, up } = fingers();
  down(100, 200);
  move(103, 200);
  expect(sent).toEqual([]);
  move(115, 200);
  move(120, 190);
  move(101, 200);
  move(90, 200);
  up(90, 200);
  expect(sent).toEqual(["hold right", "free right", "hold left", "free left"]);
});

test("who has gone far turns round without coming back all the way", () => {
  const { sent, down, move } = fingers();
  down(20, 200);
  move(200, 200);
  move(160, 200);
  expect(sent).toEqual(["hold right", "free right", "hold left"]);
});

test("a tap fires; a drag or a long touch does not", () => {
  const { sent, down, move, up, wait } = fingers();
  down(100, 200);
  wait(80);
  up(101, 200);
  expect(sent).toEqual(["press fire"]);
  down(100, 200);
  wait(400);
  up(100, 200);
  down(100, 200);
  move(120, 200);
  move(100, 200);
  up(100, 200);
  expect(sent).toEqual(["press fire", "hold right", "free right"]);
});

test("another finger fires while the first one steers, for as long as it is down", () => {
  const { sent, down, move, up } = fingers();
  down(50, 200, 1);
  move(80, 200, 1);
  down(180, 200, 2);
  move(190, 100, 2);
  up(190, 100, 2);
  up(80, 200, 1);
  expect(sent).toEqual(["hold right", "hold fire", "free fire", "free right"]);
});

test("with firing while held, the finger that steers fires too", () => {
  const { sent, down, move, up } = fingers(true);
  down(100, 200, 1);
  move(120, 200, 1);
  down(180, 200, 2);
  up(120, 200, 1);
  up(180, 200, 2);
  expect(sent).toEqual(["hold fire", "hold right", "free right", "free fire"]);
});

test("a tap fires at once with firing while held", () => {
  const { sent, down, up } = fingers(true);
  down(100, 200);
  up(100, 200);
  expect(sent).toEqual(["hold fire", "free fire"]);
});

test("nothing is held after the finger was taken away", () => {
  const { sent, down, move, cancel, up } = fingers(true);
  down(100, 200, 1);
  move(120, 200, 1);
  cancel();
  up(120, 200, 1);
  expect(sent).toEqual(["hold fire", "hold right", "free right", "free fire"]);
});
