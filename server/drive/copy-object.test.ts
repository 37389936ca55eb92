import { expect, test } from "vitest";
import { BackendError, type ObjectInfo } from "#lib/server-backend.ts";
import { createCopyObject } from "./copy-object.ts";

const source: ObjectInfo = {
  name: "users/ann/files/a",
  generation: "7",
  sizeBytes: 10,
  contentType: "text/plain",
  md5Hash: null,
  customMetadata: {},
  downloadTokens: [],
  updated: "2026-01-01T00:00:00Z",
};
const copy = { from: source.name, to: "users/ann/files/b", owner: "ann", customMetadata: {} };

/** At Firebase, where the copy ends with this. */
function hosted(made: () => ObjectInfo | null, hasRoom = true) {
  const seen: object[] = [];
  const settled: string[] = [];
  const copyObject = createCopyObject({
    backend: {
      getObject: async () => source,
      async copyObject(asked) {
        seen.push(asked);
        return made();
      },
    },
    reservations: {
      reserve: async () => (hasRoom ? { id: "r" } : undefined),
      settle: async (id) => void settled.push(id),
    },
  });
  return { copyObject, seen, settled };
}

test("what has room is copied as it was looked at, and counted by its reservation", async () => {
  const { copyObject, seen, settled } = hosted(() => source);
  expect(await copyObject(copy)).toBe(source);
  expect(seen).toEqual([{ ...copy, generation: "7", customMetadata: { reservation: "r" } }]);
  expect(settled).toEqual(["r"]);
});

test("what has no room is not copied, and what is gone meanwhile leaves no room taken", async () => {
  const full = hosted(() => source, false);
  expect(await full.copyObject(copy)).toBe("no-space");
  expect(full.seen).toEqual([]);
  const gone = hosted(() => null);
  expect(await gone.copyObject(copy)).toBe("no-object");
  expect(gone.settled).toEqual(["r"]);
});

test("that Google has too much to do is not said to be a lack of room", async () => {
  const busy = new BackendError("RESOURCE_EXHAUSTED", "Later.");
  const { copyObject, settled } = hosted(() => {
    throw busy;
  });
  await expect(copyObject(copy)).rejects.toBe(busy);
  expect(settled).toEqual(["r"]);
});

test.each(["RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", "SITE_FULL"])(
  "%s of the embedded backend is a lack of room",
  async (status) => {
    const copyObject = createCopyObject({
      backend: {
        getObject: async () => source,
        async copyObject() {
          throw new BackendError(status, "Full.");
        },
      },
    });
    expect(await copyObject(copy)).toBe("no-space");
  },
);
