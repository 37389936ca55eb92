import { expect, test } from "vitest";
import { formsOf, formsOfBytes, foundIn } from "./find-words.ts";

const word = "Übermorgen≈teatime";
const all = formsOf([word]);
const noise = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 167 + 13) % 256));

test("what is not there is not found", () => {
  expect(foundIn(noise(100_000), all)).toEqual([]);
  expect(foundIn(Buffer.from(word.slice(1)), all)).toEqual([]);
});

test.each([
  ["utf8", (text: string) => Buffer.from(text)],
  ["utf16le", (text: string) => Buffer.from(text, "utf16le")],
  ["utf16be", (text: string) => Buffer.from(text, "utf16le").swap16()],
  ["hex", (text: string) => Buffer.from(Buffer.from(text).toString("hex"))],
  ["hex", (text: string) => Buffer.from(Buffer.from(text).toString("hex").toUpperCase())],
  ["base64", (text: string) => Buffer.from(Buffer.from(text).toString("base64"))],
  ["base64url", (text: string) => Buffer.from(Buffer.from(text).toString("base64url"))],
  ["url", (text: string) => Buffer.from(encodeURIComponent(text))],
  [
    "json",
    (text: string) =>
      Buffer.from(
        text.replaceAll(
          /./gsu,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
        ),
      ),
  ],
])("a word is found as %s, wherever it begins", (form, write) => {
  for (const before of ["", "a", "ab", "abc", '{"v":"']) {
    const bytes = Buffer.concat([noise(50), write(`${before}${word} and more`), noise(50)]);
    expect(foundIn(bytes, all)).toContain(`${word} as ${form}`);
  }
});

test("bytes of a file are found as they are and as base64", () => {
  const mark = noise(64).subarray(3, 40);
  const forms = formsOfBytes("pixels", mark);
  expect(foundIn(noise(100), forms)).toEqual(["pixels as bytes"]);
  for (const at of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(at), mark, noise(9)]).toString("base64");
    expect(foundIn(Buffer.from(text), forms)).toEqual(["pixels as base64"]);
  }
});
