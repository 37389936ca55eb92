import { expect, test } from "vitest";
import { createChoice, maxChosen } from "./use-selection.ts";

test("who listens to what is chosen hears of every change, and no more than the server takes is chosen", () => {
  const choice = createChoice();
  const heard: number[] = [];
  const stop = choice.subscribe(() => heard.push(choice.all().size));
  choice.put(["a", "b"], true, ["a", "b"]);
  choice.put(["a"], false, ["a", "b"]);
  const many = Array.from({ length: maxChosen + 50 }, (_, at) => `${at}`);
  choice.put(many, true, ["a", "b", ...many]);
  choice.clear();
  stop();
  choice.put(["a"], true, ["a"]);
  expect(heard).toEqual([2, 1, maxChosen, 0]);
});

test("what a filter hides takes no room from what is shown, and stays chosen while there is room", () => {
  const choice = createChoice();
  const [hidden, shown] = ["h", "s"].map((side) =>
    Array.from({ length: maxChosen }, (_, at) => `${side}${at}`),
  ) as [string[], string[]];
  choice.put(hidden, true, hidden);
  choice.put(shown.slice(0, 3), true, shown);
  expect(shown.filter((id) => choice.all().has(id))).toHaveLength(3);
  expect(hidden.filter((id) => choice.all().has(id))).toHaveLength(maxChosen - 3);
  choice.put(shown, true, shown);
  expect([...choice.all()].toSorted()).toEqual(shown.toSorted());
});
