import { expect, test } from "vitest";
import type { ContentItem } from "#lib/content/item.ts";
import { movedTo, ordersAfterMove } from "#lib/fractional-order.ts";
import { noFilter, shownItems } from "./filter-items.ts";
import { wayBack } from "./way-back.ts";

const items = ["A", "B", "C", "D"].map((title): ContentItem => {
  return {
    id: title.toLowerCase(),
    title,
    state: "draft",
    isHidden: false,
    updatedAt: "",
    order: "",
  };
});

function moved(shown: readonly ContentItem[], from: number, to: number): ContentItem[] {
  const orders = ordersAfterMove(
    shown.map(({ order = "" }) => order),
    from,
    to,
  );
  const now = shown.map((item, at) => ({ ...item, order: orders.get(at) ?? item.order ?? "" }));
  return shownItems(now, noFilter, "order");
}

test("a move is taken back in a list that nobody had put in order", () => {
  for (const from of items.keys()) {
    for (const to of items.keys()) {
      if (from === to) continue;
      const after = moved(items, from, to);
      expect(after.map(({ id }) => id)).toEqual(movedTo(["a", "b", "c", "d"], from, to));
      const back = wayBack(after, items[from]!.id, items[from - 1]?.id)!;
      expect(moved(...back).map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    }
  }
});

test("there is nothing to take back when it is there already, or gone", () => {
  expect(wayBack(items, "b", "a")).toBeUndefined();
  expect(wayBack(items, "gone", "a")).toBeUndefined();
  expect(wayBack(items, "b", "gone")).toBeUndefined();
});
