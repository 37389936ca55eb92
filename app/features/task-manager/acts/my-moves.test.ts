import { afterEach, expect, test } from "vitest";
import { closeAllToasts, currentToasts } from "#app/parts/tool-frame/toasts.ts";
import { openBoardBench } from "../testing/board-bench.ts";
import { watchMoves } from "./my-moves.ts";
import type { FindMove } from "./my-moves.ts";

afterEach(closeAllToasts);

function openMovesBench(find: FindMove = async () => undefined) {
  const bench = openBoardBench();
  const clock = { now: 1_000_000 };
  watchMoves(bench, find, () => clock.now);
  const place = (column: string) =>
    bench.write("cards", "roof", "place", { column, order: "c0V", by: "ann" });
  bench.put("roof", "todo", { title: { v: "Fix roof" } });
  return { ...bench, clock, place };
}

const said = () => currentToasts().map(({ text }) => text);

test("who moved a card hears that somebody else moved it after them", () => {
  const { acts, place, said: live } = openMovesBench();
  acts.cards.move(["roof"], { column: "doing" });
  place("done");
  expect(live.text()).toBe("Ann moved “Fix roof” to “done” after you.");
  expect(said()).toContain("Ann moved “Fix roof” to “done” after you.");
});

test("a move of a card that one has not moved oneself, or long ago, is not said", () => {
  const { acts, place, clock, said: live } = openMovesBench();
  place("done");
  expect(live.text()).toBe("");
  acts.cards.move(["roof"], { column: "doing" });
  clock.now += 6 * 60_000;
  place("done");
  expect(live.text()).toBe("“Fix roof”: doing, 1 of 1.");
});

test("a move that the server has turned back is nobody else's", () => {
  const { acts, records, said: live } = openMovesBench();
  const before = records.item("cards", "roof")!;
  acts.cards.move(["roof"], { column: "doing" });
  acts.cards.move(["roof"], { column: "done" });
  (records.all("cards") as Map<string, unknown>).set("roof", before);
  records.elsewhere([{ kind: "cards", id: "roof", register: "title", value: { v: "Fix roof" } }]);
  expect(live.text()).toBe("“Fix roof”: done, 1 of 1.");
});

test("a card that one put there long ago is not moved by being renamed", () => {
  const { put, write, place, said: live } = openMovesBench();
  put("door", "todo", { place: { column: "todo", order: "c1V", by: "me" } });
  write("cards", "door", "title", { v: "Paint the door" });
  write("cards", "door", "place", { column: "done", order: "c1V", by: "ann" });
  place("done");
  expect(live.text()).toBe("");
});

test("who moved it last hears where the other one had put it", async () => {
  const asked: number[] = [];
  const {
    acts,
    records,
    said: live,
  } = openMovesBench(async (_, stamp) => {
    asked.push(stamp);
    return { by: "ann", to: "done" };
  });
  acts.cards.move(["roof"], { column: "doing" });
  const mine = records.item("cards", "roof")!.registers["place"]!;
  // As the server has it once it is sent: it replaced another one than was seen.
  (records.all("cards") as Map<string, unknown>).set("roof", {
    at: 9,
    registers: { ...records.item("cards", "roof")!.registers, place: { ...mine, p: 777 } },
  });
  records.elsewhere([]);
  const heard = new Promise((resolve) => {
    const { subscribe } = live;
    subscribe(() => resolve(live.text()));
  });
  records.elsewhere([{ kind: "cards", id: "roof", register: "title", value: { v: "Fix roof" } }]);
  expect(await heard).toBe("You moved “Fix roof” to “doing” after Ann had put it into “done”.");
  expect(asked).toEqual([777]);
});
