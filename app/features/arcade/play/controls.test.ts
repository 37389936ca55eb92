import { expect, test } from "vitest";
import { snake } from "../snake/game.ts";
import {
  bitsOfKeys,
  isFree,
  keyName,
  keysOf,
  modeOf,
  padName,
  padOf,
  valuesOf,
  withKey,
  withPad,
} from "./controls.ts";
import { usualSettings } from "./settings.ts";

const [first, second] = snake.buttons as [
  (typeof snake.buttons)[number],
  (typeof snake.buttons)[number],
];

test("keys are the usual ones until somebody sets others", () => {
  expect(keysOf(snake, first, usualSettings)).toEqual(first.keys);
  const keys = withKey(snake, usualSettings, { button: first.id, keys: ["KeyJ"] });
  const settings = { ...usualSettings, keys };
  expect(keysOf(snake, first, settings)).toEqual(["KeyJ"]);
  expect(keysOf(snake, second, settings)).toEqual(second.keys);
  expect(bitsOfKeys(snake, settings).get("KeyJ")).toBe(first.bit);
  expect(bitsOfKeys(snake, settings).get(first.keys[0]!)).toBeUndefined();
});

test("a key that is given to a button is taken from the other one", () => {
  const taken = second.keys[0]!;
  const keys = withKey(snake, usualSettings, { button: first.id, keys: [taken] });
  const settings = { ...usualSettings, keys };
  expect(keysOf(snake, second, settings)).not.toContain(taken);
  expect(bitsOfKeys(snake, settings).get(taken)).toBe(first.bit);
});

test("so it is with the buttons of a gamepad, and other games keep theirs", () => {
  const taken = second.pad[0]!;
  const before = { ...usualSettings, pad: { tower: { drop: [3] } } };
  const pad = withPad(snake, before, { button: first.id, pad: [taken] });
  const settings = { ...usualSettings, pad };
  expect(padOf(snake, first, settings)).toEqual([taken]);
  expect(padOf(snake, second, settings)).not.toContain(taken);
  expect(pad["tower"]).toEqual({ drop: [3] });
});

test("modes and values that a game has not are the usual ones", () => {
  expect(modeOf(snake, { ...usualSettings, modes: { snake: "chess" } })).toBe(snake.modes[0]);
  expect(modeOf(snake, { ...usualSettings, modes: { snake: snake.modes[1]!.id } })).toBe(
    snake.modes[1],
  );
  const usual = Object.fromEntries(snake.choices.map(({ id, usual: value }) => [id, value]));
  const odd = Object.fromEntries(snake.choices.map(({ id }) => [id, 1e9]));
  expect(valuesOf(snake, { ...usualSettings, values: { snake: odd } })).toEqual(usual);
});

test("keys and buttons are called as people call them", () => {
  expect(["ArrowLeft", "KeyZ", "Digit4", "Space", "Numpad8"].map(keyName)).toEqual([
    "←",
    "Z",
    "4",
    "Space",
    "Keypad 8",
  ]);
  expect([0, 5, 14, "stick-up" as const, 40].map(padName)).toEqual([
    "A",
    "R1",
    "Pad left",
    "Stick up",
    "Button 40",
  ]);
});

test("the shell's keys, and those of the browser's shortcuts, are no button's", () => {
  for (const code of ["", "Escape", "Tab", "KeyP", "Enter", "ControlLeft", "AltRight", "MetaLeft"])
    expect(isFree(code)).toBe(false);
  for (const code of ["Space", "ShiftLeft", "KeyQ", "Numpad0"]) expect(isFree(code)).toBe(true);
});
