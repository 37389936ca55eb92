import { expect, test } from "vitest";
import { siteKeysBeside } from "./site-keys.ts";

const titlesBeside = (...keys: string[]) =>
  siteKeysBeside({
    tool: "Journal",
    shortcuts: keys.map((key) => ({ key, title: "Of the tool", run: () => {} })),
  }).map(({ title }) => title);

test("a key that the open tool has taken is not shown as one of the site", () => {
  expect(titlesBeside("n", "t")).toEqual(["Search", "This list"]);
  expect(titlesBeside("n", "/", "t")).toEqual(["This list"]);
});

test("without a tool all keys of the site are shown", () => {
  expect(siteKeysBeside(undefined).map(({ key }) => key)).toEqual(["/", "t", "?"]);
});
