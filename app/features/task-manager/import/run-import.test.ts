import { expect, test } from "vitest";
import { trelloExport } from "../../../../tests/fixtures/trello.ts";
import type { RefusedItem } from "#app/live/records/records.ts";
import { readTrello } from "#lib/boards/trello.ts";
import { openBoardBench } from "../testing/board-bench.ts";
import type { BoardBench } from "../testing/board-bench.ts";
import { roomForImport, runImport } from "./run-import.ts";

const context = { uid: "me", zone: "UTC", lastOrder: "a2" };
const read = (cards: number) => readTrello(trelloExport({ cards, actions: 40 }), context);

/** @param stopAfter so much has been heard of it */
async function run(bench: BoardBench, cards: number, stopAfter = Infinity) {
  const life = new AbortController();
  const found = read(cards);
  let heard = 0;
  const result = await runImport(
    bench,
    { name: "“House”", changes: found.changes, together: "import" },
    {
      signal: life.signal,
      hear() {
        heard += 1;
        if (heard >= stopAfter) life.abort();
      },
    },
  );
  return { result, found };
}

const all = ({ records }: BoardBench) =>
  JSON.stringify(
    ["columns", "labels", "cards", "checks", "comments"].map((kind) =>
      [...records.all(kind)].map(([id, { registers }]) => [
        id,
        Object.entries(registers).map(([name, { value }]) => [name, value]),
      ]),
    ),
  );

test("all of a board comes in, and a second time nothing is written", async () => {
  const bench = openBoardBench();
  const { result, found } = await run(bench, 300);
  expect(result).toMatchObject({ end: "all" });
  expect(bench.store.cards().size).toBe(300);
  expect(bench.store.archived()).toHaveLength(found.counts.archived);
  const before = all(bench);
  expect((await run(bench, 300)).result).toEqual({ end: "all", act: undefined });
  expect(all(bench)).toBe(before);
});

test("stopped and gone on with, it is what it would have been, and one step of undo", async () => {
  const whole = openBoardBench();
  await run(whole, 900);
  const bench = openBoardBench();
  expect((await run(bench, 900, 1)).result).toMatchObject({ end: "stopped" });
  const some = bench.store.cards().size;
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(900);
  expect((await run(bench, 900)).result).toMatchObject({ end: "all" });
  expect(all(bench)).toBe(all(whole));
  bench.acts.undo();
  expect([bench.store.columns().length, bench.store.labels().length]).toEqual([3, 0]);
  expect([...bench.store.cards().values()].every(({ isGone }) => isGone)).toBe(true);
  expect(bench.stack.state().undo).toBeUndefined();
});

test("what was changed since stays as it is, and what was deleted comes back", async () => {
  const bench = openBoardBench();
  await run(bench, 20);
  const [first, second] = [...bench.store.cards().keys()];
  bench.acts.cards.write(first!, "title", "Mine");
  bench.acts.cards.remove([second!]);
  await run(bench, 20);
  expect(bench.store.card(first!)?.title).toBe("Mine");
  expect(bench.store.card(second!)?.isGone).toBe(false);
});

test("columns are made before the cards in them, and go after them", async () => {
  const bench = openBoardBench();
  const order: string[] = [];
  const change = bench.records.change.bind(bench.records);
  bench.records.change = (changes) => {
    order.push(...changes.map(({ kind, register }) => `${kind} ${register}`));
    return change(changes);
  };
  await run(bench, 400);
  expect(order.lastIndexOf("columns name")).toBeLessThan(order.indexOf("cards place"));
  order.length = 0;
  bench.acts.undo();
  expect(order.indexOf("columns gone")).toBeGreaterThan(order.lastIndexOf("cards gone"));
});

test("what the server refuses ends it, and what it refused before does not, however much of that is settled meanwhile", async () => {
  const refused = (id: string, text: string): RefusedItem => ({
    kind: "cards",
    id,
    text,
    changes: [{ register: "title", value: { v: id } }],
    isTurnedBack: true,
    again() {},
    put() {},
    letGo() {},
  });
  const ending = async (now: readonly RefusedItem[]) => {
    const bench = openBoardBench();
    const before = [refused("a", "Old."), refused("b", "Old, too.")];
    const change = bench.records.change.bind(bench.records);
    let isWritten = false;
    bench.records.change = (changes) => {
      isWritten = true;
      return change(changes);
    };
    bench.records.refused = () => (isWritten ? now : before);
    return (await run(bench, 20)).result;
  };
  expect(await ending([refused("b", "Old, too.")])).toMatchObject({ end: "all" });
  expect(await ending([refused("b", "Old, too."), refused("c", "New.")])).toMatchObject({
    problem: "New.",
  });
  const again = [refused("a", "Old."), refused("b", "Old, too."), refused("a", "Once more.")];
  expect(await ending(again)).toMatchObject({ problem: "Once more." });
});

test("what there is no room for is said before anything is written", () => {
  const bench = openBoardBench();
  expect(roomForImport(bench, read(100))).toBeUndefined();
  expect(roomForImport(undefined, read(7000))).toContain("At most 5,000 cards stand on a board");
  const lists = Array.from({ length: 60 }, (_, at) => ({ id: `list${at}aaaa`, name: `L${at}` }));
  const many = readTrello({ lists, cards: [] }, context);
  expect(roomForImport(undefined, many)).toContain("A board has at most 50 columns");
});
