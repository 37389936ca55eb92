import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { createSha256, sha256 } from "./sha256.ts";

const random = seededRandom(1);
const bytesOf = (length: number) => Uint8Array.from({ length }, () => random.below(256));
const expected = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("it is the hash that everybody else has, at every length around a block and far beyond", () => {
  const lengths = [...Array.from({ length: 200 }, (_, length) => length), 100_003];
  for (const length of lengths) {
    const bytes = bytesOf(length);
    expect(Buffer.from(sha256(bytes)).toString("hex"), `${length}`).toBe(expected(bytes));
  }
});

test("a file has the same fingerprint where the browser cannot hash", async ({
  onTestFinished,
}) => {
  const file = new Blob([bytesOf(5000)]);
  const wanted = await fingerprintOf(file);
  const { subtle } = crypto;
  onTestFinished(() => void Object.defineProperty(crypto, "subtle", { value: subtle }));
  Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
  expect(await fingerprintOf(file)).toBe(wanted);
});

test("added in pieces of any length it is the same", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 251);
  for (const piece of [1, 3, 55, 56, 63, 64, 65, 119, 128, 500, 999]) {
    const hash = createSha256();
    for (let from = 0; from < bytes.length; from += piece)
      hash.add(bytes.subarray(from, from + piece));
    expect(hash.end()).toEqual(sha256(bytes));
  }
});
