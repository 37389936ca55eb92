import { afterEach, expect, test } from "vitest";
import { findPad, isPressed, pressedControl } from "./gamepad.ts";

const padOf = (pressed: readonly number[], axes: readonly number[] = [0, 0, 0, 0]) => ({
  mapping: "standard" as const,
  axes,
  buttons: Array.from({ length: 17 }, (_, at) => {
    const isDown = pressed.includes(at);
    return { pressed: isDown, touched: isDown, value: isDown ? 1 : 0 };
  }),
});

const plugIn = (getGamepads: () => unknown) =>
  Object.defineProperty(navigator, "getGamepads", { value: getGamepads, configurable: true });
afterEach(() => void Reflect.deleteProperty(navigator, "getGamepads"));

test("a stick is a direction once it is half way, and both at once askew", () => {
  const askew = padOf([], [-0.7, 0.5, 0, 0]);
  expect(isPressed(askew, "stick-left")).toBe(true);
  expect(isPressed(askew, "stick-down")).toBe(true);
  expect(isPressed(askew, "stick-right")).toBe(false);
  expect(pressedControl(padOf([], [0.4, -0.49, 0, 0]))).toBeUndefined();
});

test("Start is the shell's: whoever sets a button does not get it", () => {
  expect(pressedControl(padOf([9]))).toBeUndefined();
  expect(pressedControl(padOf([9, 14]))).toBe(14);
  expect(pressedControl(padOf([], [0, -1, 0, 0]))).toBe("stick-up");
});

test("the first one of the standard layout is read, and a button that it has not is not pressed", () => {
  const pad = padOf([0]);
  plugIn(() => [null, { ...padOf([3]), mapping: "" }, pad]);
  expect(findPad()).toBe(pad);
  expect(isPressed(pad, 40)).toBe(false);
});

test("where there is none, or the browser has none for this page, nothing is read", () => {
  expect(findPad()).toBeUndefined();
  plugIn(() => [null, null]);
  expect(findPad()).toBeUndefined();
  plugIn(() => {
    throw new DOMException("not for this page", "SecurityError");
  });
  expect(findPad()).toBeUndefined();
});
