import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { createSearchIndex } from "./search-index.ts";
import { openSearchIndex, searchIndexVersion, storeSearchIndex } from "./stored-index.ts";

function small() {
  const index = createSearchIndex();
  for (let at = 0; at < 60; at++) {
    const text = `walk ${at} ${"tea café 東京".slice(0, at % 12)}`;
    index.put({ id: `e${at}`, when: at / 3, version: at + 0.5, head: `title ${at % 7}`, text });
  }
  return index;
}

test("what was stored is opened as it was, wherever its bytes lie", () => {
  const index = small();
  const bytes = storeSearchIndex(index.base(), 1_764_000_000_123.5);
  expect(bytes.length % 4).toBe(0);
  for (const shift of [0, 1, 3, 8]) {
    const moved = new Uint8Array(bytes.length + shift).subarray(shift);
    moved.set(bytes);
    const opened = openSearchIndex(moved);
    expect(opened?.upTo).toBe(1_764_000_000_123.5);
    const again = createSearchIndex(opened?.base);
    for (const query of ["walk", "title 3", "caef", "京", "ttile"]) {
      expect(again.find(query)).toEqual(index.find(query));
    }
    expect(again.versionOf("e7")).toBe(7.5);
    expect(storeSearchIndex(again.base(), 1_764_000_000_123.5)).toEqual(bytes);
  }
});

test("an index of nothing can be stored", () => {
  const opened = openSearchIndex(storeSearchIndex(createSearchIndex().base(), 0));
  expect(createSearchIndex(opened?.base).find("walk")).toEqual({ count: 0, found: [] });
});

test("another version, less or more of it, or another file is not opened", () => {
  const bytes = storeSearchIndex(small().base(), 0);
  const other = bytes.slice();
  new Uint32Array(other.buffer)[1] = searchIndexVersion + 1;
  const longer = new Uint8Array(bytes.length + 4);
  longer.set(bytes);
  for (const wrong of [
    other,
    longer,
    bytes.slice(0, -4),
    bytes.slice(4),
    new Uint8Array(),
    new Uint8Array(400),
  ]) {
    expect(openSearchIndex(wrong)).toBeUndefined();
  }
});

test("a damaged one is not opened, whichever bit it is", () => {
  const bytes = storeSearchIndex(small().base(), 0);
  for (let bit = 0; bit < bytes.length * 8; bit += 5) {
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(openSearchIndex(bytes), `bit ${bit}`).toBeUndefined();
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  }
});

test("one that was made wrong, with a sum that fits, neither throws nor loops", () => {
  const { below } = seededRandom(7);
  const index = small();
  const bytes = storeSearchIndex(index.base(), 0);
  let opened = 0;
  for (let run = 0; run < 3000; run++) {
    const wrong = bytes.slice();
    for (let times = below(3); times >= 0; times--)
      wrong[12 + below(wrong.length - 12)] = below(256);
    const units = new Uint32Array(wrong.buffer);
    let sum = 0x811c9dc5;
    for (let at = 3; at < units.length; at++) {
      sum = Math.imul(sum ^ (units[at] ?? 0), 0x01000193);
      sum ^= sum >>> 15;
    }
    units[2] = sum >>> 0;
    const base = openSearchIndex(wrong)?.base;
    if (!base) continue;
    opened++;
    const again = createSearchIndex(base);
    for (const query of ["w", "walk", "wlak tea", "title"]) again.find(query);
    again.put({ id: "e1", when: 0, version: 0, head: "", text: "walk" });
    again.merge();
    // Its id may be one of those that were changed.
    expect([60, 61]).toContain(again.size);
  }
  expect(opened).toBeGreaterThan(100);
});
