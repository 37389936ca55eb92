import { expect, test } from "vitest";
import { coversWhole, fingerprintOf } from "./fingerprint.ts";

const MIB = 1024 * 1024;

function fileOf(sizeBytes: number, changedAt?: number): Blob {
  const bytes = Buffer.alloc(sizeBytes, "not all the same");
  if (changedAt !== undefined) bytes[changedAt] = 0;
  return new Blob([bytes]);
}

test("the same bytes have the same fingerprint, and any change of a small file another", async () => {
  const print = await fingerprintOf(fileOf(1000));
  expect(print).toMatch(/^[0-9a-f]{64}$/);
  expect(await fingerprintOf(fileOf(1000))).toBe(print);
  const others = [fileOf(999), fileOf(1001), fileOf(1000, 0), fileOf(1000, 500), fileOf(1000, 999)];
  for (const other of others) expect(await fingerprintOf(other)).not.toBe(print);
  expect(await fingerprintOf(new Blob([]))).toMatch(/^[0-9a-f]{64}$/);
});

test("of a large file beginning, end and samples between count", async () => {
  const size = 8 * MIB + 17;
  expect([coversWhole(MIB), coversWhole(size)]).toEqual([true, false]);
  const print = await fingerprintOf(fileOf(size));
  for (const at of [0, 256 * 1024 - 1, 256 * 1024, size - 1, size - 256 * 1024]) {
    expect(await fingerprintOf(fileOf(size, at)), `byte ${at}`).not.toBe(print);
  }
  expect(await fingerprintOf(fileOf(size + 1))).not.toBe(print);
});
