import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkAccent, contrast, grounds } from "./accent-contrast.ts";

test("contrast is what WCAG says of known pairs", () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 5);
  // #767676 on white, the lightest grey that text may have.
  const grey = 0x76 / 255;
  expect(contrast([1, 1, 1], [grey, grey, grey])).toBeCloseTo(4.54, 2);
});

test("every colour of the wheel can be read where it is used, by day and at night", () => {
  const steps = [0, 0x33, 0x66, 0x99, 0xcc, 0xff];
  const hex = (value: number) => value.toString(16).padStart(2, "0");
  const failed = steps.flatMap((red) =>
    steps.flatMap((green) =>
      steps
        .map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}`)
        .filter((accent) => checkAccent(accent)?.passes !== true),
    ),
  );
  expect(failed).toEqual([]);
  expect(checkAccent("#ffff00")?.asItIs.light).toBeLessThan(1.2);
});

test("a light colour is shown darker by day and as it is at night", () => {
  const check = checkAccent("#ffd9a0");
  expect(check?.shades.dark).toMatch(/^#f/);
  expect(check?.shades.light).toMatch(/^#[5-8]/);
  expect(checkAccent("gold")).toBeUndefined();
});

test("it reckons with the style sheet's own papers and lightness", () => {
  const css = readFileSync(new URL("../app/styles/tokens.css", import.meta.url), "utf8");
  const oklch = ([l, c, h]: readonly number[]) => `oklch(${l} ${c} ${h})`;
  const { light, dark } = grounds;
  expect(css).toContain(`--n1: light-dark(${oklch(light.paper)}, ${oklch(dark.paper)});`);
  expect(css).toContain(`--n3: light-dark(${oklch(light.row)}, ${oklch(dark.row)});`);
  expect(css).toContain("min(l, 0.47) c h)");
  expect(css).toContain("max(l, 0.79) min(c, 0.12) h)");
});
