import { expect, test } from "vitest";
import { fontPairIds } from "#lib/documents/fonts.ts";
import { publicDataOf } from "../../tests/support/public-data.ts";
import { fontFaces } from "./font-faces.ts";
import { siteFrame } from "./site-frame.ts";

const frame = (settings: object = {}, more: object = {}) =>
  siteFrame(publicDataOf({ resume: { basics: { name: "Ada" } }, settings, ...more }));

test("a site without settings adds nothing to the style sheet and loads the usual two files", () => {
  const { style, fonts, titles } = frame();
  expect(style).toBe("");
  expect(fonts).toHaveLength(2);
  expect(titles).toEqual({});
  expect(frame({ accent: "#8a3b12" }).style).toBe(":root{--accent-source:#8a3b12}");
});

test("only the chosen pair is loaded, at most two files, each with a stand-in of its measures", () => {
  for (const pair of fontPairIds) {
    const { style, fonts } = frame({ fonts: pair });
    expect(fonts.length, pair).toBeLessThanOrEqual(2);
    if (pair === "brygada") continue;
    for (const href of fonts) expect(style).toContain(`src:url(${href})`);
    const standIns = [...style.matchAll(/size-adjust:[\d.]+%;ascent-override:[\d.]+%/g)];
    expect(standIns.length > 0, pair).toBe(fonts.length > 0);
    expect(style).toMatch(/:root\{--display:[^;}]+;--text:[^;}]+\}$/);
    expect(style).not.toContain("<");
  }
  const files = fontPairIds.flatMap((pair) => fontFaces[pair].files);
  expect(new Set(files).size).toBe(files.length);
});

test("titles of the owner's own are told by path", () => {
  const seo = {
    pages: [
      { path: "/about", title: "The keeper" },
      { path: "/contact", description: "Write." },
    ],
  };
  expect(frame({}, { seo }).titles).toEqual({ "/about": "The keeper" });
});
