import { expect, test } from "vitest";
import { diary, openJournalBench, textOf } from "../testing/journal-bench.ts";
import { createKeeper } from "./keep-text.ts";
import { heldIn, lostOf } from "./lost-of.ts";
import { settleLost } from "./settle-lost.ts";
import { keptBothDoc } from "./both-texts.ts";
import { docOf } from "./doc-text.ts";

function benchWith(...texts: string[]) {
  const bench = openJournalBench();
  const key = bench.put("rain", { title: "Rain", text: "It rained." });
  texts.forEach((text, at) =>
    bench.records[diary].elsewhere([
      { kind: "lost", id: `l${at}`, register: "of", value: { v: "texts/rain/doc" } },
      { kind: "lost", id: `l${at}`, register: "text", value: { v: textOf(text) } },
    ]),
  );
  const shown = () =>
    lostOf(bench.store.lost(), bench.store.entry(key)!, bench.store.text(key)?.doc ?? "");
  return { ...bench, key, shown };
}

test("a text is shown whose words stand nowhere else; of two that say the same, one", () => {
  const { shown } = benchWith("It", "It snowed.", "It snowed. A lot.", "It snowed. A lot.");
  expect(shown().map(({ text }) => text)).toEqual([textOf("It snowed. A lot.")]);
});

test("the other text takes the place of what stands there, and with one step all is as it was", () => {
  const { shown, store, acts, key, undo } = benchWith("It snowed.", "It snowed. A lot.");
  const [lost] = shown();
  settleLost(
    { uid: "ann", store, acts, undo: undo.stack },
    lost!,
    heldIn(lost!, store.lost()),
    lost!.text,
  );
  expect(store.text(key)?.doc).toBe(textOf("It snowed. A lot."));
  expect(store.entry(key)?.gist).toBe("It snowed. A lot.");
  expect([shown(), store.lost()]).toEqual([[], []]);
  acts.undo();
  expect(store.text(key)?.doc).toBe(textOf("It rained."));
  expect(shown()).toHaveLength(1);
});

test("both stand in one text, the other one below a line", () => {
  const doc = docOf(keptBothDoc(textOf("One."), textOf("Two."), "Written at noon:"));
  expect(doc?.content.map(({ type }) => type)).toEqual([
    "paragraph",
    "horizontalRule",
    "paragraph",
    "paragraph",
  ]);
  expect(JSON.stringify(doc)).toMatch(/One\..*Written at noon.*Two\./);
});

test("what another device writes on and on is one kept text, not one for each letter", () => {
  const { store, key } = benchWith();
  const keep = createKeeper(store, key, "doc");
  for (const text of ["", "O", "Ot", "Other"]) keep(textOf(text));
  expect(store.lost().map(({ text }) => text)).toEqual([textOf("Other")]);
  keep(textOf("Something else"));
  expect(store.lost()).toHaveLength(2);
});
