import { expect, test } from "vitest";
import type { DriveNode } from "#lib/drive/node.ts";
import { makeJob } from "./testing/make-job.ts";
import { placeAll } from "./place-jobs.ts";

const base = {
  parent: "",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  trashedAt: null,
  starred: false,
  links: 0,
  shared: false,
};
const version = { object: "o", size: 5, type: "", sha256: null, at: "", by: "" };
const file = (id: string, name: string): DriveNode => ({
  ...base,
  kind: "file",
  id,
  name,
  version,
  older: [],
});
const folder = (id: string, name: string): DriveNode => ({ ...base, kind: "folder", id, name });

test("of what is there it is asked, and only of that", () => {
  const jobs = [makeJob({ id: "a", name: "A.txt" }), makeJob({ id: "b", name: "b.txt" })];
  const placed = placeAll(jobs, [file("there", "a.TXT")], []);
  expect(placed.get("a")).toMatchObject({
    state: "asked",
    existing: { id: "there", kind: "file", size: 5 },
  });
  expect(placed.get("b")).toMatchObject({ state: "waiting", name: "b.txt" });
});

test("each answer does what it says; a folder is never replaced", () => {
  const there = [file("there", "a.txt"), folder("f", "Photos")];
  const placed = placeAll(
    [
      makeJob({ id: "r", name: "a.txt", onTaken: "replace" }),
      makeJob({ id: "k", name: "a.txt", onTaken: "keep-both" }),
      makeJob({ id: "s", name: "a.txt", onTaken: "skip" }),
      makeJob({ id: "rf", name: "photos", onTaken: "replace" }),
    ],
    there,
    [],
  );
  expect(placed.get("r")).toMatchObject({ state: "waiting", version: "there", name: "a.txt" });
  expect(placed.get("k")).toMatchObject({ state: "waiting", name: "a (2).txt" });
  expect(placed.get("k")?.version).toBe(undefined);
  expect(placed.get("s")).toMatchObject({ state: "done", outcome: "skipped" });
  expect(placed.get("rf")).toMatchObject({ state: "waiting", name: "photos (2)" });
});

test("what comes together under one name gets two names, and so does what is on its way", () => {
  const jobs = ["1", "2", "3"].map((id) => makeJob({ id, name: "image.png" }));
  const placed = placeAll(jobs, [], ["Image.png"]);
  expect([...placed.values()].map(({ name }) => name)).toEqual([
    "image (2).png",
    "image (3).png",
    "image (4).png",
  ]);
});

test("a new version of a file has nothing to do with names", () => {
  const placed = placeAll(
    [makeJob({ id: "v", name: "a.txt", version: "there" })],
    [file("there", "a.txt")],
    [],
  );
  expect(placed.get("v")).toMatchObject({ state: "waiting", version: "there" });
});
