/** What an archive is made of costs its server memory until it has ended: how much that may be is bounded. */
import { expect, test } from "vitest";
import { mostZipLetters } from "#lib/drive/limits.ts";
import type { DriveFolder } from "#lib/drive/node.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { zipOf } from "./zip.ts";

const { log } = recordingLog();
const at = "2026-01-31T12:00:00.000Z";
const long = "x".repeat(110);
let made = 0;

function folder(name: string, parent: string): DriveFolder {
  made += 1;
  const of = { createdAt: at, updatedAt: at, trashedAt: null, starred: false, links: 0 };
  return { kind: "folder", ...of, id: `${made}`, parent, name, shared: false };
}

test("an archive of folders in folders without end comes to one, and says so", async () => {
  const zip = zipOf({
    store: {
      childrenOf: async (_owner, parent) => ({
        nodes: [1, 2, 3].map((index) => folder(`${long}${index}`, parent)),
        next: undefined,
      }),
    },
    owner: "ann",
    nodes: [folder("top", ""), folder("beside", "")],
    read: () => Promise.reject(new Error("There are no files.")),
    isOpen: async () => true,
    log,
    now: Date.now,
    signal: new AbortController().signal,
  });
  const text = Buffer.from(await new Response(zip).arrayBuffer()).toString("latin1");
  expect(made).toBeLessThan((3 * mostZipLetters) / long.length);
  // Each path stands in it at its place, and in the list at its end.
  expect(text.length).toBeLessThan(3 * mostZipLetters);
  expect(text).toContain("and all after it: for one archive these are too many.");
  expect(text).not.toContain("beside/");
});
