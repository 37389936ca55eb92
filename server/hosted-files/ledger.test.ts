/** Room for uploads: what is given, counted and freed. The bucket is real; who tells what of it is played. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openHostedFiles } from "./testing/open-hosted-files.ts";
import type { OpenHostedFiles } from "./testing/open-hosted-files.ts";

let open: OpenHostedFiles;
beforeAll(async () => {
  open = await openHostedFiles(100);
});
afterAll(() => open[Symbol.asyncDispose]());

let people = 0;

/** An account that nothing is known of yet. */
function newPerson() {
  const uid = `person-${++people}`;
  const nameOf = (file: string) => `users/${uid}/${file}`;
  return {
    uid,
    nameOf,
    async reserve(file: string, sizeBytes: number): Promise<string> {
      const holder = { uid, claims: {} };
      const reserved = await open.files.reserve(holder, { name: nameOf(file), sizeBytes });
      if (reserved === undefined) throw new Error("There is no room.");
      return reserved.id;
    },
    /** Reserved, uploaded and told. */
    async upload(file: string, sizeBytes: number): Promise<string> {
      const id = await this.reserve(file, sizeBytes);
      await open.put(id, nameOf(file), sizeBytes);
      await open.files.settle(id);
      return id;
    },
    async usage() {
      const { usedBytes, reservedBytes, objects } = await open.backend.storageUsage(uid);
      return [usedBytes, reservedBytes, objects];
    },
  };
}

test("what is reserved counts at once, what has come counts as used", async () => {
  const ann = newPerson();
  const id = await ann.reserve("a", 60);
  expect(await ann.usage()).toEqual([0, 60, 0]);
  expect(await open.reservation(id)).toMatchObject({ uid: ann.uid, name: ann.nameOf("a") });
  await expect(ann.reserve("b", 41)).rejects.toThrow("no room");
  await open.put(id, ann.nameOf("a"), 60);
  await open.files.settle(id);
  expect(await ann.usage()).toEqual([60, 0, 1]);
  await open.files.settle(id);
  expect(await ann.usage()).toEqual([60, 0, 1]);
  await expect(ann.reserve("b", 41)).rejects.toThrow("no room");
  await ann.upload("b", 40);
  expect(await ann.usage()).toEqual([100, 0, 2]);
});

test("however many ask two servers at once, nobody gets more than there is", async () => {
  const ann = newPerson();
  const other = open.openFiles();
  const asked = Array.from({ length: 40 }, (_, index) =>
    (index % 2 === 0 ? open.files : other).reserve(
      { uid: ann.uid, claims: {} },
      { name: ann.nameOf(`${index}`), sizeBytes: 10 },
    ),
  );
  const given = (await Promise.all(asked)).filter((reserved) => reserved !== undefined);
  expect(given).toHaveLength(10);
  expect(new Set(given.map(({ id }) => id)).size).toBe(10);
  expect(await ann.usage()).toEqual([0, 100, 0]);
});

test("a file in the place of another counts instead of it once it is there", async () => {
  const ann = newPerson();
  const first = await ann.upload("a", 40);
  const second = await ann.reserve("a", 60);
  expect(await ann.usage()).toEqual([40, 60, 1]);
  await open.put(second, ann.nameOf("a"), 60);
  await open.files.settle(second);
  expect(await ann.usage()).toEqual([60, 0, 1]);
  expect(await open.reservation(first)).toMatchObject({ state: "freed", expiresAt: 0 });
});

test("another member's file in its place frees the first one's room", async () => {
  const [ann, ben] = [newPerson(), newPerson()];
  const upload = async (uid: string, sizeBytes: number) => {
    const holder = { uid, claims: {} };
    const reserved = await open.files.reserve(holder, { name: "chat/room/shared", sizeBytes });
    await open.put(reserved!.id, "chat/room/shared", sizeBytes);
    await open.files.settle(reserved!.id);
  };
  await upload(ann.uid, 10);
  await upload(ben.uid, 20);
  expect([await ann.usage(), await ben.usage()]).toEqual([
    [0, 0, 0],
    [20, 0, 1],
  ]);
});

test("a deletion that is told of frees, one that did not happen does not", async () => {
  const ann = newPerson();
  const id = await ann.upload("a", 50);
  await open.files.settle(id);
  expect(await ann.usage()).toEqual([50, 0, 1]);
  await open.backend.deleteObject(ann.nameOf("a"));
  await open.files.settle(id);
  expect(await ann.usage()).toEqual([0, 0, 0]);
  await open.files.settle(id);
  expect(await ann.usage()).toEqual([0, 0, 0]);
});

test("an upload that was given up frees, and if it ends all the same it counts again", async () => {
  const ann = newPerson();
  const id = await ann.reserve("a", 50);
  await open.files.settle(id);
  expect(await ann.usage()).toEqual([0, 0, 0]);
  await ann.upload("b", 90);
  await open.put(id, ann.nameOf("a"), 50);
  await open.files.settle(id);
  expect(await ann.usage()).toEqual([140, 0, 2]);
  await expect(ann.reserve("c", 0)).rejects.toThrow("no room");
});

test("in a day no more is freed by telling than the account may have", async () => {
  const ann = newPerson();
  const given = async () => open.files.settle(await ann.reserve("a", 60));
  await given();
  expect(await ann.usage()).toEqual([0, 0, 0]);
  await given();
  expect(await ann.usage()).toEqual([0, 60, 0]);
  open.state.nowMs += 86_400_000;
  await open.files.settle(await ann.reserve("b", 40));
  expect(await ann.usage()).toEqual([0, 60, 0]);
});

test("an own limit goes before the usual one, and null gives that back", async () => {
  const ann = newPerson();
  const limit = async () => {
    const { limitBytes, isOwnLimit } = await open.backend.storageUsage(ann.uid);
    return [limitBytes, isOwnLimit];
  };
  await open.backend.setStorageQuota(ann.uid, 1000);
  expect(await limit()).toEqual([1000, true]);
  await ann.reserve("a", 900);
  await open.backend.setStorageQuota(ann.uid, 0);
  await expect(ann.reserve("b", 1)).rejects.toThrow("no room");
  await open.backend.setStorageQuota(ann.uid, null);
  expect(await limit()).toEqual([100, false]);
  await expect(ann.reserve("b", 1)).rejects.toThrow("no room");
  const total = await open.backend.storageUsage("");
  expect(total).toMatchObject({ uid: "", limitBytes: null });
  expect(total.reservedBytes).toBeGreaterThanOrEqual(900);
});

test("nobody has more files of nothing than can be counted", async () => {
  const ann = newPerson();
  await open.backend.commit([{ set: `storageUsage/${ann.uid}`, data: { open: 5000 } }]);
  await expect(ann.reserve("a", 0)).rejects.toThrow("no room");
});

test("a reservation that is not there, or is made up, is nothing", async () => {
  const sums = () => open.backend.listDocuments("storageUsage");
  const before = await sums();
  await open.files.settle("x".repeat(22));
  await open.backend.commit([
    { set: `uploadReservations/${"y".repeat(22)}`, data: { uid: 7, sizeBytes: -1 } },
  ]);
  await open.files.settle("y".repeat(22));
  expect(await sums()).toEqual(before);
});

test("who follows changed objects hears of what is told", async () => {
  const ann = newPerson();
  const heard: unknown[] = [];
  const id = await ann.reserve("a", 5);
  await open.put(id, ann.nameOf("a"), 5);
  const end = open.backend.onObjectChange((change) => void heard.push(change));
  await open.files.settle(id);
  await open.site.serverBackend.deleteObject(ann.nameOf("a"));
  await open.files.settle(id);
  end();
  expect(heard).toEqual([
    { name: ann.nameOf("a"), generation: expect.any(Number) },
    { name: ann.nameOf("a"), generation: null },
  ]);
});
