import { expect, test } from "vitest";
import type { Item } from "#lib/records/register.ts";
import { createLazyMemory } from "./lazy-memory.ts";
import type { BaseInside } from "./records-base.ts";

/** So many texts that are being written to this browser; none of them can go. */
function memoryOf(writing: number) {
  const item: Item = { at: 1, registers: {} };
  const ids = Array.from({ length: writing }, (_, at) => `writing${at}`);
  const texts = new Map(ids.map((id) => [id, item]));
  const items = new Map(ids.map((id) => [`texts/${id}`, item]));
  let asked = 0;
  const inside = {
    items,
    all: new Map([["texts", texts]]),
    dirty: new Map(),
    echoes: new Map(),
    opsOf: () => [],
    after: () => () => {},
    signal: new AbortController().signal,
    store: {
      lazy: {
        isWriting(key: string) {
          asked += 1;
          return key.startsWith("texts/writing");
        },
        onWritten: () => {},
      },
    },
  } as unknown as BaseInside;
  const { hold } = createLazyMemory(["texts"], inside);
  const put = (id: string) => {
    texts.set(id, item);
    items.set(`texts/${id}`, item);
  };
  return { hold, put, texts, items, asked: () => asked };
}

test("who lets go of one text asks of that one alone, however many are in memory", () => {
  const { hold, put, texts, items, asked } = memoryOf(5000);
  for (let at = 0; at < 100; at++) {
    const release = hold([`texts/told${at}`]);
    put(`told${at}`);
    release();
  }
  expect(asked()).toBe(100);
  expect([texts.size, items.size]).toEqual([5000, 5000]);
});
