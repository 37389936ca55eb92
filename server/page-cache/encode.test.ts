import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { chooseEncoding, encode } from "./encode.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["GZIP", "gzip"],
  ["brotli", "identity"],
])("Accept-Encoding %j gets %s", (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test("what is encoded decodes to the same bytes", async () => {
  const body = Buffer.from("Foyer ".repeat(1000));
  expect(brotliDecompressSync(await encode(body, "br", 5))).toEqual(body);
  expect(gunzipSync(await encode(body, "gzip", 9))).toEqual(body);
  expect(await encode(body, "identity", 5)).toBe(body);
});
