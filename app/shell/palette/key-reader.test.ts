import { expect, test } from "vitest";
import { pages } from "#lib/pages.ts";
import { createKeyReader, places } from "./key-reader.ts";

function reader() {
  let now = 0;
  const read = createKeyReader();
  return {
    press: (...keys: string[]) => keys.map((key) => read(key, now)).at(-1),
    wait: (ms: number) => void (now += ms),
  };
}

test("a slash, a question mark and a t mean something at once", () => {
  const { press } = reader();
  expect(press("/")).toEqual({ open: "search" });
  expect(press("?")).toEqual({ open: "sheet" });
  expect(press("t")).toBe("theme");
  expect(press("x")).toBeUndefined();
});

test("g and a letter lead to a page, each its own, and every page exists", () => {
  const letters = places.map(([letter]) => letter);
  expect(new Set(letters).size).toBe(letters.length);
  for (const [letter, path] of places) {
    expect(reader().press("g", letter)).toEqual({ go: path });
    expect(pages.map((page) => page.path)).toContain(path);
  }
});

test("the letter after g must come soon, and then means nothing else", () => {
  const { press, wait } = reader();
  press("g");
  wait(1500);
  expect(press("p")).toEqual({ go: "/project" });
  press("g");
  wait(1501);
  expect(press("p")).toBeUndefined();
  expect(press("g", "t")).toBeUndefined();
  expect(press("t")).toBe("theme");
});

const secret = "ArrowUp ArrowUp ArrowDown ArrowDown ArrowLeft ArrowRight ArrowLeft ArrowRight b a";

test("the long secret leads to /secret, also after other keys, and with caps lock on", () => {
  expect(reader().press("x", "ArrowUp", ...secret.split(" "))).toEqual({ go: "/secret" });
  expect(reader().press(...secret.replace("b a", "B A").split(" "))).toEqual({ go: "/secret" });
  expect(reader().press(...secret.replace("b a", "a b").split(" "))).toBeUndefined();
});
