/** Where a search through a shared folder ends. */
import { expect, test } from "vitest";
import { mostFound, mostLookedAt } from "#lib/drive/people.ts";
import type { DriveFolder, DriveNode } from "#lib/drive/node.ts";
import { newDriveId } from "./new-id.ts";
import { createSharedListing } from "./shared-listing.ts";

const folderNamed = (name: string, parent = ""): DriveFolder => ({
  id: newDriveId(),
  kind: "folder",
  parent,
  name,
  starred: false,
  trashedAt: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
  links: 0,
  shared: false,
});

/** A shared folder with these in it, as the store gives them; it counts how many are taken. */
async function findIn(names: Iterable<string>, words: string) {
  const top = folderNamed("Trip");
  let taken = 0;
  const listing = createSharedListing({
    backend: { findDocuments: async () => [], getValue: async () => ({ value: null, etag: "" }) },
    access: { of: async () => ({ role: "viewer", chain: [top] }) },
    store: {
      childrenOf: async () => ({ nodes: [], next: undefined }),
      async *everyBelow(): AsyncGenerator<DriveNode> {
        for (const name of names) {
          taken += 1;
          yield folderNamed(name, top.id);
        }
      },
    },
  });
  const found = await listing.find("ben", { owner: "ann", id: top.id, words });
  if (found === "no-folder") throw new Error("The folder is there.");
  return { count: found.nodes.length, isAll: found.isAll, taken };
}

const tides = (count: number) => Array.from({ length: count }, (_, index) => `Tide ${index}`);

test("500 are found, and of more it is said that there are others", async () => {
  expect(mostFound).toBe(500);
  expect(await findIn(tides(500), "tide")).toEqual({ count: 500, isAll: true, taken: 500 });
  expect(await findIn(tides(501), "tide")).toEqual({ count: 500, isAll: false, taken: 501 });
  // Nobody reads on for what is not shown.
  expect((await findIn(tides(5000), "tide")).taken).toBe(501);
});

test("20,000 names are looked at, and what comes after them is said to be missing", async () => {
  expect(mostLookedAt).toBe(20_000);
  const rest = tides(mostLookedAt - 1);
  expect(await findIn([...rest, "Harbour"], "harbour")).toMatchObject({ count: 1, isAll: true });
  const late = [...rest, "Salt", "Harbour", "Harbour 2"];
  expect(await findIn(late, "harbour")).toEqual({
    count: 0,
    isAll: false,
    taken: mostLookedAt + 1,
  });
});
