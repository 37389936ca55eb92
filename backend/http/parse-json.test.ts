import { expect, test } from "vitest";
import { BadJsonError, parseJson } from "./parse-json.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("JSON is parsed, and refused when it is none or not UTF-8", () => {
  expect(parseJson(bytes('{"a":[1,"ü"]}'), 10)).toEqual({ a: [1, "ü"] });
  for (const wrong of [bytes(""), bytes("{"), bytes("{a:1}"), new Uint8Array([0x22, 0xff, 0x22])]) {
    expect(() => parseJson(wrong, 10)).toThrow(BadJsonError);
  }
});

test.each(["[,,,,,,,,,,,]", `${"[".repeat(11)}${"]".repeat(11)}`, `[${"{},".repeat(6)}{}]`])(
  "%s has too many values, which is seen before it is parsed",
  (text) => {
    expect(() => parseJson(bytes(text), 10)).toThrow("At most 10 values");
  },
);
