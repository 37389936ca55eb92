import { expect, test } from "vitest";
import { createChoice, maxChosen } from "./use-selection.ts";

test("who listens to what is chosen hears of every change, and no more than the server takes is chosen", () => {
  const choice = createChoice();
  const heard: number[] = [];
  const stop = choice.subscribe(() => heard.push(choice.all().size));
  choice.put(["a", "b"], true);
  choice.put(["a"], false);
  choice.put(
    Array.from({ length: maxChosen + 50 }, (_, at) => `${at}`),
    true,
  );
  choice.clear();
  stop();
  choice.put(["a"], true);
  expect(heard).toEqual([2, 1, maxChosen, 0]);
});
