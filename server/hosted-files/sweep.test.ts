/** What nobody told of is found by the daily sweep. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import { openHostedFiles } from "./testing/open-hosted-files.ts";
import type { OpenHostedFiles } from "./testing/open-hosted-files.ts";

const dayMs = 86_400_000;
const leasePath = "leases/filesSweep";

let open: OpenHostedFiles;
beforeAll(async () => {
  open = await openHostedFiles(100);
});
afterAll(() => open[Symbol.asyncDispose]());
beforeEach(() => open.backend.commit([{ delete: leasePath }]));

const nameOf = (uid: string, file: string) => `users/${uid}/${file}`;

async function reserve(uid: string, file: string, sizeBytes: number): Promise<string> {
  const upload = { name: nameOf(uid, file), sizeBytes };
  const reserved = await open.files.reserve({ uid, claims: {} }, upload);
  if (reserved === undefined) throw new Error("There is no room.");
  return reserved.id;
}

async function upload(uid: string, file: string, sizeBytes: number): Promise<string> {
  const id = await reserve(uid, file, sizeBytes);
  await open.put(id, nameOf(uid, file), sizeBytes);
  return id;
}

async function usage(uid: string): Promise<number[]> {
  const { usedBytes, reservedBytes, objects } = await open.backend.storageUsage(uid);
  return [usedBytes, reservedBytes, objects];
}

async function sweepLater(days: number): Promise<void> {
  open.state.nowMs += days * dayMs;
  expect(await open.files.sweep()).toBe(true);
}

test("an upload that was not told of is counted as used", async () => {
  const id = await upload("told-late", "a", 10);
  expect(await usage("told-late")).toEqual([0, 10, 0]);
  await sweepLater(1);
  expect(await usage("told-late")).toEqual([10, 0, 1]);
  expect(await open.reservation(id)).toMatchObject({ state: "done" });
});

test("what never came is freed once it can no longer be begun, and forgotten a week later", async () => {
  const id = await reserve("never", "a", 10);
  await sweepLater(6.9);
  expect(await usage("never")).toEqual([0, 10, 0]);
  await sweepLater(1);
  expect(await usage("never")).toEqual([0, 0, 0]);
  expect(await open.reservation(id)).toMatchObject({ state: "freed", expiresAt: 0 });
  await sweepLater(7);
  expect(await open.reservation(id)).toMatchObject({ state: "freed" });
  await sweepLater(1.1);
  expect(await open.reservation(id)).toBeUndefined();
  await sweepLater(1);
  expect(await open.backend.getDocument("storageUsage/never")).toBeNull();
});

test("files that are gone or have others in their places are freed", async () => {
  const gone = await upload("gone", "a", 10);
  await upload("gone", "b", 20);
  await sweepLater(1);
  await upload("gone", "b", 30);
  await open.backend.deleteObject(nameOf("gone", "a"));
  expect(await usage("gone")).toEqual([30, 30, 2]);
  await sweepLater(1);
  expect(await usage("gone")).toEqual([30, 0, 1]);
  expect(await open.reservation(gone)).toMatchObject({ state: "freed" });
});

test("a file that came after its room was freed counts again, over the limit too", async () => {
  const id = await reserve("cheat", "a", 80);
  await open.files.settle(id);
  await upload("cheat", "b", 90);
  await open.put(id, nameOf("cheat", "a"), 80);
  await sweepLater(1);
  expect(await usage("cheat")).toEqual([170, 0, 2]);
});

test("of several servers one sweeps, and none of them twice a day", async () => {
  const copies = [open.openFiles(), open.openFiles(), open.openFiles()];
  const ran = await Promise.all(copies.map((files) => files.sweep()));
  expect(ran.filter(Boolean)).toHaveLength(1);
  open.state.nowMs += dayMs / 2;
  expect(await open.files.sweep()).toBe(false);
  await sweepLater(0.5);
});

test("sums that say something else than the reservations are counted anew", async () => {
  await upload("wrong", "a", 10);
  await reserve("wrong", "b", 20);
  const data = { usedBytes: 7, reservedBytes: 1, objects: 3, open: 9 };
  await open.backend.commit([{ update: "storageUsage/wrong", data }]);
  await sweepLater(1);
  expect(await usage("wrong")).toEqual([10, 20, 1]);
  expect(open.entries.some(({ uid }) => uid === "wrong")).toBe(true);
});

test("what cannot be looked at keeps nothing else back, and is named without the file's name", async () => {
  const broken = await upload("half", "broken", 10);
  await upload("half", "whole", 20);
  const files = open.openFiles({
    getObject: (name) =>
      name.endsWith("broken")
        ? Promise.reject(new BackendError("INTERNAL", "odd"))
        : open.backend.getObject(name),
  });
  open.state.nowMs += dayMs;
  expect(await files.sweep()).toBe(true);
  expect(await usage("half")).toEqual([20, 10, 1]);
  const said = open.entries.filter(({ reservation }) => reservation === broken);
  expect(said).toHaveLength(1);
  expect(JSON.stringify(said)).not.toContain("users/half");
});

test("while Google is out of reach a sweep ends early, and the next one need not wait a day", async () => {
  const expiresAt = open.state.nowMs + dayMs;
  await open.backend.commit([
    { set: "storageUsage/many", data: { reservedBytes: 25, open: 25 } },
    ...Array.from({ length: 25 }, (_, index) => ({
      set: `uploadReservations/many${String(index).padStart(18, "0")}`,
      data: { uid: "many", name: nameOf("many", "a"), sizeBytes: 1, state: "open", expiresAt },
    })),
  ]);
  let asked = 0;
  const files = open.openFiles({
    getObject() {
      asked += 1;
      return Promise.reject(new BackendError("UNAVAILABLE", "down"));
    },
  });
  await expect(files.sweep()).rejects.toThrow("down");
  expect(asked).toBeLessThan(25);
  expect(await open.files.sweep()).toBe(true);
});

test("closing ends a sweep where it is", async () => {
  for (let file = 0; file < 5; file += 1) await reserve("closing", `${file}`, 1);
  let asked = 0;
  const files = open.openFiles({
    async getObject(name) {
      asked += 1;
      if (asked === 2) void files.close();
      return open.backend.getObject(name);
    },
  });
  await files.sweep();
  await files.close();
  expect(asked).toBe(2);
  expect(await files.sweep()).toBe(false);
});

test("a sweep that was closed is gone on with by the next server, behind the last account it looked at", async () => {
  for (const uid of ["zz-1", "zz-2", "zz-3"]) await reserve(uid, "a", 1);
  open.state.nowMs += dayMs;
  const looked: string[] = [];
  const openCopy = () => {
    const files = open.openFiles({
      async getObject(name) {
        looked.push(name);
        if (looked.length === 1) return open.backend.getObject(name);
        if (name === nameOf("zz-2", "a") && !looked.includes("closed")) {
          looked.push("closed");
          void files.close();
        }
        return open.backend.getObject(name);
      },
    });
    return files;
  };
  await openCopy().sweep();
  expect(looked.at(-1)).toBe("closed");
  looked.length = 0;
  expect(await openCopy().sweep()).toBe(true);
  expect(looked.filter((name) => name !== "closed")).toEqual([
    nameOf("zz-2", "a"),
    nameOf("zz-3", "a"),
  ]);
});

test.each([
  ["is closed", true],
  ["fails", "broken off"],
])(
  "a sweep of more than a day that %s leaves another server's lease alone",
  async (end, expected) => {
    await reserve("long", "a", 1);
    let isOvertaken = false;
    const slow = open.openFiles({
      async findDocuments(...asked) {
        if (!isOvertaken) {
          isOvertaken = true;
          await sweepLater(1);
          if (end === "fails") throw new Error("broken off");
          void slow.close();
        }
        return open.backend.findDocuments(...asked);
      },
    });
    const outcome = await slow.sweep().catch((error: Error) => error.message);
    expect([outcome, isOvertaken]).toEqual([expected, true]);
    expect(await open.openFiles().sweep()).toBe(false);
  },
);

test("a lease that may not be taken is no sweep of another server", async () => {
  const files = open.openFiles({
    commit: () => Promise.reject(new BackendError("PERMISSION_DENIED", "no right to commit")),
  });
  await expect(files.sweep()).rejects.toThrow("no right");
});

test("download tokens are taken from private objects after each upload, and from no public one", async () => {
  const tokensOf = async (name: string) => (await open.backend.getObject(name))?.downloadTokens;
  /** As at Google, where each upload makes one. */
  async function uploadWithToken(id: string, name: string): Promise<void> {
    await open.put(id, name, 1);
    const url = `http://any.invalid/v0/b/foyer/o/${encodeURIComponent(name)}?create_token=true`;
    await open.site.backend.adminFetch(new Request(url, { method: "POST" }));
    expect((await tokensOf(name))?.length).toBeGreaterThan(0);
  }
  const told = nameOf("tokens", "told");
  const toldId = await reserve("tokens", "told", 1);
  await uploadWithToken(toldId, told);
  await open.files.settle(toldId);
  expect(await tokensOf(told)).toEqual([]);

  const untold = nameOf("tokens", "untold");
  await uploadWithToken(await reserve("tokens", "untold", 1), untold);
  // The same size again, as the rules let it be.
  await uploadWithToken(toldId, told);
  const shown = "public/tokens.png";
  const upload = { name: shown, sizeBytes: 1 };
  const reserved = await open.files.reserve({ uid: "tokens", claims: {} }, upload);
  await uploadWithToken(reserved!.id, shown);
  await sweepLater(1);
  expect([await tokensOf(told), await tokensOf(untold)]).toEqual([[], []]);
  expect((await tokensOf(shown))?.length).toBeGreaterThan(0);
});
