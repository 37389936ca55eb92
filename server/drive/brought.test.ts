/** What members bring into somebody else's drive, and what they could do with it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DriveAct } from "#lib/drive/acts.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { folderMembershipPath } from "./access.ts";
import { createDriveActs } from "./acts.ts";
import { createCopyObject } from "./copy-object.ts";
import { newDriveId } from "./new-id.ts";
import { type OpenDrives, openDrives, said } from "./testing/open-drives.ts";

const { log } = recordingLog();
const hourMs = 3_600_000;
let site: Site;
let drives: OpenDrives;
let clock = Date.now();
beforeAll(async () => {
  site = await openSite();
  drives = openDrives({ backend: site.serverBackend, log, now: () => clock });
}, 60_000);
afterAll(async () => site[Symbol.asyncDispose]());

let owners = 0;

/** A drive with a folder that a member may write in. */
async function shared() {
  owners += 1;
  const [owner, member] = [`owner${owners}`, `member${owners}`];
  const folder = newDriveId();
  await drives.act(owner, { act: "make-folder", id: folder, parent: "", name: "Shared" });
  const data = { kind: "folders", id: folder, uid: member, owner, role: "member" };
  await site.serverBackend.commit([{ set: folderMembershipPath(folder, member), data }]);
  const as = async (uid: string, act: DriveAct) =>
    said((await drives.acts.run(uid, owner, [act]))[0]);
  const add = (object: string, sha256: string | null = null): DriveAct => ({
    act: "add-file",
    id: newDriveId(),
    parent: folder,
    name: object,
    object,
    sha256,
  });
  return { owner, member, folder, as, add };
}

test("what a member says of bytes is not believed: their owner would get these instead of their own", async () => {
  const { owner, member, as, add } = await shared();
  const claimed = "0".repeat(64);
  const brought = await as(member, add(await drives.put(member, "no contract"), claimed));
  expect(brought).toMatchObject({ version: { sha256: null, by: member } });
  const own = await as(owner, add(await drives.put(owner, "contract"), claimed));
  if (own === null || typeof own === "string") throw new Error(`No node: ${own}`);
  expect(own).toMatchObject({ version: { sha256: claimed } });
  const object = await drives.put(member, "another");
  const version = { act: "add-version", id: own.id, object, sha256: claimed } as const;
  expect(await as(member, version)).toMatchObject({ version: { sha256: null } });
});

test("who is in no folder learns nothing of objects that they have heard of", async () => {
  const { owner, as, add } = await shared();
  const object = await drives.put(owner, "hello");
  await as(owner, add(object));
  expect(await as("nobody", add(object))).toBe("no-folder");
  expect(await as("nobody", add(newDriveId()))).toBe("no-folder");
});

test("a server that dies once a member's file is taken over leaves it to the owner alone", async () => {
  const { owner, member, add } = await shared();
  const backend = {
    ...site.serverBackend,
    async deleteObject(): Promise<never> {
      throw new Error("The server has died.");
    },
  };
  const dying = createDriveActs({
    backend,
    store: drives.store,
    copyObject: createCopyObject({ backend: site.serverBackend }),
    changed: () => {},
    purgeSoon: async () => {},
    log,
    now: () => clock,
  });
  const [object, kept] = [await drives.put(member, "mine"), await drives.put(member, "both")];
  await drives.act(member, { ...add(kept), parent: "" } as DriveAct);
  const acts = [add(object), add(kept)];
  expect(await dying.run(member, owner, acts)).toMatchObject([{ node: {} }, { node: {} }]);
  expect(await drives.objects(member)).toContain(`files/${object}`);
  clock += 2 * hourMs;
  await drives.adopt(member);
  // As every day.
  await drives.purge.run(member);
  await drives.adopt(member);
  expect((await drives.tree(member)).nodes).toMatchObject([{ name: kept }]);
  expect(await drives.objects(member)).toEqual([`files/${kept}`]);
  expect((await drives.objects(owner)).toSorted()).toEqual(
    [`files/${object}`, `files/${kept}`].toSorted(),
  );
  clock -= 2 * hourMs;
});

test("of what is taken over without a death no note is left", async () => {
  const { member, as, add } = await shared();
  expect(await as(member, add(await drives.put(member, "mine")))).toMatchObject({ kind: "file" });
  expect(await drives.tree(member)).toMatchObject({ nodes: [], gone: new Set() });
});
