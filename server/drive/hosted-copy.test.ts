import { afterAll, expect, test } from "vitest";
import { objectNameOf } from "#lib/drive/node.ts";
import { startStandIn } from "../../tests/support/firebase-stand-in.ts";
import { createHostedFiles } from "../hosted-files/hosted-files.ts";
import { createLog } from "../log.ts";
import { newDriveId } from "./new-id.ts";
import { openDrives } from "./testing/open-drives.ts";

const standIn = await startStandIn();
afterAll(() => standIn[Symbol.asyncDispose]());
const backend = standIn.console;
const log = createLog("silent");

test("at Firebase a copy is made by Cloud Storage, and counted by its reservation", async () => {
  const files = createHostedFiles({
    backend,
    usualQuota: () => 20,
    tellObjectChange: async () => {},
    log,
    now: Date.now,
  });
  const drives = openDrives({
    backend,
    log,
    now: Date.now,
    reservations: {
      reserve: (uid, upload) => files.reserve({ uid, claims: {} }, upload),
      settle: (id) => files.settle(id),
    },
  });
  const { uid: owner } = await backend.createAccount({ email: "ann@example.com" });
  const object = await drives.put(owner, "hello tide");
  const from = newDriveId();
  const place = { parent: "", name: "a.txt" };
  await drives.act(owner, { act: "add-file", id: from, object, sha256: null, ...place });
  const copy = (name: string) =>
    ({
      act: "copy-file",
      from,
      id: newDriveId(),
      object: newDriveId(),
      parent: "",
      name,
    }) as const;
  const first = copy("b.txt");
  const copied = await drives.act(owner, first);
  expect(copied).toMatchObject({ name: "b.txt", version: { size: 10, type: "text/plain" } });
  expect(await drives.act(owner, first)).toEqual(copied);
  const response = await backend.openObject(objectNameOf(owner, first.object));
  expect(await response.text()).toBe("hello tide");
  expect(await backend.storageUsage(owner)).toMatchObject({ usedBytes: 10, reservedBytes: 0 });
  expect(await drives.act(owner, copy("c.txt"))).toMatchObject({ name: "c.txt" });
  expect(await drives.act(owner, copy("d.txt"))).toBe("no-space");
  expect(await backend.storageUsage(owner)).toMatchObject({ usedBytes: 20, reservedBytes: 0 });
  expect(await drives.objects(owner)).toHaveLength(3);
  await files.close();
});
