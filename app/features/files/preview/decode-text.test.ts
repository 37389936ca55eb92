import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

test("text is read in its encoding, and a letter that is cut in two is left out", () => {
  expect(decodeText(utf8("Größe 🐈"), false)).toBe("Größe 🐈");
  expect(decodeText(utf8("Größe 🐈").subarray(0, -1), true)).toBe("Größe ");
  expect(decodeText(utf8("\uFEFFa"), false)).toBe("a");
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0, 0xfc, 0]), false)).toBe("aü");
  expect(decodeText(new Uint8Array([0x47, 0x72, 0xf6, 0xdf, 0x65]), false)).toBe("Größe");
  expect(decodeText(new Uint8Array([0x61, 0, 0x62]), false)).toBe(undefined);
  expect(decodeText(new Uint8Array(), false)).toBe("");
});
