import { expect, test } from "vitest";
import type { Change } from "./records.ts";
import { making, openDevices, retitled } from "./testing/two-devices.ts";

const listMade: Change[] = [
  { kind: "lists", id: "l", register: "name", value: { v: "Home" }, isNew: true },
];
const viewed = (v: string): Change[] => [
  { kind: "lists", id: "l", register: "view", value: { v } },
];

test.each([
  ["before it is sent", 100],
  ["just as it is sent", 400],
  ["once it was sent", 1500],
])("what is changed of a new item %s arrives, and what is changed next, too", async (_, ms) => {
  const { time, devices, laptop, stored } = openDevices();
  const { records } = await devices.open(laptop, { lag: () => 2000 });
  await time.pass(3000);
  void records.change(listMade);
  await time.pass(ms);
  void records.change(viewed("board"));
  await time.pass(ms);
  void records.change(viewed("list"));
  void records.change([{ kind: "lists", id: "l", register: "colour", value: { v: "red" } }]);
  await time.pass(10_000);
  expect(records.sync()).toBe("saved");
  expect([stored("lists/l/view/v"), stored("lists/l/colour/v")]).toEqual(["list", "red"]);
  expect(records.item("lists", "l")?.registers["view"]?.value["v"]).toBe("list");
});

test.each(["arrived", "lost", "never heard of again"])(
  "what is changed while a new item is on its way arrives, also where that was %s",
  async (fate) => {
    const { time, devices, laptop, stored } = openDevices();
    const asked: (() => void)[] = [];
    const fault = () => {
      asked.shift()?.();
      if (fate === "arrived" || asked.length === 0) return undefined;
      return fate === "lost" ? ("before" as const) : ("after" as const);
    };
    const { records, kill } = await devices.open(laptop, { fault });
    await time.pass(3000);
    asked.push(
      () => void records.change(viewed("board")),
      () => void records.change(viewed("list")),
      () => fate !== "arrived" && kill(),
    );
    void records.change(listMade);
    await time.pass(20_000);
    const { records: later } = await devices.open(laptop);
    await time.pass(60_000);
    expect(stored("lists/l/name/v")).toBe("Home");
    expect(stored("lists/l/view/v")).toBe("list");
    expect(later.sync()).toBe("saved");
  },
);

test("what is changed of a new item goes with it where the server does not take the item", async () => {
  const { time, devices, laptop, stored } = openDevices();
  let onSending = () => {};
  const { records } = await devices.open(laptop, {
    fault: () => {
      onSending();
      return undefined;
    },
  });
  await time.pass(1000);
  onSending = () => {
    onSending = () => {};
    void records.change([{ kind: "tasks", id: "a", register: "prio", value: { v: 1 } }]);
  };
  void records.change(making("a", "x".repeat(501)));
  await time.pass(5000);
  expect(records.refused()).toMatchObject([{ id: "a" }]);
  void records.change(retitled("a", "Tea"));
  await time.pass(5000);
  expect([stored("tasks/a/title/v"), stored("tasks/a/prio/v")]).toEqual(["Tea", 1]);
});

test("what was refused after a lost answer is sent once it is changed", async () => {
  const { time, devices, laptop, stored } = openDevices();
  const faults = ["before", undefined] as const;
  let requests = 0;
  const { records } = await devices.open(laptop, { fault: () => faults[requests++ - 1] });
  await time.pass(1000);
  void records.change(making("a", "x".repeat(501)));
  await time.pass(30_000);
  expect(records.refused()).toMatchObject([{ id: "a" }]);
  void records.change(retitled("a", "Tea"));
  await time.pass(5000);
  expect([stored("tasks/a/title/v"), records.sync()]).toEqual(["Tea", "saved"]);
});
