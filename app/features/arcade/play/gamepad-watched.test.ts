import { afterEach, expect, test, vi } from "vitest";
import { watchPad } from "./gamepad.ts";

const pad = { mapping: "standard", buttons: [], axes: [] };

afterEach(() => {
  vi.unstubAllGlobals();
});

function createBrowser() {
  const browser = new EventTarget();
  const getGamepads = vi.fn<() => unknown[]>(() => []);
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("navigator", { getGamepads });
  return { browser, getGamepads };
}

test("without a gamepad the browser is asked once, and not in each frame", () => {
  const { getGamepads } = createBrowser();
  const find = watchPad(new AbortController().signal);
  for (let frame = 0; frame < 60; frame += 1) expect(find()).toBeUndefined();
  expect(getGamepads).toHaveBeenCalledTimes(1);
});

test.each(["gamepadconnected", "focus"])(
  "after %s it is looked for again, until it is gone",
  (name) => {
    const { browser, getGamepads } = createBrowser();
    const find = watchPad(new AbortController().signal);
    expect(find()).toBeUndefined();
    getGamepads.mockReturnValue([null, pad]);
    expect(find()).toBeUndefined();
    browser.dispatchEvent(new Event(name));
    for (let frame = 0; frame < 3; frame += 1) expect(find()).toBe(pad);
    getGamepads.mockReturnValue([null, null]);
    const asked = getGamepads.mock.calls.length;
    for (let frame = 0; frame < 3; frame += 1) expect(find()).toBeUndefined();
    expect(getGamepads).toHaveBeenCalledTimes(asked + 1);
  },
);

test("one that was there before is found", () => {
  const { getGamepads } = createBrowser();
  getGamepads.mockReturnValue([pad]);
  expect(watchPad(new AbortController().signal)()).toBe(pad);
});
