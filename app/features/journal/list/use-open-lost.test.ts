import { expect, test } from "vitest";
import { diary, garden, openJournalBench, textOf } from "../testing/journal-bench.ts";
import { stillThere } from "./use-open-lost.ts";

test("of a journal that was locked, and of what was settled, nothing is shown while the rest is looked at", () => {
  const { store, records, put } = openJournalBench();
  for (const journal of [diary, garden] as const) {
    put("rain", { text: "It rained." }, journal);
    for (const id of ["one", "two"]) {
      records[journal].elsewhere([
        { kind: "lost", id, register: "of", value: { v: "texts/rain/doc" } },
        { kind: "lost", id, register: "text", value: { v: textOf(`${journal} ${id}`) } },
      ]);
    }
  }
  const open = store.lost();
  expect(stillThere(open, store.lost())).toHaveLength(4);
  store.use([{ journal: diary, records: records[diary] }]);
  records[diary].elsewhere([{ kind: "lost", id: "one", register: "gone", value: { v: true } }]);
  expect(stillThere(open, store.lost())?.map(({ text }) => text)).toEqual([textOf(`${diary} two`)]);
  expect(stillThere(undefined, store.lost())).toBeUndefined();
});
