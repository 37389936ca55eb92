import { expect, test } from "vitest";
import { diary, openJournalBench } from "../testing/journal-bench.ts";
import { emptyOldTrash, lastWriteOf, trashMs } from "./trash-care.ts";

test("what lay in the trash for 30 days goes with its text, and nothing else does", async () => {
  const { store, put, records, acts } = openJournalBench();
  put("old", { text: "Words", gone: true });
  put("back", { text: "Words", gone: true });
  put("kept", { text: "Words" });
  const tag = acts.topics.named(diary, "tags", "Sea")!;
  acts.topics.remove(diary, "tags", tag);
  const at = records[diary].item("tags", tag)!.registers["gone"]!.t / 1000;
  const room = store.room(diary)!;
  await emptyOldTrash(store, room, at + trashMs - 10);
  expect(store.deleted()).toHaveLength(2);
  acts.entries.restore([`${diary}.back`]);
  await emptyOldTrash(store, room, at + trashMs + 10);
  expect([...records[diary].all("entries").keys()]).toEqual(["back", "kept"]);
  expect([...records[diary].all("texts").keys()]).toEqual(["back", "kept"]);
  expect(records[diary].all("tags").size).toBe(0);
});

test("a clock that is ahead empties nothing: the time of the last write is the server's", () => {
  const { store, put, records } = openJournalBench();
  put("old");
  put("new");
  expect(lastWriteOf(store.room(diary)!)).toBe(
    Math.max(...[...records[diary].all("entries").values()].map(({ at }) => at)),
  );
  expect(lastWriteOf(store.room(diary)!)).toBeLessThan(Date.now());
});
