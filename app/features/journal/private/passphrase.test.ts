import { expect, test } from "vitest";
import { typedPassphrase, weakness } from "./passphrase.ts";

test("some words are taken in any writing, and so is what chance made", () => {
  for (const good of [
    "four words nobody guesses",
    "Über alle Wipfeln",
    "xq7Rb2mk9T",
    "水はどこへ行くのだろうか",
  ]) {
    expect(weakness(good), good).toBeUndefined();
  }
});

test("what is short is refused, and what fingers find by themselves", () => {
  expect(weakness("too short")).toContain("at least 10");
  // Nine, of which some are two units.
  expect(weakness("🌊🌊🌊🌊🌊🌊🌊🌊🌊")).toContain("at least 10");
  for (const bad of [
    "aaaaaaaaaa",
    "1234567890",
    "0987654321",
    "abababababab",
    "qwertyuiop",
    "Abcdefghijk",
    "qwertzuiop1234567",
  ]) {
    expect(weakness(bad), bad).toContain("guessed in seconds");
  }
});

test("a space that a phone put behind the last word is no part of it", () => {
  expect(typedPassphrase(" four words nobody guesses ")).toBe("four words nobody guesses");
});
