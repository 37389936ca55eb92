import { expect, test } from "vitest";
import type { Change } from "./records.ts";
import { making, openDevices, retitled, titleOf } from "./testing/two-devices.ts";

const gone = (id: string, v = true): Change[] => [
  { kind: "tasks", id, register: "gone", value: { v } },
];
const inTrash = (...ids: string[]) => ids.map((id) => ({ kind: "tasks", id }));

test("what is deleted for good is gone on all devices, also on one that was closed meanwhile", async () => {
  const { time, devices, laptop, phone, stored } = openDevices();
  const one = await devices.open(laptop);
  const other = await devices.open(phone);
  await time.pass(1000);
  void one.records.change(["a", "b", "c"].flatMap((id) => making(id, id)));
  await time.pass(5000);
  other.kill();
  // Later than what is asked for again.
  await time.pass(3_600_000);
  void one.records.change([...gone("a"), ...gone("b")]);
  const purging = one.records.purge(inTrash("a", "b"));
  await time.pass(0);
  expect(await purging).toBe(2);
  expect(Object.keys(stored("tasks") as object)).toEqual(["c"]);
  expect([...one.records.all("tasks").keys()]).toEqual(["c"]);
  const { records } = await devices.open(phone);
  await time.pass(1000);
  expect([...records.all("tasks").keys()]).toEqual(["c"]);
  await time.pass(1000);
  phone.goOnline(false);
  const later = await devices.open(phone);
  expect([...later.records.all("tasks").keys()]).toEqual(["c"]);
});

test("what is not in the trash, and what somebody has written into there, is not deleted for good", async () => {
  const { time, devices, laptop, phone, stored } = openDevices();
  const one = await devices.open(laptop, { lag: () => 60_000 });
  const other = await devices.open(phone);
  await time.pass(61_000);
  void one.records.change(["a", "b", "c"].flatMap((id) => making(id, id)));
  await time.pass(70_000);
  void other.records.change(retitled("a", "Tea"));
  await time.pass(1000);
  void one.records.change([...gone("a"), ...gone("b")]);
  await time.pass(5000);
  expect(stored("tasks/a/gone/v")).toBe(true);
  const purging = one.records.purge(inTrash("a", "b", "c", "none"));
  await time.pass(0);
  // There is none of that name, so it is gone.
  expect(await purging).toBe(2);
  expect(Object.keys(stored("tasks") as object)).toEqual(["a", "c"]);
});

test("an edit that waited on another device while its task was deleted for good keeps its words", async () => {
  const { time, devices, laptop, phone, stored } = openDevices();
  const one = await devices.open(laptop);
  const other = await devices.open(phone);
  await time.pass(1000);
  void one.records.change(making("a", "Tea"));
  await time.pass(5000);
  phone.goOnline(false);
  void other.records.change(retitled("a", "Tea and milk"));
  await time.pass(5000);
  void one.records.change(gone("a"));
  const purging = one.records.purge(inTrash("a"));
  await time.pass(0);
  expect(await purging).toBe(1);
  phone.goOnline(true);
  await time.pass(60_000);
  expect(stored("tasks/a/title/v")).toBe("Tea and milk");
  for (const { records } of [one, other]) expect(titleOf(records, "a")).toBe("Tea and milk");
});

test("words that arrive while it is deleted for good stay, also when they were written before it was put in the trash", async () => {
  const { time, server, devices, laptop, stored } = openDevices();
  let onAsking = () => {};
  const { records } = await devices.open(laptop, {
    fault: () => {
      onAsking();
      return undefined;
    },
  });
  await time.pass(1000);
  void records.change([...making("a", "Tea"), ...making("b", "Milk")]);
  await time.pass(5000);
  void records.change([...gone("a"), ...gone("b")]);
  await time.pass(5000);
  const notes = { v: "Green", t: Number(stored("tasks/a/gone/t")) - 1, p: 0 };
  const arriving = { "tasks/a/at": { ".sv": "timestamp" }, "tasks/a/notes": notes };
  const asked = ["a is read", "b is read", "both are deleted"];
  onAsking = () => {
    if (asked.shift() === "both are deleted") {
      void server.client({ uid: "ann" }).update("todos/ann", arriving);
    }
  };
  const purging = records.purge(inTrash("a", "b"));
  await time.pass(0);
  expect(await purging).toBe(1);
  expect([stored("tasks/a/notes/v"), stored("tasks/b")]).toEqual(["Green", null]);
  // Once they are seen they may go.
  await time.pass(5000);
  const again = records.purge(inTrash("a"));
  await time.pass(0);
  expect([await again, stored("tasks")]).toEqual([1, null]);
});

test("two devices that delete the same at once both say that it is gone", async () => {
  const { time, devices, laptop, phone, stored } = openDevices();
  const one = await devices.open(laptop);
  const other = await devices.open(phone);
  await time.pass(1000);
  void one.records.change(["a", "b"].flatMap((id) => [...making(id, id), ...gone(id)]));
  await time.pass(5000);
  const purging = [one, other].map(({ records }) => records.purge(inTrash("a", "b")));
  await time.pass(0);
  expect([await Promise.all(purging), stored("tasks")]).toEqual([[2, 2], null]);
});

test("who closes while it is asked what is left asks no more", async () => {
  const { time, devices, laptop, phone } = openDevices();
  const one = await devices.open(laptop);
  let asked = 0;
  const other = await devices.open(phone, {
    fault: () => {
      asked += 1;
      if (asked === 2) other.records.close();
      // Else it would never end.
      if (asked > 20) other.kill();
      return undefined;
    },
  });
  await time.pass(1000);
  expect(asked).toBe(1);
  void one.records.change([...making("a", "Tea"), ...gone("a")]);
  await time.pass(5000);
  const purging = one.records.purge(inTrash("a"));
  await time.pass(0);
  expect(await purging).toBe(1);
  await time.pass(1000);
  // Tasks and lost texts, once.
  expect(asked).toBe(3);
});

test("what is taken back while it is deleted for good comes back", async () => {
  const { time, devices, laptop, stored } = openDevices();
  const { records } = await devices.open(laptop);
  await time.pass(1000);
  void records.change([...making("a", "Tea"), ...gone("a")]);
  await time.pass(5000);
  const purging = records.purge(inTrash("a"));
  void records.change(gone("a", false));
  await time.pass(60_000);
  await purging;
  expect([stored("tasks/a/title/v"), stored("tasks/a/gone/v")]).toEqual(["Tea", false]);
  expect(records.item("tasks", "a")?.registers["gone"]?.value["v"]).toBe(false);
});

test("without a connection nothing is deleted for good, and that is said", async () => {
  const { time, devices, laptop, stored } = openDevices();
  const { records } = await devices.open(laptop);
  await time.pass(1000);
  void records.change([...making("a", "Tea"), ...gone("a")]);
  await time.pass(5000);
  laptop.goOnline(false);
  await expect(records.purge(inTrash("a"))).rejects.toThrow("could not be reached");
  expect(records.item("tasks", "a")).toBeDefined();
  expect(stored("tasks/a/title/v")).toBe("Tea");
});

test("a thing that the server never took goes for good with what it refuses of it", async () => {
  const { time, devices, laptop } = openDevices();
  const { records } = await devices.open(laptop);
  await time.pass(1000);
  void records.change(making("a", "x".repeat(501)));
  await time.pass(5000);
  void records.change(gone("a"));
  await time.pass(5000);
  expect(records.refused()).toMatchObject([
    { id: "a", changes: [{ register: "title" }, { register: "place" }, { register: "gone" }] },
  ]);
  const purging = records.purge(inTrash("a"));
  await time.pass(0);
  expect(await purging).toBe(1);
  await time.pass(0);
  expect([records.refused(), records.item("tasks", "a"), records.sync()]).toEqual([
    [],
    undefined,
    "saved",
  ]);
});
