import { expect, test } from "vitest";
import type { ContentItem } from "#lib/content/item.ts";
import { bulkPatches, bulkSaid, failedSaid, undoneSaid, undoPlan } from "./bulk-words.ts";

function item(id: string, more: Partial<ContentItem> = {}): ContentItem {
  const updatedAt = "2026-01-01T00:00:00.000Z";
  const path = `/project/${id}`;
  return { id, title: id, state: "published", isHidden: false, path, updatedAt, ...more };
}

/** Never published, and waits for its time. */
function waiting(id: string): ContentItem {
  const { path: _path, ...unseen } = item(id, { state: "scheduled" });
  return unseen;
}

const projects = { one: "project", many: "projects" };
const now = Date.parse("2026-11-22T08:00:00.000Z");
const later = "2026-12-01T08:00:00.000Z";

test("what is shown at once is never more than the server will say", () => {
  const items = [item("a"), item("b", { state: "draft" }), item("c", { tags: ["Art"] })];
  expect([...bulkPatches(items, ["a", "b"], "hide").keys()]).toEqual(["a"]);
  // Whether it can be published only the server knows.
  expect(bulkPatches(items, ["b"], "publish").size).toBe(0);
  expect(bulkPatches(items, ["c"], "tag", "Art").get("c")).toEqual({ tags: ["Art"] });
});

test("publishing changes is not taken back by hiding what visitors had before", () => {
  expect(undoPlan("publish", [item("a", { state: "changed" })], {}, now)).toBeUndefined();
  expect(undoPlan("publish", [item("a", { state: "draft" })], {}, now)).toBeDefined();
});

test("what is said counts in words", () => {
  expect(bulkSaid("hide", [item("a")], projects)).toBe("1 project hidden.");
  const three = [item("a"), item("b"), item("c")];
  expect(bulkSaid("tag", three, projects, { tag: "Art" })).toBe("3 projects tagged Art.");
});

test("who hides what was to be published is told that it will not be, and of what nobody saw only that", () => {
  const notes = { a: { unscheduled: later, rev: 3 }, w: { unscheduled: later, rev: 1 } };
  expect(bulkSaid("hide", [waiting("w")], projects, { notes })).toBe(
    "1 project will not be published by itself any more.",
  );
  const all = [item("a", { state: "scheduled" }), item("b"), waiting("w")];
  expect(bulkSaid("hide", all, projects, { notes })).toBe(
    "2 projects hidden. 2 will not be published by themselves any more.",
  );
});

test("hiding is taken back with the schedules that it ended, as far as the draft says the same and the time is to come", () => {
  const notes = {
    a: { unscheduled: later, rev: 3 },
    w: { unscheduled: later, rev: 1 },
    changed: { unscheduled: later },
    past: { unscheduled: "2026-11-01T08:00:00.000Z", rev: 2 },
  };
  const done = [item("a", { state: "scheduled" }), waiting("w"), item("changed"), waiting("past")];
  const plan = undoPlan("hide", done, notes, now)!;
  expect(plan).toEqual({
    act: "show",
    ids: ["a", "changed"],
    schedules: [
      { id: "a", rev: 3, at: later },
      { id: "w", rev: 1, at: later },
    ],
    notBack: 2,
  });
  expect(undoneSaid(plan, {})).toBe(
    "Undone. 2 will not be published by themselves as before: choose “Publish later” again if that is still wanted.",
  );
});

test("who takes a deletion back is told what came back as a draft only", () => {
  const plan = undoPlan("delete", [item("a"), item("b")], {}, now)!;
  expect(plan).toMatchObject({ act: "untrash", ids: ["a", "b"] });
  expect(undoneSaid(plan, {})).toBe("Undone.");
  expect(undoneSaid(plan, { a: { asDraft: true }, b: { publishAt: later } })).toContain(
    "1 came back as a draft",
  );
});

test("what failed is named, by what was in its way", () => {
  const failed = ["a", "b", "c", "d", "e", "f", "g"].map((id) => ({ id, sentence: "Offline." }));
  const titleOf = (id: string) => id.toUpperCase();
  expect(failedSaid(failed.slice(0, 1), titleOf)).toBe("A: Offline.");
  expect(failedSaid(failed, titleOf)).toBe("A, B, C, D, E and 2 more: Offline.");
  expect(failedSaid([...failed.slice(0, 2), { id: "x", sentence: "Gone." }], titleOf)).toBe(
    "A and B: Offline. X: Gone.",
  );
});
