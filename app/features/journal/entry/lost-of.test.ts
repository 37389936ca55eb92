import { expect, test } from "vitest";
import { currentToasts } from "#app/parts/tool-frame/toasts.ts";
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
    heldIn(lost!, store.lost(), ""),
    lost!.text,
  );
  expect(store.text(key)?.doc).toBe(textOf("It snowed. A lot."));
  expect(store.entry(key)?.gist).toBe("It snowed. A lot.");
  expect([shown(), store.lost()]).toEqual([[], []]);
  acts.undo();
  expect(store.text(key)?.doc).toBe(textOf("It rained."));
  expect(shown()).toHaveLength(1);
});

test("a name that lost takes its place, and with one step the other one is back", () => {
  const { store, acts, records, undo } = openJournalBench();
  const sea = acts.topics.named(diary, "tags", "Sea")!;
  records[diary].elsewhere([
    { kind: "lost", id: "l", register: "of", value: { v: `tags/${sea}/name` } },
    { kind: "lost", id: "l", register: "text", value: { v: "Ocean" } },
  ]);
  const [lost] = store.lost();
  settleLost({ uid: "ann", store, acts, undo: undo.stack }, lost!, [], lost!.text);
  expect(store.topic("tags", diary, sea)?.name).toBe("Ocean");
  expect([store.lost(), store.entries()]).toEqual([[], []]);
  acts.undo();
  expect(store.topic("tags", diary, sea)?.name).toBe("Sea");
  expect(store.lost()).toHaveLength(1);
});

test("who keeps both is told so, and takes that back by its name", () => {
  const { shown, store, acts, undo } = benchWith("It snowed.");
  const [lost] = shown();
  const app = { uid: "ann", store, acts, undo: undo.stack };
  settleLost(app, lost!, [], keptBothDoc(textOf("It rained."), lost!.text, "Then:"), true);
  expect(undo.stack.state().undo).toBe("Keep both texts");
  expect(currentToasts().at(-1)?.text).toBe("Both stand in one text now.");
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

test("with one text all go whose words stand in what is shown then", () => {
  const { shown, store, acts, undo } = benchWith("It", "It rained.", "It snowed.", "A hail");
  const [lost] = shown().filter(({ text }) => text === textOf("It snowed."));
  const both = keptBothDoc(textOf("It rained."), lost!.text, "Then:");
  const app = { uid: "ann", store, acts, undo: undo.stack };
  settleLost(app, lost!, heldIn(lost!, store.lost(), both), both, true);
  expect(store.lost().map(({ text }) => text)).toEqual([textOf("A hail")]);
});
