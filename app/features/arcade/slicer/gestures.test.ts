import { expect, test } from "vitest";
import { rulesOf } from "../../../../games/slicer/testing/build.ts";
import { gestures } from "./gestures.ts";

function pressedBy(hands: "blade" | "lanes", places: readonly number[]): string[] {
  const pressed: string[] = [];
  const hold = (button: string) => pressed.push(`held ${button}`);
  const touch = gestures({ press: (button) => pressed.push(button), hold }, rulesOf({ hands }));
  places.forEach((x, id) => {
    touch.down({ id, x, y: 3000, atMs: id * 10 });
    touch.move({ id, x: 4095 - x, y: 100, atMs: id * 10 + 4 });
    touch.up({ id, x: 4095 - x, y: 100, atMs: id * 10 + 8 });
  });
  touch.cancel();
  return pressed;
}

test("a tap in a lane presses its button once, whatever the finger does then", () => {
  expect(pressedBy("lanes", [0, 819, 820, 2048, 3000, 4095])).toEqual([
    "lane1",
    "lane1",
    "lane2",
    "lane3",
    "lane4",
    "lane5",
  ]);
});

test("fingers that are there at once press a lane each", () => {
  const pressed: string[] = [];
  const touch = gestures(
    { press: (button) => pressed.push(button), hold: () => undefined },
    rulesOf({ hands: "lanes" }),
  );
  for (const id of [0, 1, 2]) touch.down({ id, x: 400 + id * 1640, y: 500, atMs: 5 });
  expect(pressed).toEqual(["lane1", "lane3", "lane5"]);
});

test("a place outside the field is the lane at its edge", () => {
  expect(pressedBy("lanes", [-20, 4200])).toEqual(["lane1", "lane5"]);
});

test("with the blade a finger is no button", () => {
  expect(pressedBy("blade", [100, 2000])).toEqual([]);
});
