import { expect, test } from "vitest";
import { movedTo, ordersAfterMove } from "./fractional-order.ts";

/** As the public pages sort. */
function sorted(orders: readonly string[], changes: Map<number, string>): number[] {
  const places = orders.map((order, index) => changes.get(index) ?? order);
  return places.map((_, index) => index).toSorted((a, b) => (places[a]! < places[b]! ? -1 : 1));
}

test("what moves is alone in getting a new place, wherever it goes", () => {
  const orders = ["a0", "a1", "a2", "a3"];
  for (const from of orders.keys()) {
    for (const to of orders.keys()) {
      const changes = ordersAfterMove(orders, from, to);
      expect(changes.size).toBe(from === to ? 0 : 1);
      expect(sorted(orders, changes)).toEqual(movedTo([0, 1, 2, 3], from, to));
    }
  }
});

test.each([
  ["none has a place", ["", "", "", ""]],
  ["two have the same", ["a0", "a1", "a1", "a2"]],
  ["they were written by hand", ["010", "020", "030", "040"]],
])("every move gives the order that was asked for, though %s", (_, orders) => {
  for (const from of orders.keys()) {
    for (const to of orders.keys()) {
      if (from === to) continue;
      const changes = ordersAfterMove(orders, from, to);
      expect(sorted(orders, changes)).toEqual(movedTo([0, 1, 2, 3], from, to));
    }
  }
});

test("what never was placed stays so before what moves, and gets a place behind it", () => {
  const orders = ["", "", "", "a0", "a1"];
  for (const from of orders.keys()) {
    for (const to of orders.keys()) {
      if (from === to) continue;
      const changes = ordersAfterMove(orders, from, to);
      expect(sorted(orders, changes)).toEqual(movedTo([0, 1, 2, 3, 4], from, to));
      const behind = movedTo([0, 1, 2, 3, 4], from, to).slice(to + 1);
      const unplaced = behind.filter((index) => orders[index] === "");
      expect([...changes.keys()]).toEqual([from, ...unplaced]);
    }
  }
});

test("a list that is placed from its end in parts keeps its order in between", () => {
  const orders = Array.from({ length: 9 }, () => "");
  const changes = [...ordersAfterMove(orders, 0, 2)];
  expect(sorted(orders, new Map(changes.slice(-3)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("there is always room between two, and none between the same", () => {
  let orders = ["a0", "a1", "a2"];
  for (let count = 0; count < 200; count += 1) {
    const changes = ordersAfterMove(orders, 2, 1);
    expect([...changes.keys()]).toEqual([2]);
    const between = changes.get(2)!;
    expect(orders[0]! < between && between < orders[1]!).toBe(true);
    orders = [orders[0]!, between, orders[1]!];
  }
  expect(ordersAfterMove(["a1", "a1", "a2"], 2, 1).size).toBeGreaterThan(1);
});
