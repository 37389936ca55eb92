import { expect, test } from "vitest";
import { storedFileName } from "./file-name.ts";

test("a name that every device can write stays as it is", () => {
  for (const name of [
    "photo.jpg",
    ".profile",
    "a b.tar.gz",
    "Übersicht (2).pdf",
    "写真.png",
    "no end.",
  ])
    expect(storedFileName(name)).toBe(name);
});

test("what would be a folder, a command to a terminal or no name at all is none", () => {
  expect(
    ["../../etc/passwd", "a\\b.txt", "a\r\nb\0.txt", ".", "..", "  ", ""].map(storedFileName),
  ).toEqual([".._.._etc_passwd", "a_b.txt", "a_b_.txt", "file", "file", "file", "file"]);
});

test("no name can be shown as if it ended otherwise", () => {
  expect(storedFileName("\u202egnp.exe")).toBe("gnp.exe");
  expect(storedFileName("a\u2066\u200fb\u061c.txt")).toBe("ab.txt");
});

test("one umlaut is one name, whichever system the file comes from", () => {
  expect(storedFileName("U\u0308ber.txt")).toBe("\u00dcber.txt");
  expect(storedFileName("\ud800.txt")).toBe("\ufffd.txt");
});

test("a name that is too long is cut between characters and keeps its extension", () => {
  const cut = storedFileName(`${"写".repeat(100)}.jpeg`);
  expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(200);
  expect(cut).toBe(`${"写".repeat(65)}.jpeg`);
  expect(storedFileName("x".repeat(500))).toBe("x".repeat(200));
  expect(storedFileName(`a.${"x".repeat(500)}`)).toHaveLength(200);
});
