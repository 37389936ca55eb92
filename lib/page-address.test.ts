import { expect, test } from "vitest";
import {
  dataOfPage,
  isPlainPath,
  pageOfData,
  pageOfDataSpelledAs,
  pageSpelledAs,
} from "./page-address.ts";

test.each([
  "/",
  "/about",
  "/project/tide-clock",
  "/assets/a-B_1.js",
  "/.ws",
  "/.well-known/x",
  "/about.data",
  "/a/",
])("%s is plain", (path) => expect(isPlainPath(path)).toBe(true));

test.each([
  "/%61bout",
  "/x/../about",
  "/./about",
  "/..",
  "//about",
  "/a//b",
  "/about\\",
  "/about#x",
  "/ü",
  "about",
  "",
  "*",
  "http://x/",
])("%s is not", (path) => expect(isPlainPath(path)).toBe(false));

test("a long path is judged at once", () => {
  const started = performance.now();
  isPlainPath(`${"/a".repeat(50_000)}%`);
  isPlainPath(`/${"a".repeat(100_000)}%`);
  expect(performance.now() - started).toBeLessThan(1000);
});

test("the data of a page is told from other paths", () => {
  expect(pageOfData("/_.data")).toBe("/");
  expect(pageOfData("/about.data")).toBe("/about");
  expect(pageOfData("/about/_.data")).toBeUndefined();
  expect(pageOfData("/about")).toBeUndefined();
  expect(pageOfData("/.data")).toBeUndefined();
});

test("the data of a page have one address, whatever leads to them", () => {
  for (const path of ["/_.data", "/.data", "//.data"]) {
    expect(pageOfDataSpelledAs(path), path).toBe("/");
  }
  for (const path of ["/about.data", "/about/.data", "/about/_.data"]) {
    expect(pageOfDataSpelledAs(path), path).toBe("/about");
  }
  // In the wrong case the router finds nothing there, and answers with the way to the page.
  for (const path of ["/about/more.data", "/About.data", "/settings.data"]) {
    expect(pageOfDataSpelledAs(path), path).toBeUndefined();
  }
  for (const page of ["/", "/about"]) expect(pageOfData(dataOfPage(page))).toBe(page);
});

test("other spellings lead to the page, and never to another site", () => {
  expect(pageSpelledAs("/%61bout")).toBe("/about");
  expect(pageSpelledAs("/x/../About/")).toBe("/about");
  expect(pageSpelledAs("/about%2F")).toBe("/about");
  expect(pageSpelledAs("//about")).toBe("/about");
  for (const path of [
    "/%",
    "/nope",
    "/%2F%2Fevil.example",
    "//evil.example",
    "//evil.example/about",
    "/%00",
  ]) {
    expect(pageSpelledAs(path), path).toSatisfy((to) => to === undefined || to === "/");
  }
});
