import { expect, test } from "vitest";
import type { Records } from "#app/live/records/records.ts";
import { diary, garden, openJournalBench } from "../testing/journal-bench.ts";
import { purgeEntries } from "./purge-entries.ts";

/** @returns how many texts were in memory at once, at most */
function counted({ store, records }: ReturnType<typeof openJournalBench>): () => number {
  let [held, most] = [0, 0];
  const journal = {
    ...records[diary],
    async hold(kind: string, id: string) {
      const letGo = await records[diary].hold(kind, id);
      held += 1;
      most = Math.max(most, held);
      return () => {
        held -= 1;
        letGo();
      };
    },
  };
  store.use([
    { journal: diary, records: journal },
    { journal: garden, records: records[garden] },
  ]);
  return () => most;
}

test("a trash of many entries goes step by step, never with all of their texts in memory", async () => {
  const bench = openJournalBench();
  const keys = Array.from({ length: 120 }, (_, at) =>
    bench.put(`e${at}`, { text: "Words", gone: true }),
  );
  bench.put("kept", { text: "Words" });
  const most = counted(bench);
  expect(await purgeEntries(bench.store, keys)).toBe(120);
  expect(most()).toBeLessThanOrEqual(50);
  expect([...bench.records[diary].all("entries").keys()]).toEqual(["kept"]);
  expect([...bench.records[diary].all("texts").keys()]).toEqual(["kept"]);
});

test("what is restored while others go stays whole", async () => {
  const bench = openJournalBench();
  const keys = Array.from({ length: 60 }, (_, at) =>
    bench.put(`e${at}`, { text: "Words", gone: true }),
  );
  const records = {
    ...bench.records[diary],
    purge(items: Parameters<Records["purge"]>[0]) {
      // As soon as the first ones go.
      bench.acts.entries.restore([`${diary}.e59`]);
      return bench.records[diary].purge(items);
    },
  };
  bench.store.use([
    { journal: diary, records },
    { journal: garden, records: bench.records[garden] },
  ]);
  await purgeEntries(bench.store, keys);
  expect([...bench.records[diary].all("texts").keys()]).toEqual(["e59"]);
  expect(bench.store.entries().map(({ id }) => id)).toEqual(["e59"]);
});
