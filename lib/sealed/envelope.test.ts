import { expect, test } from "vitest";
import { type RecordPlace, type SealedItem, openRecord, sealRecord } from "./envelope.ts";
import { type JournalKeys, keysOf, newDataKey, sealedName } from "./keys.ts";
import { localCodec, openLocal, sealLocal } from "./local.ts";
import { SealedFault } from "./sealed-fault.ts";
import {
  bound,
  fixedBytes,
  gcm,
  naiveKeys,
  naiveName,
  naivePadme,
  ungcm,
} from "./testing/naive.ts";

const dataKey = fixedBytes(32, 3);
const where = { uid: "ann", journal: "sabcdefghij0123456789" };
const naive = naiveKeys(dataKey);
const keys = await keysOf(dataKey, where);
const item: SealedItem = {
  kind: "entries",
  id: "a1",
  title: { v: "Grüße 🌲", t: 1_795_600_000_000_000, p: 0 },
};
const place: RecordPlace = {
  part: "journalRecords",
  doc: await sealedName(keys, "entries/a1"),
  rev: 7,
};
const nonce = fixedBytes(12, 9);
const about = bound("record", where.uid, where.journal, place.part, place.doc, place.rev);

function naivePlain(text: string): Buffer {
  const plain = Buffer.from(text);
  const all = Buffer.alloc(naivePadme(4 + plain.length));
  all.writeUInt32BE(plain.length);
  plain.copy(all, 4);
  return all;
}

/** Any bytes, sealed rightly. */
const sealedAs = (plain: Buffer) =>
  Buffer.concat([Buffer.of(1), nonce, gcm(naive.record, nonce, about, plain)]);

const reasonOf = (opening: Promise<unknown>) =>
  opening.then(
    () => "opened",
    (error: unknown) => (error instanceof SealedFault ? error.reason : error),
  );
const reason = (
  sealed: Uint8Array,
  { at = place, by = keys }: { at?: RecordPlace; by?: JournalKeys } = {},
) => reasonOf(openRecord(by, at, sealed));

test("what was sealed is opened, by this code and by Node's own", async () => {
  const sealed = await sealRecord(keys, place, item);
  expect(await openRecord(keys, place, sealed)).toEqual(item);
  const plain = ungcm(naive.record, sealed.subarray(1, 13), about, sealed.subarray(13));
  expect(plain).toEqual(naivePlain(JSON.stringify(item)));
  expect(await openRecord(keys, place, sealedAs(plain))).toEqual(item);
});

test("a record of long ago can be read for ever", async () => {
  const old = Buffer.from(
    "AYK2Vx2lTo1fWgiGN01PSVBdf6BSiV7jkmq0SoZ54RaSYXQ2BrfcW1TAowsgTNwni5Skg+ajKyWPKnssm40QQ3NDkcKBxni95UiSg3p6BEp72sFluD41/X0LiPGHyjecC+IpbmxSFgWfXomAchpH6xKxdn4kSb8eOLO1bD2Hv4HqzxGJAgvexkRK+6K27ZwAgOjviqhTsagOco922tuV3gUlSsUB0tmcBCaeXCMlbV9UZ37yM+LXtoJ0l1L4NGpOZyjCOivad8iaaJoEruglrNeNSBVf9dkpQfcL08uvshoEcsuyprayYd+eKtscGCDG+35rb2VxZxMrxVHWwY5RqZIU9M74nT/N9106uSAO2skF9Wt1M4A6Z2/ANeTz",
    "base64",
  );
  expect(await openRecord(keys, place, old)).toEqual(item);
  expect(place.doc).toMatchInlineSnapshot(`"9H-nSpJ0kYsF0292fLN8n0"`);
});

test("names of documents are as Node's own crypto makes them, and say nothing", async () => {
  for (const what of ["entries/a1", "texts/a1", "lost/a1-title-17-xyz", "file/m1-s", ""]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is quick
    const name = await sealedName(keys, what);
    expect(name).toBe(naiveName(naive.ids, what));
    expect(name).toMatch(/^[A-Za-z0-9_-]{22}$/);
  }
});

test("each flipped bit is a fault", async () => {
  const sealed = await sealRecord(keys, place, item);
  const reasons = new Set<unknown>();
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = sealed.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is quick
    const found = await reason(changed);
    expect(found).toBe(bit < 8 ? "version" : "tag");
    reasons.add(found);
  }
  expect([...reasons]).toEqual(["version", "tag"]);
});

test("whatever is cut off, put behind or empty is a fault", async () => {
  const sealed = await sealRecord(keys, place, item);
  for (let length = 0; length < sealed.length; length += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is quick
    expect(await reason(sealed.slice(0, length))).toBe(length < 29 ? "shape" : "tag");
  }
  expect(await reason(Buffer.concat([sealed, Buffer.of(0)]))).toBe("tag");
});

test("a record opens nowhere but in its account, journal, part, document and revision", async () => {
  const sealed = await sealRecord(keys, place, item);
  const doc = await sealedName(keys, "entries/a2");
  expect(await reason(sealed, { at: { ...place, part: "journalTexts" } })).toBe("tag");
  expect(await reason(sealed, { at: { ...place, doc } })).toBe("tag");
  expect(await reason(sealed, { at: { ...place, rev: 6 } })).toBe("tag");
  expect(await reason(sealed, { by: { ...keys, uid: "bob" } })).toBe("tag");
  expect(await reason(sealed, { by: { ...keys, journal: "szzzzzzzzzz0123456789" } })).toBe("tag");
  const other = await keysOf(newDataKey(), where);
  expect(await reason(sealed, { by: other })).toBe("tag");
  expect(await reason(sealed, { by: { ...keys, record: keys.local } })).toBe("tag");
  expect(await reason(sealed)).toBe("opened");
});

test("who has the keys cannot be made to take one item for another", async () => {
  const doc = await sealedName(keys, "entries/a2");
  const sealed = await sealRecord(keys, { ...place, doc }, item);
  expect(await reason(sealed, { at: { ...place, doc } })).toBe("name");
});

test("what is sealed rightly and is no item is a fault that holds none of its words", async () => {
  const words = ["", "null", "5", '"diary"', "[]", "{}", '{"kind":"entries"}', '{"kind":1,"id":2}'];
  for (const text of [...words, '{"kind":"entries","id":"a1","diary":', "diary"]) {
    const opening = openRecord(keys, place, sealedAs(naivePlain(text)));
    // oxlint-disable-next-line no-await-in-loop -- one after the other is quick
    const fault = await opening.catch((error: unknown) => error as SealedFault);
    expect(fault).toMatchObject({ name: "SealedFault", reason: "shape" });
    expect(`${(fault as Error).stack} ${String((fault as Error).cause)}`).not.toContain("diary");
  }
});

test("a wrong length or padding is a fault", async () => {
  const good = naivePlain(JSON.stringify(item));
  const with32 = (length: number) => {
    const plain = Buffer.from(good);
    plain.writeUInt32BE(length);
    return plain;
  };
  const dirty = Buffer.from(good);
  dirty[dirty.length - 1] = 1;
  const faults = [
    with32(0),
    with32(good.length),
    with32(2 ** 32 - 1),
    dirty,
    Buffer.concat([good, Buffer.alloc(16)]),
    good.subarray(0, 200),
    Buffer.alloc(3),
    Buffer.alloc(0),
  ];
  const reasons = await Promise.all(faults.map((plain) => reason(sealedAs(plain))));
  expect(reasons).toEqual(faults.map(() => "shape"));
});

test("texts of any letters come back as they were, halves of letters too", async () => {
  const text = `\u0000\uD800 \uDC00 \uFEFF\u202E "\\ ${"漢🌲é".repeat(2_000)}`;
  const long = { ...item, doc: { v: text, t: 1, p: 0 } };
  const sealed = await sealRecord(keys, place, long);
  expect(await openRecord(keys, place, sealed)).toEqual(long);
});

test("two records of nearly the same words are as long, and never the same bytes", async () => {
  const [one, two] = await Promise.all([
    sealRecord(keys, place, item),
    sealRecord(keys, place, { ...item, title: { v: "Tea", t: 1_795_600_000_000_000, p: 0 } }),
  ]);
  expect(one).toHaveLength(1 + 12 + 256 + 16);
  expect(two).toHaveLength(one.length);
  const again = await sealRecord(keys, place, item);
  expect(again.subarray(1, 13)).not.toEqual(one.subarray(1, 13));
});

test("what is kept in the browser opens under its use and name only, and not as a record", async () => {
  const plain = fixedBytes(50);
  const sealed = await sealLocal(keys, "pack", ["7", 3], plain);
  expect(await openLocal(keys, "pack", ["7", 3], sealed)).toEqual(plain);
  const elsewhere = bound("pack", where.uid, where.journal, "7", 3);
  expect(ungcm(naive.local, sealed.subarray(1, 13), elsewhere, sealed.subarray(13))).toEqual(
    Buffer.from(plain),
  );
  expect(await reasonOf(openLocal(keys, "outbox", ["7", 3], sealed))).toBe("tag");
  expect(await reasonOf(openLocal(keys, "pack", ["7", 4], sealed))).toBe("tag");
  expect(await reasonOf(openLocal(keys, "pack", ["73"], sealed))).toBe("tag");
  expect(await reasonOf(openLocal({ ...keys, local: keys.record }, "pack", ["7", 3], sealed))).toBe(
    "tag",
  );
  await expect(sealLocal(keys, "pack", ["a\0b"], plain)).rejects.toThrow(TypeError);
});

test("what waits is sealed with what it is about", async () => {
  const codec = localCodec(keys, "outbox");
  const data = { ops: [{ kind: "entries", value: { v: "diary" } }] };
  const sealed = await codec.seal(data, "ann journals/s1 a");
  expect(Buffer.from(sealed).includes("diary")).toBe(false);
  expect(await codec.open(sealed, "ann journals/s1 a")).toEqual(data);
  expect(await reasonOf(codec.open(sealed, "ann journals/s1 b"))).toBe("tag");
});

test("keys stay where they are: none can be read, and all can be handed to a worker", async () => {
  const handed = structuredClone(keys);
  const sealed = await sealRecord(keys, place, item);
  expect(await openRecord(handed, place, sealed)).toEqual(item);
  for (const key of [keys.record, keys.ids, keys.local, keys.files]) {
    expect(key.extractable).toBe(false);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is quick
    await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow(
      /not extractable|not supported/,
    );
  }
  await expect(keysOf(new Uint8Array(31), where)).rejects.toThrow(TypeError);
});
