/**
 * Two servers, an owner and a member do anything to one drive at once: the tree stays whole, and every object somebody's.
 * DRIVE_FUZZ_ROUNDS runs more, from FUZZ_SEED on.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { DriveAct } from "#lib/drive/acts.ts";
import { nameKey } from "#lib/drive/names.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { howMany } from "../../tests/support/how-many.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { folderMembershipPath } from "./access.ts";
import { newDriveId } from "./new-id.ts";
import { type OpenDrives, openDrives } from "./testing/open-drives.ts";

const rounds = howMany("DRIVE_FUZZ_ROUNDS", { short: 3, full: 60 });
const seed = Number(process.env["FUZZ_SEED"] ?? 16);

vi.setConfig({ testTimeout: rounds * 10_000 });
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => site[Symbol.asyncDispose]());

const { log } = recordingLog();

test(`parallel acts over two servers leave a whole tree (${rounds} rounds, seed ${seed})`, async () => {
  const { next: random, pick } = seededRandom(seed);
  const servers = [0, 1].map(() => openDrives({ backend: site.serverBackend, log, now: Date.now }));
  for (let round = 0; round < rounds; round += 1) {
    const owner = `owner${round}`;
    const folders = Array.from({ length: 6 }, newDriveId);
    const files = Array.from({ length: 6 }, newDriveId);
    const [shared = ""] = folders;
    const names = ["a", "A", "b.txt", "B.TXT", "é", "e\u0301"];
    const data = { kind: "folders", id: shared, uid: "bob", owner, role: "member" };
    // oxlint-disable no-await-in-loop -- one round after the other
    await site.serverBackend.commit([{ set: folderMembershipPath(shared, "bob"), data }]);
    const anyFolder = () => pick(["", ...folders]);
    const anyNode = () => pick([...folders, ...files]);
    const anyAct = async (uid: string, server: OpenDrives): Promise<DriveAct> => {
      const stored = () => server.put(uid, `${random()}`);
      const place = { parent: anyFolder(), name: pick(names) };
      const acts: (() => Promise<DriveAct> | DriveAct)[] = [
        () => ({ act: "make-folder", id: pick(folders), ...place }),
        () => ({ act: "make-folder", id: pick(folders), ...place }),
        async () => ({
          act: "add-file",
          id: pick(files),
          ...place,
          object: await stored(),
          sha256: null,
        }),
        async () => ({ act: "add-version", id: pick(files), object: await stored(), sha256: null }),
        () => ({ act: "rename", id: anyNode(), name: pick(names) }),
        () => ({ act: "move", id: anyNode(), parent: anyFolder() }),
        () => ({ act: "move", id: pick(folders), parent: anyFolder() }),
        () => ({ act: "trash", id: anyNode() }),
        () => ({ act: "restore", id: anyNode() }),
        () => ({ act: "delete-for-ever", id: anyNode() }),
        () => ({
          act: "copy-file",
          from: pick(files),
          id: pick(files),
          object: newDriveId(),
          ...place,
        }),
      ];
      return pick(acts)();
    };
    await Promise.all(
      [...servers, ...servers].map(async (server, index) => {
        const uid = index === 3 ? "bob" : owner;
        for (let step = 0; step < 12; step += 1) {
          const acts = await Promise.all(
            Array.from({ length: 1 + Math.floor(random() * 4) }, () => anyAct(uid, server)),
          );
          await server.acts.run(uid, owner, acts);
          if (random() < 0.2) await server.purge.run(owner);
        }
      }),
    );
    for (const server of servers) await server.purge.run(owner);
    await assertWhole(servers[0]!, owner);
    expect((await servers[0]!.store.readHead(owner)).left).toBe(false);
    // oxlint-enable no-await-in-loop
  }
});

async function assertWhole(server: OpenDrives, owner: string): Promise<void> {
  const { nodes, gone, tree } = await server.tree(owner);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) {
    if (node.parent === "") continue;
    expect(byId.get(node.parent)?.kind, `the parent of ${node.name}`).toBe("folder");
    expect(gone.has(node.parent)).toBe(false);
  }
  // No circle: from the drive down all are found.
  expect(
    tree
      .below("")
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([...byId.keys()].toSorted());
  for (const node of nodes) expect(tree.pathOf(node.id).length).toBe(wayUp(node, byId));
  const shown = nodes
    .filter(({ trashedAt }) => trashedAt === null)
    .map(({ parent, name }) => `${parent}/${nameKey(name)}`);
  expect(new Set(shown).size).toBe(shown.length);
  const objects = nodes.flatMap((node) =>
    node.kind === "file" ? [node.version, ...node.older].map(({ object }) => object) : [],
  );
  expect(new Set(objects).size).toBe(objects.length);
  const stored = (await server.objects(owner)).map((name) => name.replace("files/", ""));
  expect(objects.filter((object) => !stored.includes(object))).toEqual([]);
  expect((await server.store.readHead(owner)).nodes).toBe(nodes.length);
}

function wayUp(node: DriveNode, byId: ReadonlyMap<string, DriveNode>): number {
  let steps = 0;
  for (let at = byId.get(node.parent); at && steps < 100; at = byId.get(at.parent)) steps += 1;
  return steps;
}
