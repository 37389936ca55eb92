import { expect, test } from "vitest";
import { openFile, sealFile, sealedFileBytes } from "./file-chunks.ts";
import { keysOf } from "./keys.ts";
import { SealedFault } from "./sealed-fault.ts";
import { bound, fixedBytes, gcm, naiveFileKey, naiveKeys, naivePadme } from "./testing/naive.ts";

const mebibyte = 1_048_576;
const step = mebibyte + 16;
const where = { uid: "ann", journal: "sabcdefghij0123456789" };
const dataKey = fixedBytes(32, 3);
const naive = naiveKeys(dataKey);
const keys = await keysOf(dataKey, where);
const name = "abcdefghijklmnopqrstuv";

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const sealedOf = async (plain: Uint8Array<ArrayBuffer>) =>
  bytesOf(await sealFile(keys, name, new Blob([plain])));
const opened = (sealed: Uint8Array, { as = name, by = keys } = {}) =>
  openFile(by, as, new Blob([Uint8Array.from(sealed)]), "image/jpeg");
const reason = (sealed: Uint8Array, how: Parameters<typeof opened>[1] = {}) =>
  opened(sealed, how).then(
    () => "opened",
    (error: unknown) => (error instanceof SealedFault ? error.reason : String(error)),
  );

/** The whole format a second time. */
function naiveSealed(salt: Uint8Array, padded: Buffer): Buffer {
  const key = naiveFileKey(naive.files, salt);
  const about = bound("file", where.uid, where.journal, name);
  const pieces: Buffer[] = [];
  for (let at = 0; at * mebibyte < padded.length; at += 1) {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(at);
    nonce[11] = (at + 1) * mebibyte >= padded.length ? 1 : 0;
    pieces.push(gcm(key, nonce, about, padded.subarray(at * mebibyte, (at + 1) * mebibyte)));
  }
  return Buffer.concat([Buffer.of(1), salt, ...pieces]);
}

function naivePadded(plain: Uint8Array): Buffer {
  const all = Buffer.alloc(naivePadme(6 + plain.length));
  all.writeUIntBE(plain.length, 0, 6);
  all.set(plain, 6);
  return all;
}

test("files of all kinds of lengths are sealed as Node's own crypto seals them, and opened", async () => {
  const lengths = [0, 1, 249, 250, 251, 5_000, mebibyte - 7, mebibyte - 6, mebibyte - 5, mebibyte];
  for (const length of [...lengths, 2 * mebibyte - 6, 2 * mebibyte, 2_500_000]) {
    const plain = fixedBytes(length, length + 1);
    // oxlint-disable-next-line no-await-in-loop -- one at a time in memory
    const sealed = await sealedOf(plain);
    expect(Buffer.compare(sealed, naiveSealed(sealed.subarray(1, 17), naivePadded(plain)))).toBe(0);
    expect(sealed).toHaveLength(sealedFileBytes(length));
    // oxlint-disable-next-line no-await-in-loop -- as above
    const file = await opened(sealed);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(Buffer.compare(await bytesOf(file), plain)).toBe(0);
    expect(file.type).toBe("image/jpeg");
  }
});

test("a file of long ago can be read for ever", async () => {
  const old = Buffer.from(
    "AQMFVlRfOk+EqjXSTI4Vxp40pugNnyEKlaQbYlvWbvPM94wYqAKixUFXmE8/IE4G2WNB0+lqDSMHjowQyGCrKfbvNNRHtK5CgS0c7POSCPoU0ts9kdEhlkq7ztYRe7Z6pueenk2NuDUUqc0Y4N5QgHiwn81ZyiH3oF3FwrTWccO6ku3CZicFwVJzljB2qztmK13vwlwUEiNoYVAJYbY+3b81ZY3xf7fH+Xw3F4yww4I/u8Tjv7xB5LaHfMi4shFNMCba95iVjxHhQU3JSYVkcHzXxvnoc7mvLRbZhGCSVL6NbRHtJrsHv7sNYvzl6kb0p9MiJgxzB/7sE2kTtsIKy/CGEsG64E69uWJSkwWwSqjJQcdCTQwXtMz9iyupqDjp8A==",
    "base64",
  );
  expect(Buffer.from(await bytesOf(await opened(old))).toString()).toBe("A picture of the sea");
});

test("each flipped bit of a small file is a fault", async () => {
  const sealed = await sealedOf(fixedBytes(100));
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = sealed.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is quick
    expect(await reason(changed)).toBe(bit < 8 ? "version" : "tag");
  }
});

test("pieces that are cut off, exchanged, doubled, left out or put behind are seen", async () => {
  const sealed = await sealedOf(fixedBytes(3 * mebibyte - 6));
  const other = await sealedOf(fixedBytes(3 * mebibyte - 6));
  const head = sealed.subarray(0, 17);
  const [one, two, three] = [0, 1, 2].map((at) =>
    sealed.subarray(17 + at * step, 17 + (at + 1) * step),
  ) as [Uint8Array, Uint8Array, Uint8Array];
  expect(Buffer.concat([head, one, two, three])).toHaveLength(sealed.length);
  const wrong = [
    [head, one],
    [head, one, two],
    [head, two, one, three],
    [head, one, one, three],
    [head, one, three],
    [head, three],
    [head, one, two, three, three],
    [head, one, two, three, Buffer.of(0)],
    [head, one, two, three.subarray(0, -1)],
    [head, one, two, three.subarray(0, 10)],
    [head, one, other.subarray(17 + step, 17 + 2 * step), three],
    [other.subarray(0, 17), one, two, three],
  ];
  for (const parts of wrong) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time in memory
    expect(await reason(Buffer.concat(parts))).toBe("tag");
  }
  expect(await reason(head)).toBe("shape");
  expect(await reason(head.subarray(0, 16))).toBe("shape");
  expect(await reason(Buffer.alloc(0))).toBe("shape");
});

test("a file opens under its own name, in its journal and account only", async () => {
  const sealed = await sealedOf(fixedBytes(100));
  expect(await reason(sealed, { as: `${name.slice(1)}x` })).toBe("tag");
  expect(await reason(sealed, { by: { ...keys, journal: "szzzzzzzzzz0123456789" } })).toBe("tag");
  expect(await reason(sealed, { by: { ...keys, uid: "bob" } })).toBe("tag");
  expect(await reason(sealed, { by: await keysOf(fixedBytes(32, 4), where) })).toBe("tag");
});

test("what was sealed with a wrong length or padding is a fault", async () => {
  const salt = fixedBytes(16, 5);
  const good = naivePadded(fixedBytes(300));
  expect(await reason(naiveSealed(salt, good))).toBe("opened");
  const long = Buffer.from(good);
  long.writeUIntBE(good.length, 0, 6);
  const huge = Buffer.from(good);
  huge.writeUIntBE(2 ** 48 - 1, 0, 6);
  const short = Buffer.from(good);
  short.writeUIntBE(10, 0, 6);
  const dirty = Buffer.from(good);
  dirty[dirty.length - 1] = 1;
  const longer = Buffer.concat([good, Buffer.alloc(32)]);
  const faults = [long, huge, short, dirty, longer, Buffer.alloc(5)];
  for (const padded of faults) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is quick
    expect(await reason(naiveSealed(salt, padded))).toBe("shape");
  }
});

test("the same file is never sealed to the same bytes", async () => {
  const [one, two] = await Promise.all([sealedOf(fixedBytes(100)), sealedOf(fixedBytes(100))]);
  expect(one.subarray(1, 17)).not.toEqual(two.subarray(1, 17));
  expect(one.subarray(17)).not.toEqual(two.subarray(17));
});
