import { expect, test } from "vitest";
import { freeName, nameFrom, nameKey, numberedName, splitName, whyNotName } from "./names.ts";

test("names that may be, and what is said of those that may not", () => {
  const fine = [
    "a",
    "Tide.jpg",
    ".env",
    "...",
    "ünïcode 🌊.txt",
    "CON",
    "é".repeat(127),
    "👩\u200d🔬",
    "می\u200cخواهم",
  ];
  expect(fine.map(whyNotName)).toEqual(fine.map(() => undefined));
  const wrong = ["", ".", "..", "a/b", "a\\b", "a\u0000", "a\n", " a", "e\u0301", "a\u202eb"];
  // Nobody sees these, or that they are others than names without them.
  wrong.push("a\u200bb", "a\u200f", "a\u061cb", "a\ufeffb", "\u200d", "\u3164", "\u2800 \u2800");
  for (const name of [...wrong, "\ud800", "é".repeat(128)]) {
    expect(whyNotName(name), JSON.stringify(name)).toMatch(/\.$/);
  }
});

test("capitals and ways to write a letter make no other name", () => {
  for (const [a, b] of [
    ["Tide.JPG", "tide.jpg"],
    ["Cafe\u0301", "CAFÉ"],
    ["Straße", "STRASSE"],
    ["ΟΔΟΣ", "οδος"],
    [" a ", "a"],
  ] as const) {
    expect(nameKey(a)).toBe(nameKey(b));
  }
  expect(nameKey("a")).not.toBe(nameKey("ä"));
});

test("a taken name gets the first number that is free, before its extension", () => {
  const taken = new Set(["tide.jpg", "tide (2).jpg"]);
  const free = (name: string, kind?: "folder") => freeName(name, (key) => taken.has(key), kind);
  expect(free("Tide.jpg")).toBe("Tide (3).jpg");
  expect(free("TIDE (2).jpg")).toBe("TIDE (3).jpg");
  expect(free("other.jpg")).toBe("other.jpg");
  expect(free("tide.jpg", "folder")).toBe("tide.jpg (2)");
  const long = numberedName(`${"é".repeat(124)}.jpeg`, 12, "file");
  expect(long).toMatch(/é \(12\)\.jpeg$/);
  expect(whyNotName(long)).toBeUndefined();
  expect(splitName("a.tar.gz")).toEqual({ stem: "a", extension: ".tar.gz" });
  expect(splitName(".env")).toEqual({ stem: ".env", extension: "" });
  expect(splitName("v1.2 final")).toEqual({ stem: "v1.2 final", extension: "" });
});

test("whatever a file system calls it, there is a name for it", () => {
  const raw = [
    "a/b",
    "..",
    "",
    "\u0000",
    " \ud800 ",
    "x".repeat(1000),
    "🌊".repeat(200),
    "\u200d\u200b",
    "e\u0301",
  ];
  for (const name of raw) expect(whyNotName(nameFrom(name)), name).toBeUndefined();
  expect(nameFrom("a/b:c.txt")).toBe("a_b:c.txt");
  expect(nameFrom(`${"x".repeat(300)}.pdf`)).toMatch(/x\.pdf$/);
});
