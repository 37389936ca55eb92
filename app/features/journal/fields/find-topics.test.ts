import { expect, test } from "vitest";
import { topicChoices } from "./find-topics.ts";

const all = ["Café", "Family", "Work", "Workout", "Night work"].map((name, at) => ({
  id: String(at),
  name,
}));
const none = () => false;
const names = (typed: string, isOn: (id: string) => boolean = none) =>
  topicChoices(all, isOn, typed).found.map(({ name }) => name);

test("what begins so stands before what has it within, whatever its marks are", () => {
  expect(names("WORK")).toEqual(["Work", "Workout", "Night work"]);
  expect(names("cafe")).toEqual(["Café"]);
});

test("what is chosen is not offered again, and is no new one either", () => {
  const isOn = (id: string) => id === "2";
  expect(names("work", isOn)).toEqual(["Workout", "Night work"]);
  expect(topicChoices(all, isOn, " work ").added).toBe("");
  expect(topicChoices(all, none, " Night  shift ").added).toBe("Night shift");
});

test("before anything is typed the first ones are offered, and nothing is new", () => {
  expect(topicChoices(all, none, "  ")).toEqual({ found: all, exact: undefined, added: "" });
});

test("what is called as it is typed is the one that is meant, whatever else begins so", () => {
  const exact = (typed: string, isOn: (id: string) => boolean = none) =>
    topicChoices(all, isOn, typed).exact?.name;
  expect(exact(" cafe ")).toBe("Café");
  expect(exact("work")).toBe("Work");
  expect(exact("wor")).toBeUndefined();
  expect(exact("work", (id) => id === "2")).toBeUndefined();
});
