import { afterAll, beforeAll, expect, test } from "vitest";
import type { DriveAct } from "#lib/drive/acts.ts";
import { mostDepth } from "#lib/drive/limits.ts";
import { type DriveNode, objectNameOf, thumbNameOf } from "#lib/drive/node.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { folderMembershipPath } from "./access.ts";
import { createDriveActs } from "./acts.ts";
import { newDriveId } from "./new-id.ts";
import { DriveBusyError } from "./store.ts";
import { type OpenDrives, openDrives, said } from "./testing/open-drives.ts";

let site: Site;
let drives: OpenDrives;
let clock = Date.now();
beforeAll(async () => {
  site = await openSite();
  drives = openDrives({ backend: site.serverBackend, log, now: () => clock });
}, 60_000);
afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

const { log, entries } = recordingLog();

const node = (result: DriveNode | string | null): DriveNode => {
  if (result === null || typeof result === "string") throw new Error(`No node: ${result}`);
  return result;
};
let owners = 0;
const newOwner = () => `owner${(owners += 1)}`;

async function folder(owner: string, name: string, parent = ""): Promise<string> {
  const id = newDriveId();
  return node(await drives.act(owner, { act: "make-folder", id, parent, name })).id;
}

async function file(owner: string, name: string, parent = "", text = name): Promise<DriveNode> {
  const object = await drives.put(owner, text);
  const act: DriveAct = { act: "add-file", id: newDriveId(), parent, name, object, sha256: null };
  return node(await drives.act(owner, act));
}

const objectOf = (one: DriveNode) => (one.kind === "file" ? one.version.object : "");

test("a folder and a file in it come, with what Storage says of the bytes; the same asked twice is one", async () => {
  const owner = newOwner();
  const id = newDriveId();
  const make: DriveAct = { act: "make-folder", id, parent: "", name: " Photos " };
  expect(await drives.act(owner, make)).toMatchObject({ id, kind: "folder", name: "Photos" });
  expect(await drives.act(owner, make)).toMatchObject({ id, name: "Photos" });
  const object = await drives.put(owner, "hello");
  const add: DriveAct = {
    act: "add-file",
    id: newDriveId(),
    parent: id,
    name: "Cafe\u0301.txt",
    object,
    sha256: null,
  };
  const version = { object, size: 5, type: "text/plain", sha256: null, by: owner };
  const added = node(await drives.act(owner, add));
  expect(added).toMatchObject({ name: "Café.txt", parent: id, version, older: [] });
  expect(await drives.act(owner, add)).toEqual(added);
  const stored = await site.serverBackend.getDocument(`users/${owner}/files/${added.id}`);
  expect(stored?.data).toMatchObject({
    place: `${id}/café.txt`,
    changedAt: expect.any(String),
  });
  expect((await drives.store.readHead(owner)).nodes).toBe(2);
  // The same bytes for another node: each would take them from the other.
  expect(await drives.act(owner, { ...add, id: newDriveId(), name: "b" })).toBe("no-object");
  const none = { ...add, id: newDriveId(), object: newDriveId(), name: "c" };
  expect(await drives.act(owner, none)).toBe("no-object");
});

test("names are one to a folder, whatever their capitals; which one is free is said", async () => {
  const owner = newOwner();
  await file(owner, "Tide.tar.gz");
  const object = await drives.put(owner, "x");
  const more = { act: "add-file", parent: "", object, sha256: null } as const;
  const add = (name: string) => drives.act(owner, { ...more, id: newDriveId(), name });
  expect(await add("TIDE.tar.GZ")).toBe("name-taken: TIDE (2).tar.GZ");
  expect(await add("a/b")).toBe("bad-name");
  expect(await add("..")).toBe("bad-name");
  expect(await add("é".repeat(128))).toBe("bad-name");
  expect(await add("a\u202egnp.exe")).toBe("bad-name");
  expect(node(await add("Tide (2).tar.gz")).name).toBe("Tide (2).tar.gz");
  const made = await folder(owner, "Tide");
  expect(await drives.act(owner, { act: "rename", id: made, name: "tide.TAR.gz" })).toBe(
    "name-taken: tide.TAR.gz (2)",
  );
  // A change of capitals alone is no other name.
  expect(node(await drives.act(owner, { act: "rename", id: made, name: "TIDE" })).name).toBe(
    "TIDE",
  );
});

test("what is moved gets another name on its way, and back, in one act; a name that is taken is refused whole", async () => {
  const owner = newOwner();
  const here = await folder(owner, "Here");
  const there = await folder(owner, "There");
  const one = await file(owner, "a.txt", here);
  await file(owner, "a.txt", there);
  const move = { act: "move", id: one.id, parent: there } as const;
  expect(await drives.act(owner, move)).toBe("name-taken: a (2).txt");
  expect(await drives.act(owner, { ...move, name: "A.TXT" })).toBe("name-taken: A (2).TXT");
  expect(await drives.act(owner, { ...move, name: "a/b" })).toBe("bad-name");
  expect(await drives.store.readNode(owner, one.id)).toEqual(one);
  const moved = { parent: there, name: "a (2).txt" };
  expect(await drives.act(owner, { ...move, name: "a (2).txt" })).toMatchObject(moved);
  const back = { ...move, parent: here, name: "a.txt" };
  expect(await drives.act(owner, back)).toMatchObject({ parent: here, name: "a.txt" });
});

test("in one request each act sees those before it, and one that fails stops none", async () => {
  const owner = newOwner();
  const [a, b, c] = [newDriveId(), newDriveId(), newDriveId()];
  const results = await drives.acts.run(owner, owner, [
    { act: "make-folder", id: a, parent: "", name: "A" },
    { act: "make-folder", id: b, parent: a, name: "B" },
    { act: "make-folder", id: c, parent: "", name: "a" },
    { act: "move", id: a, parent: b },
    { act: "rename", id: a, name: "C" },
    { act: "make-folder", id: c, parent: "", name: "a" },
    { act: "move", id: b, parent: c },
    { act: "move", id: c, parent: b },
    { act: "trash", id: newDriveId() },
  ]);
  expect(results.map((one) => (typeof said(one) === "string" ? said(one) : "ok"))).toEqual([
    "ok",
    "ok",
    "name-taken: a (2)",
    "into-itself",
    "ok",
    "ok",
    "ok",
    "into-itself",
    "not-found",
  ]);
  const { tree } = await drives.tree(owner);
  expect(tree.pathOf(b).map(({ name }) => name)).toEqual(["a"]);
});

test("a tree gets no deeper than it may, however it is put together", async () => {
  const owner = newOwner();
  let parent = "";
  const ids: string[] = [];
  for (let depth = 1; depth <= mostDepth; depth += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each in the one before
    parent = await folder(owner, `${depth}`, parent);
    ids.push(parent);
  }
  const deeper: DriveAct = { act: "make-folder", id: newDriveId(), parent, name: "x" };
  expect(await drives.act(owner, deeper)).toBe("too-deep");
  const other = await folder(owner, "other");
  expect(await drives.act(owner, { act: "move", id: ids[0]!, parent: other })).toBe("too-deep");
  expect(await drives.act(owner, { act: "move", id: ids[1]!, parent: other })).toMatchObject({
    parent: other,
  });
  // Measured anew, not only bounded by what was once there.
  const shallow = await folder(owner, "shallow", other);
  expect(await drives.act(owner, { act: "move", id: shallow, parent: ids[30]! })).toMatchObject({
    parent: ids[30],
  });
});

test("versions: the newest ten stay, one comes back, and what is dropped is deleted", async () => {
  const owner = newOwner();
  const made = await file(owner, "a.txt", "", "0");
  const objects = [objectOf(made)];
  for (let version = 1; version <= 11; version += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const object = await drives.put(owner, `${version}`);
    objects.push(object);
    // oxlint-disable-next-line no-await-in-loop
    await drives.act(owner, { act: "add-version", id: made.id, object, sha256: null });
  }
  const { nodes } = await drives.tree(owner);
  expect(nodes[0]).toMatchObject({ version: { object: objects[11] } });
  const older = () =>
    drives.store.readNode(owner, made.id).then((one) => (one?.kind === "file" ? one.older : []));
  expect((await older()).map(({ object }) => object)).toEqual(objects.slice(1, 11).toReversed());
  await drives.jobs.runDue();
  expect(await drives.objects(owner)).not.toContain(`files/${objects[0]}`);
  expect(await drives.objects(owner)).toHaveLength(11);
  await drives.act(owner, { act: "restore-version", id: made.id, object: objects[4]! });
  expect((await older())[0]?.object).toBe(objects[11]);
  const current: DriveAct = { act: "drop-version", id: made.id, object: objects[4]! };
  expect(await drives.act(owner, current)).toBe("no-object");
  await drives.act(owner, { act: "drop-version", id: made.id, object: objects[11]! });
  await drives.jobs.runDue();
  expect(await drives.objects(owner)).not.toContain(`files/${objects[11]}`);
  expect(await drives.objects(owner)).toHaveLength(10);
});

test("trash and back: a name that was taken meanwhile gets a number, a folder that went gives the drive", async () => {
  const owner = newOwner();
  const inside = await folder(owner, "Inside");
  const one = await file(owner, "a.txt", inside);
  expect(await drives.act(owner, { act: "delete-for-ever", id: one.id })).toBe("not-found");
  expect(await drives.act(owner, { act: "trash", id: one.id })).toMatchObject({
    trashedAt: expect.any(String),
  });
  await file(owner, "A.txt", inside);
  expect(await drives.act(owner, { act: "restore", id: one.id })).toMatchObject({
    name: "a (2).txt",
    parent: inside,
    trashedAt: null,
  });
  await drives.act(owner, { act: "trash", id: one.id });
  await drives.act(owner, { act: "trash", id: inside });
  const into: DriveAct = { act: "make-folder", id: newDriveId(), parent: inside, name: "x" };
  expect(await drives.act(owner, into)).toBe("no-folder");
  expect(await drives.act(owner, { act: "restore", id: one.id })).toMatchObject({ parent: "" });
});

test("a folder that is deleted for ever takes all below with it, objects, thumbs and documents; its mark stays 60 days", async () => {
  const owner = newOwner();
  const top = await folder(owner, "Top");
  const deep = await folder(owner, "Deep", top);
  const files = await Promise.all(["a", "b", "c"].map((name) => file(owner, name, deep)));
  await site.serverBackend.putObject(thumbNameOf(owner, objectOf(files[0]!)), Buffer.from("x"), {
    contentType: "image/webp",
  });
  const known = await drives.store.readNode(owner, deep);
  await drives.store.update(owner, async () => ({
    result: undefined,
    writes: known ? [{ put: { ...known, shared: true } }] : [],
  }));
  await file(owner, "stays");
  await drives.act(owner, { act: "trash", id: top });
  expect(await drives.act(owner, { act: "delete-for-ever", id: top })).toBeNull();
  expect(await drives.act(owner, { act: "delete-for-ever", id: top })).toBeNull();
  // Before its turn has come nothing goes into it any more, and nothing out of it.
  expect(await drives.act(owner, { act: "move", id: deep, parent: "" })).toBe("not-found");
  const into: DriveAct = { act: "make-folder", id: newDriveId(), parent: deep, name: "x" };
  expect(await drives.act(owner, into)).toBe("no-folder");
  await drives.jobs.runDue();
  expect(await drives.objects(owner)).toHaveLength(1);
  const { nodes, gone } = await drives.tree(owner);
  expect(nodes.map(({ name }) => name)).toEqual(["stays"]);
  expect([...gone]).toEqual([top]);
  expect(drives.forgotten).toContain(deep);
  expect(await drives.store.readHead(owner)).toMatchObject({ nodes: 1, left: false });
});

test("two servers that take the same away at once count each node once", async () => {
  const owner = newOwner();
  const gone = await folder(owner, "Gone");
  for (const name of ["a", "b", "c"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await file(owner, name, gone);
  }
  await file(owner, "kept");
  await drives.act(owner, { act: "trash", id: gone });
  await drives.act(owner, { act: "delete-for-ever", id: gone });
  const other = openDrives({ backend: site.serverBackend, log, now: () => clock });
  await Promise.all([drives.purge.run(owner), other.purge.run(owner)]);
  expect((await drives.tree(owner)).nodes).toHaveLength(1);
  expect((await drives.store.readHead(owner)).nodes).toBe(1);
});

test("what is in the trash for 30 days goes by itself, and later its mark, too", async () => {
  const owner = newOwner();
  const one = await file(owner, "a");
  await drives.act(owner, { act: "trash", id: one.id });
  const before = clock;
  const sweep = async () => {
    await drives.jobs.schedule("sweep-drives", { dueAt: new Date(clock), data: {} });
    await drives.jobs.runDue();
    return drives.tree(owner);
  };
  try {
    clock += 29 * 86_400_000;
    expect((await sweep()).nodes).toHaveLength(1);
    clock += 2 * 86_400_000;
    expect(await sweep()).toMatchObject({ nodes: [], gone: new Set([one.id]) });
    expect(await drives.objects(owner)).toEqual([]);
    clock += 61 * 86_400_000;
    expect(await sweep()).toMatchObject({ nodes: [], gone: new Set() });
  } finally {
    clock = before;
  }
});

test("a copy has bytes of its own, and is refused without room", async () => {
  const { uid: owner } = await site.serverBackend.createAccount({ email: "copy@example.com" });
  const one = await file(owner, "a.txt", "", "hello");
  const copy = (name: string) => ({
    act: "copy-file" as const,
    from: one.id,
    id: newDriveId(),
    object: newDriveId(),
    parent: "",
    name,
  });
  const act = copy("b.txt");
  const copied = node(await drives.act(owner, act));
  expect(copied).toMatchObject({ name: "b.txt", version: { size: 5, type: "text/plain" } });
  expect(await drives.act(owner, act)).toEqual(copied);
  await drives.act(owner, { act: "trash", id: one.id });
  await drives.act(owner, { act: "delete-for-ever", id: one.id });
  await drives.jobs.runDue();
  const response = await site.serverBackend.openObject(objectNameOf(owner, objectOf(copied)));
  expect(await response.text()).toBe("hello");
  // Counted for the owner, whoever has asked.
  expect((await site.serverBackend.storageUsage(owner)).usedBytes).toBe(4096);
  await site.serverBackend.setStorageQuota(owner, 6000);
  const more = { ...copy("c.txt"), from: copied.id };
  expect(await drives.act(owner, more)).toBe("no-space");
  expect(await drives.act(owner, { ...more, from: one.id })).toBe("not-found");
  await site.serverBackend.setStorageQuota(owner, null);
  // What is taken is not copied first.
  const taken = { ...copy("B.txt"), from: copied.id };
  expect(await drives.act(owner, taken)).toBe("name-taken: B (2).txt");
  await drives.jobs.runDue();
  expect(await drives.objects(owner)).toEqual([`files/${objectOf(copied)}`]);
});

test("a copy that is asked for twice, at once or after a server has died, keeps its bytes", async () => {
  const owner = newOwner();
  const today = clock;
  const from = await file(owner, "a");
  const copyOf = () => {
    const [id, object] = [newDriveId(), newDriveId()];
    const act: DriveAct = { act: "copy-file", from: from.id, id, object, parent: "", name: id };
    return { act, object };
  };
  const purged = async () => {
    await drives.purge.run(owner);
    clock += 2 * 3_600_000;
    await drives.purge.run(owner);
    return drives.objects(owner);
  };
  const three = copyOf();
  const answers = await Promise.all([1, 2, 3].map(() => drives.act(owner, three.act)));
  expect(answers.filter((one) => one !== "changed").map((one) => node(one).name)).toContain(
    node(await drives.act(owner, three.act)).name,
  );
  expect(await purged()).toContain(`files/${three.object}`);
  // Once it is copied: what else is done then, or that nothing more is done.
  const copying = (then: () => Promise<unknown>) =>
    createDriveActs({
      backend: site.serverBackend,
      store: drives.store,
      async copyObject(copy) {
        const info = await site.serverBackend.copyObject(copy);
        await then();
        return info ?? "no-object";
      },
      changed: () => {},
      purgeSoon: async () => {},
      log,
      now: () => clock,
    });
  const between = copyOf();
  const first = copying(() => drives.act(owner, between.act));
  expect(await first.run(owner, owner, [between.act])).toMatchObject([{ node: {} }]);
  expect(await purged()).toContain(`files/${between.object}`);
  const left = copyOf();
  const dies = copying(() => Promise.reject(new Error("The server dies.")));
  await expect(dies.run(owner, owner, [left.act])).rejects.toThrow("dies");
  const { id } = node(await drives.act(owner, left.act));
  const newest = await drives.put(owner, "newer");
  await drives.act(owner, { act: "add-version", id, object: newest, sha256: null });
  expect(await purged()).toContain(`files/${left.object}`);
  const unused = copyOf();
  await expect(dies.run(owner, owner, [unused.act])).rejects.toThrow("dies");
  expect(await purged()).not.toContain(`files/${unused.object}`);
  clock = today;
});

test("members write below the shared folder and not itself, viewers nothing, others know nothing of it", async () => {
  const owner = newOwner();
  const shared = await folder(owner, "Shared");
  const inside = await folder(owner, "Inside", shared);
  const outside = await folder(owner, "Outside");
  const secret = await file(owner, "secret", outside);
  const one = await file(owner, "a", inside);
  const join = (uid: string, role: string, of = owner) =>
    site.serverBackend.commit([
      {
        set: folderMembershipPath(shared, uid),
        data: { kind: "folders", id: shared, uid, owner: of, role },
      },
    ]);
  await join("bob", "member");
  await join("eve", "viewer");
  await join("mal", "member", "mal");
  const as = async (uid: string, act: DriveAct) => {
    const result = said((await drives.acts.run(uid, owner, [act]))[0]);
    return typeof result === "string" ? result : "ok";
  };
  const rename = (id: string, name: string): DriveAct => ({ act: "rename", id, name });
  const move = (id: string, parent: string): DriveAct => ({ act: "move", id, parent });
  const make = (parent: string): DriveAct => ({
    act: "make-folder",
    id: newDriveId(),
    parent,
    name: "New",
  });
  expect(await as("bob", rename(inside, "In"))).toBe("ok");
  expect(await as("bob", rename(shared, "Mine"))).toBe("not-allowed");
  expect(await as("bob", { act: "trash", id: shared })).toBe("not-allowed");
  expect(await as("bob", move(one.id, shared))).toBe("ok");
  expect(await as("bob", move(one.id, ""))).toBe("no-folder");
  expect(await as("bob", move(one.id, outside))).toBe("no-folder");
  expect(await as("bob", rename(secret.id, "x"))).toBe("not-found");
  expect(await as("bob", make(shared))).toBe("ok");
  // Asked as if it were theirs and its answer lost: where it lies is not for them.
  expect(await as("bob", { act: "make-folder", id: shared, parent: inside, name: "New" })).toBe(
    "not-allowed",
  );
  expect(await as("bob", { act: "star", id: one.id, starred: true })).toBe("not-allowed");
  const drop: DriveAct = { act: "drop-version", id: one.id, object: objectOf(one) };
  expect(await as("bob", drop)).toBe("not-allowed");
  expect(await as("eve", rename(one.id, "x"))).toBe("not-allowed");
  expect(await as("eve", make(shared))).toBe("not-allowed");
  for (const stranger of ["mal", "nobody"]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    expect(await as(stranger, rename(one.id, "x"))).toBe("not-found");
    // oxlint-disable-next-line no-await-in-loop
    expect(await as(stranger, make(shared))).toBe("no-folder");
    // oxlint-disable-next-line no-await-in-loop
    expect(await as(stranger, make(""))).toBe("no-folder");
    // oxlint-disable-next-line no-await-in-loop
    expect(await drives.access.of({ uid: stranger }, owner, one.id)).toBeUndefined();
  }
  // What a member brings is taken over: it is the owner's, with bytes in the owner's drive.
  const object = await drives.put("bob", "brought");
  const add = { act: "add-file", parent: shared, object, sha256: null, name: "b" } as const;
  const id = newDriveId();
  expect(await as("bob", { ...add, id })).toBe("ok");
  expect(await as("bob", { ...add, id })).toBe("ok");
  expect(await drives.objects("bob")).toEqual([]);
  expect(await drives.objects(owner)).toContain(`files/${object}`);
  // Not what the owner has and they do not.
  const steal = { ...add, id: newDriveId(), name: "c", object: objectOf(secret) };
  expect(await as("bob", steal)).toBe("no-object");
  const copySecret: DriveAct = {
    ...steal,
    act: "copy-file",
    from: secret.id,
    object: newDriveId(),
  };
  expect(await as("bob", copySecret)).toBe("not-found");
  const seen = await drives.access.of({ uid: "eve" }, owner, one.id);
  expect(seen).toMatchObject({ role: "viewer", chain: [{ id: one.id }, { id: shared }] });
  await drives.act(owner, { act: "trash", id: shared });
  expect(await as("bob", rename(inside, "x"))).toBe("not-found");
  expect(await drives.access.of({ uid: "eve" }, owner, one.id)).toBeUndefined();
  expect(await drives.access.below(owner, shared, one.id)).toBeUndefined();
});

test("of several versions that a member brings at once each keeps its bytes", async () => {
  const owner = newOwner();
  const shared = await folder(owner, "Shared");
  const one = await file(owner, "a", shared);
  const data = { kind: "folders", id: shared, uid: "bob", owner, role: "member" };
  await site.serverBackend.commit([{ set: folderMembershipPath(shared, "bob"), data }]);
  const brought = [await drives.put("bob", "second"), await drives.put("bob", "third")];
  const acts = brought.map((object): DriveAct => ({
    act: "add-version",
    id: one.id,
    object,
    sha256: null,
  }));
  await drives.acts.run("bob", owner, acts);
  await drives.purge.run(owner);
  const stored = await drives.objects(owner);
  for (const object of [objectOf(one), ...brought]) expect(stored).toContain(`files/${object}`);
  expect(await drives.objects("bob")).toEqual([]);
});

test("what a member brought belongs to its node, also once it is an earlier version or gone", async () => {
  const owner = newOwner();
  const shared = await folder(owner, "Shared");
  const path = folderMembershipPath(shared, "bob");
  const data = { kind: "folders", id: shared, uid: "bob", owner, role: "member" };
  await site.serverBackend.commit([{ set: path, data }]);
  const as = async (act: DriveAct) => said((await drives.acts.run("bob", owner, [act]))[0]);
  const [first, second] = [await drives.put("bob", "1"), await drives.put("bob", "2")];
  const add = { act: "add-file", parent: shared, object: first, sha256: null } as const;
  const one = node(await as({ ...add, id: newDriveId(), name: "one" }));
  const version = { act: "add-version", id: one.id, object: second, sha256: null } as const;
  expect(await as(version)).toMatchObject({ older: [{ object: first }] });
  const again = { ...add, name: "two" };
  expect(await as({ ...again, id: newDriveId() })).toBe("no-object");
  const from = { act: "copy-file", from: one.id, parent: shared, name: "three" } as const;
  expect(await as({ ...from, id: newDriveId(), object: first })).toBe("no-object");
  await drives.act(owner, { act: "trash", id: one.id });
  await drives.act(owner, { act: "delete-for-ever", id: one.id });
  expect(await as({ ...again, id: newDriveId(), object: second })).toBe("no-object");
});

test("who moves very large folders again and again waits, and nobody waits for a stranger", async () => {
  const owner = newOwner();
  const [large, here, there] = [await folder(owner, "l"), await folder(owner, "a"), newDriveId()];
  await drives.act(owner, { act: "make-folder", id: there, parent: here, name: "b" });
  await drives.store.update(owner, async () => ({
    result: undefined,
    writes: [],
    head: { depth: mostDepth },
  }));
  const acts = createDriveActs({
    backend: site.serverBackend,
    store: {
      ...drives.store,
      async *everyEntryIn(_owner, parent) {
        const node = { kind: "folder", parent } as DriveNode;
        if (parent !== large) return;
        for (let at = 0; at < 25_000; at += 1) yield { node: { ...node, id: `below${at}` } };
      },
    },
    copyObject: () => Promise.reject(new Error("Nothing is copied here.")),
    changed: () => {},
    purgeSoon: async () => {},
    log,
    now: () => clock,
  });
  const move = (parent: string) => acts.run(owner, owner, [{ act: "move", id: large, parent }]);
  // Further down it is counted how deep it is, further up it need not be.
  for (const parent of [here, there, here, there, here, there, here]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await move(parent)).toMatchObject([{ node: { parent } }]);
  }
  await expect(move(there)).rejects.toThrow(DriveBusyError);
  clock += 3_600_000;
  expect(await move(there)).toMatchObject([{ node: { parent: there } }]);
  clock -= 3_600_000;
  let end = () => {};
  const turn = drives.store.update(owner, async () => {
    await new Promise<void>((resolve) => (end = resolve));
    return { result: undefined, writes: [] };
  });
  const asked: DriveAct = { act: "trash", id: large };
  expect(await drives.acts.run("nobody", owner, [asked])).toEqual([{ error: "not-found" }]);
  end();
  await turn;
});

test("files without a node come into the drive, with names of their own; the one that says later where it belongs goes there", async () => {
  const owner = newOwner();
  const backend = site.serverBackend;
  const put = (object: string, fileName: string) =>
    backend.putObject(objectNameOf(owner, object), Buffer.from("x"), {
      contentType: "text/plain",
      customMetadata: { fileName },
    });
  await put("old name.txt", "Letter.txt");
  const late = newDriveId();
  await put(late, "letter.TXT");
  await backend.putObject(thumbNameOf(owner, newDriveId()), Buffer.from("x"), {
    contentType: "image/webp",
  });
  expect(await drives.adopt(owner)).toBe(2);
  expect(await drives.adopt(owner)).toBe(0);
  const { nodes } = await drives.tree(owner);
  expect(nodes.map(({ name }) => name.toLowerCase()).toSorted()).toEqual([
    "letter (2).txt",
    "letter.txt",
  ]);
  expect(await drives.objects(owner)).toHaveLength(2);
  await folder(owner, "Here");
  const adopted = nodes.find((one) => objectOf(one) === late)?.name ?? "";
  const add = {
    act: "add-file",
    parent: "",
    sha256: null,
    id: newDriveId(),
    object: late,
  } as const;
  // Its own name is not in its way.
  const there = await drives.act(owner, { ...add, name: adopted });
  expect(there).toMatchObject({ name: adopted, version: { object: late, by: owner } });
  expect((await drives.tree(owner)).nodes).toHaveLength(3);
  // One that has just come will be said where it belongs.
  await put(newDriveId(), "young.txt");
  expect(await drives.adopt(owner)).toBe(0);
  clock += 7_200_000;
  expect(await drives.adopt(owner)).toBe(1);
  clock -= 7_200_000;
  expect(await drives.store.readHead(owner)).toMatchObject({ nodes: 4, depth: 1 });
});

test("two servers at once make one of a name", async () => {
  const owner = newOwner();
  const others = openDrives({ backend: site.serverBackend, log, now: Date.now });
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? drives : others).act(owner, {
        act: "make-folder",
        id: newDriveId(),
        parent: "",
        name: index % 3 === 0 ? "Same" : "SAME",
      }),
    ),
  );
  expect(results.filter((one) => typeof one !== "string")).toHaveLength(1);
  const times = (await site.serverBackend.findDocuments(`users/${owner}/files`, { limit: 10 })).map(
    ({ data }) => data["changedAt"],
  );
  expect(times).toHaveLength(1);
});

test("nothing of all this was logged as an error", () => {
  expect(entries.filter(({ level }) => level >= 50)).toEqual([]);
});
