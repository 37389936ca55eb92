import { expect, test } from "vitest";
import { pages } from "./pages.ts";
import { canonicalPath } from "./canonical-path.ts";

test("every page is its own canonical path, in any case and with a slash behind", () => {
  for (const { path } of pages) {
    expect(canonicalPath(path)).toBe(path);
    expect(canonicalPath(path.toUpperCase())).toBe(path);
    expect(canonicalPath(path === "/" ? "//" : `${path}/`)).toBe(path);
  }
});

test("a project's page has a canonical path, and nothing deeper", () => {
  expect(canonicalPath("/Project/Tide-Clock/")).toBe("/project/tide-clock");
  expect(canonicalPath("/project/a/b")).toBeUndefined();
  expect(canonicalPath("/about/a")).toBeUndefined();
});

test("what stands below a page of mixed case has its own name in lower case", () => {
  for (const path of ["/TaskManager/abc", "/taskmanager/abc", "/TASKMANAGER/ABC/"]) {
    expect(canonicalPath(path), path).toBe("/TaskManager/abc");
  }
  expect(canonicalPath("/taskmanager/a/b")).toBeUndefined();
  expect(canonicalPath("/settings/abc")).toBeUndefined();
});

test("a path of nothing but slashes is judged at once", () => {
  const started = performance.now();
  expect(canonicalPath(`/a${"/".repeat(200_000)}a`)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(1000);
});

test("what is no page has none, so nothing redirects to another site", () => {
  for (const path of [
    "//evil.example",
    "/\\evil.example",
    "/project//evil.example",
    "/project/%2e%2e",
    "/nope",
  ]) {
    expect(canonicalPath(path), path).toBeUndefined();
  }
});
