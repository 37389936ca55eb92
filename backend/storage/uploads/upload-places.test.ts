/** How many uploads may be under way, and which one gives way. */
import { expect, test } from "vitest";
import { openSqlite } from "../../sqlite/index.ts";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { noMetadata } from "../objects/metadata.ts";
import { type StorageOperations, storageModule } from "../index.ts";

const HOUR_MS = 60 * 60 * 1000;

async function openPlaces() {
  const dir = createTempDir();
  const sqlite = await openSqlite<StorageOperations>({
    path: `${dir.path}/test.sqlite`,
    modules: [{ url: storageModule }],
  });
  let count = 0;

  async function begin(holder: string, nowMs: number, busy: string[] = []) {
    const idHash = `upload ${++count}`;
    const head = { name: "a", metadata: noMetadata, md5Hash: null, ifGeneration: null };
    const outcome = await sqlite.write("storage.beginUpload", {
      caller: "admin",
      bucket: "test-bucket",
      nowMs,
      idHash,
      file: `file of ${idHash}`,
      isResumable: true,
      holder,
      callerName: holder,
      head,
      sizeBytes: 1,
      limits: { usualBytes: null, siteBytes: null, freeBytes: null },
      busy,
    });
    return { idHash, isFull: outcome.isFull, gone: outcome.gone.map((one) => one.idHash) };
  }

  return {
    begin,
    async fill(holder: string, uploads: number, nowMs: number) {
      const begun = await Promise.all(
        Array.from({ length: uploads }, (_, index) => begin(holder, nowMs + index)),
      );
      expect(begun.filter(({ isFull, gone }) => isFull || gone.length > 0)).toEqual([]);
      return begun.map(({ idHash }) => idHash);
    },
    use: (idHash: string, nowMs: number) =>
      sqlite.write("storage.saveProgress", {
        idHash,
        receivedBytes: 1,
        nowMs,
        limits: { siteBytes: null, freeBytes: null },
      }),
    async [Symbol.asyncDispose]() {
      await sqlite.close();
      dir[Symbol.dispose]();
    },
  };
}

test("an account has 256 places and an address 16; what was not used for an hour gives way", async () => {
  await using places = await openPlaces();
  for (const [holder, count] of [
    ["account ada", 256],
    ["address 10.0.0.1", 16],
  ] as const) {
    const begun = await places.fill(holder, count, 0);
    expect(await places.begin(holder, HOUR_MS - 1)).toMatchObject({ isFull: true, gone: [] });
    await places.use(begun[0] ?? "", HOUR_MS - 1);
    // The second one is the oldest; it has a request now.
    const busy = [begun[1] ?? ""];
    const late = await places.begin(holder, HOUR_MS + 10, busy);
    expect(late).toMatchObject({ isFull: false, gone: [begun[2]] });
    expect(await places.begin(holder, HOUR_MS + 10, busy)).toMatchObject({ gone: [begun[3]] });
  }
  expect(await places.begin("account bob", 0)).toMatchObject({ isFull: false, gone: [] });
});

test("when all places are taken, the oldest waiting upload of who has most makes room", async () => {
  await using places = await openPlaces();
  const crowd = await places.fill("account 0", 256, 0);
  for (let account = 1; account < 16; account++) {
    await places.fill(`account ${account}`, 255, 1000);
  }
  await places.fill("account few", 15, 0);
  expect(await places.begin("account late", 1000)).toMatchObject({ gone: [crowd[0]] });
  // Nobody has more than 255 now, and whoever has as many drops nobody else's.
  expect(await places.begin("account 1", 1000)).toMatchObject({ isFull: true });
  const { gone } = await places.begin("account late", 1000);
  expect(gone).toEqual([crowd[1]]);
});
