import { afterEach, expect, test } from "vitest";
import { closeAllToasts, currentToasts, undoToast } from "#app/parts/tool-frame/toasts.ts";
import type { DriveAct } from "#lib/drive/acts.ts";
import { runActs } from "./run-acts.ts";
import { driveOf, file, folder, idOf } from "./testing/nodes.ts";
import { restoreNodes, tellPurged, trashNodes } from "./trash-acts.ts";

const texts = () => currentToasts().map(({ text }) => text);
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

afterEach(closeAllToasts);

const purge = (count: number): DriveAct[] =>
  Array.from({ length: count }, (_, index) => ({ act: "delete-for-ever", id: idOf(`f${index}`) }));

test("more than one request has room for goes in several, and a stop leaves the rest alone", async () => {
  const nodes = Array.from({ length: 250 }, (_, index) => file(`f${index}`));
  const drive = driveOf(nodes);
  const life = new AbortController();
  const told: number[] = [];
  const outcome = await runActs(drive, purge(250), {
    signal: life.signal,
    told(over) {
      told.push(over);
      if (over === 200) life.abort();
    },
  });
  expect(drive.asked.map(({ length }) => length)).toEqual([100, 100]);
  expect(told).toEqual([100, 200]);
  expect(outcome.done).toHaveLength(200);
  expect(outcome.left).toHaveLength(50);
  expect(drive.snapshot().nodes.size).toBe(50);
  tellPurged(outcome, 250);
  expect(texts()).toEqual(["Deleted 200 items for ever. 50 items are still in the trash."]);
});

test("what got no answer is told with why, and what was done before stays told as done", async () => {
  const drive = driveOf(Array.from({ length: 150 }, (_, index) => file(`f${index}`)));
  const act = drive.act.bind(drive);
  drive.act = (acts) =>
    drive.asked.length === 1 ? Promise.reject(new Error("You are offline.")) : act(acts);
  const outcome = await runActs(drive, purge(150));
  tellPurged(outcome, 150);
  expect(texts()).toEqual([
    "Deleted 100 items for ever. 50 items are still in the trash. You are offline.",
  ]);
});

test("what somebody else has deleted already counts as deleted, what was restored as kept", async () => {
  const drive = driveOf([file("f0"), file("f1")], ({ id }) =>
    id === idOf("f0") ? { node: null } : { error: "changed" },
  );
  tellPurged(await runActs(drive, purge(2)), 2);
  expect(texts()).toEqual(["Deleted 1 item for ever. 1 item changed meanwhile, and stayed."]);
  closeAllToasts();
  const gone = driveOf([], () => ({ error: "not-found" }));
  tellPurged(await runActs(gone, purge(2)), 2);
  expect(texts()).toEqual(["Deleted 2 items for ever."]);
});

test("a restored file says where it is and under which name, when that is not as it was", async () => {
  const photos = folder("Photos");
  const lost = file("Tide.jpg", { parent: idOf("gone"), trashedAt: "2026-11-02T00:00:00.000Z" });
  const drive = driveOf([photos, lost], () => ({
    node: { ...lost, parent: "", name: "Tide (2).jpg", trashedAt: null },
  }));
  expect(await restoreNodes(drive, [lost])).toBe(true);
  expect(texts()).toEqual([
    "Restored “Tide.jpg” to “Files” as “Tide (2).jpg”, as its name is taken, as its folder is gone.",
  ]);
});

test("into the trash and back by Undo", async () => {
  const drive = driveOf([file("a"), file("b")]);
  await trashNodes(drive, [...drive.snapshot().nodes.values()]);
  expect(drive.snapshot().tree.trashed()).toHaveLength(2);
  expect(texts()).toEqual(["Moved 2 items to the trash."]);
  expect(undoToast()).toBe(true);
  await settled();
  expect(drive.snapshot().tree.trashed()).toEqual([]);
  expect(texts()).toEqual(["Undone."]);
});

test("of some that fail the others are done, and only those are offered again and undone", async () => {
  const nodes = [file("a"), file("b"), file("c")];
  let isLocked = true;
  const drive = driveOf(nodes, (act, all) => {
    if (act.id === idOf("b") && isLocked) return { error: "not-allowed" };
    const node = all.get(act.id);
    if (!node) return { error: "not-found" };
    const now = { ...node, trashedAt: act.act === "trash" ? "2026-11-20T00:00:00.000Z" : null };
    all.set(act.id, now);
    return { node: now };
  });
  expect(await trashNodes(drive, nodes)).toBe(false);
  expect(texts()).toEqual([
    "Moved 2 items to the trash.",
    "“b” was not moved to the trash. You may not change it.",
  ]);
  isLocked = false;
  currentToasts()[1]?.again?.();
  await settled();
  expect(drive.asked.at(-1)).toEqual([{ act: "trash", id: idOf("b") }]);
  expect(drive.snapshot().tree.trashed()).toHaveLength(3);
});
