import { expect, test } from "vitest";
import {
  card,
  column,
  moved,
  openBoardDevices,
  shownAs,
  written,
} from "./testing/board-devices.ts";

async function openTwo() {
  const { time, server, stored, devicesOf } = openBoardDevices({ ann: "owner", ben: "member" });
  const ann = await devicesOf("ann").open();
  await time.pass(1000);
  void ann.records.change([...column("todo"), ...card("a", "Roof", "todo")]);
  await time.pass(3000);
  const ben = devicesOf("ben");
  return { time, server, stored, ann, ben };
}

test("a board is read kind by kind, so neither its log nor its members are", async () => {
  const { time, server, ben } = await openTwo();
  server.put("boards/plan/log/s000000001/by", "x".repeat(100));
  const { records } = await ben.open();
  await time.pass(1000);
  expect([records.status(), shownAs(records, "a")]).toEqual(["ready", "Roof in todo"]);
  expect(records.all("log").size).toBe(0);
});

test("who is removed while the board is open keeps nothing of it, but what was not sent", async () => {
  const { time, server, ben } = await openTwo();
  const { records, outbox } = await ben.open();
  await time.pass(3000);
  expect(await ben.devices.kept(ben.browser)).toBeGreaterThan(0);
  const told: string[][] = [];
  records.subscribe((changed) => told.push([...changed]));
  void records.change(written("a", "notes", "Slate."));
  server.setMember("ben", null);
  await time.pass(10_000);
  expect(records.status()).toMatchObject({ denied: true });
  expect([records.all("cards").size, await ben.devices.kept(ben.browser)]).toEqual([0, 0]);
  expect(told.flat()).toContain("cards/a");
  expect(records.refused()).toMatchObject([
    { id: "a", isTurnedBack: true, changes: [{ value: { v: "Slate." } }] },
  ]);
  expect(outbox.state().entries).toHaveLength(1);
  await time.pass(3_600_000);
  expect([records.all("cards").size, await ben.devices.kept(ben.browser)]).toEqual([0, 0]);
});

test("who was removed while the tab was closed or offline hears of it at the next opening", async () => {
  const { time, server, ben } = await openTwo();
  const first = await ben.open();
  await time.pass(3000);
  ben.browser.goOnline(false);
  void first.records.change(moved("a", "todo"));
  await time.pass(1000);
  first.kill();
  server.setMember("ben", null);
  const { records, outbox } = await ben.open();
  await time.pass(3000);
  expect([records.status(), shownAs(records, "a")]).toEqual(["ready", "Roof in todo"]);
  ben.browser.goOnline(true);
  await time.pass(60_000);
  expect(records.status()).toMatchObject({ denied: true });
  expect(await ben.devices.kept(ben.browser)).toBe(0);
  expect(outbox.state().entries).toMatchObject([{ refused: { code: "turned-back" } }]);
});

test("what waits is let go, and what is sent again after a new invitation arrives", async () => {
  const { time, server, stored, ben } = await openTwo();
  const first = await ben.open();
  await time.pass(3000);
  server.setMember("ben", null);
  void first.records.change(written("a", "notes", "Slate."));
  await time.pass(10_000);
  first.records.close();
  server.setMember("ben", "member");
  const { records } = await ben.open();
  await time.pass(3000);
  expect([records.status(), shownAs(records, "a")]).toEqual(["ready", "Roof in todo"]);
  for (const refused of records.refused()) refused.again();
  await time.pass(5000);
  expect([stored("cards/a/notes/v"), records.refused()]).toEqual(["Slate.", []]);
});

test("a listener that ended for who may still read begins anew", async () => {
  const { time, server, ann, ben } = await openTwo();
  const { records } = await ben.open();
  await time.pass(3000);
  server.setMember("ben", null);
  server.setMember("ben", "member");
  server.endListeners("ben");
  await time.pass(1000);
  void ann.records.change(moved("a", "todo"));
  void ann.records.change(written("a", "title", "Roof, north"));
  await time.pass(5000);
  expect([records.status(), shownAs(records, "a")]).toEqual(["ready", "Roof, north in todo"]);
});

test("who was never a member is told so", async () => {
  const { time, devicesOf } = openBoardDevices({ ann: "owner" });
  const { records } = await devicesOf("cy").open();
  await time.pass(3000);
  expect(records.status()).toMatchObject({ denied: true });
});
