import { expect, test } from "vitest";
import type { Change } from "./records.ts";
import { making, openDevices, retitled } from "./testing/two-devices.ts";

const reminding = (at: string): Change[] => [
  {
    kind: "tasks",
    id: "a",
    register: "remind",
    value: { v: at, zone: "UTC", at: `${at}:00.000Z` },
  },
];

test("the server is told of reminders that it has taken, a few at once, and of nothing else", async () => {
  const { time, server, devices, laptop } = openDevices();
  const { records } = await devices.open(laptop);
  await time.pass(1000);
  void records.change(making("a", "Tea"));
  await time.pass(30_000);
  expect(server.told).toEqual([]);
  void records.change(reminding("2027-01-15T09:00"));
  await time.pass(1500);
  void records.change(reminding("2027-01-15T10:00"));
  await time.pass(30_000);
  expect(server.told).toEqual(["todos/ann"]);
  laptop.goOnline(false);
  void records.change(reminding("2027-01-15T11:00"));
  await time.pass(30_000);
  expect(server.told).toHaveLength(1);
  laptop.goOnline(true);
  await time.pass(60_000);
  expect(server.told).toHaveLength(2);
});

test("what the server was not told of it is told after a restart, and what it has no time for holds nothing up", async () => {
  const { time, server, devices, laptop, stored } = openDevices();
  const first = await devices.open(laptop, { cannotBeTold: () => true });
  await time.pass(1000);
  void first.records.change([...making("a", "Tea"), ...reminding("2027-01-15T09:00")]);
  await time.pass(20_000);
  void first.records.change(retitled("a", "Milk"));
  await time.pass(3000);
  expect([stored("tasks/a/title/v"), first.records.sync()]).toEqual(["Milk", "saved"]);
  first.kill();
  expect(server.told).toEqual([]);
  await devices.open(laptop);
  await time.pass(60_000);
  expect(server.told).toEqual(["todos/ann"]);
});
