import { expect, test } from "vitest";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import type { DriveFolder } from "#lib/drive/node.ts";
import { NoAnswerError } from "../outbox/outbox.ts";
import { newDriveId } from "./new-drive-id.ts";
import { DeniedError, createSharedDrive } from "./shared-drive.ts";

const folderOf = (id: string, parent: string, name: string): DriveFolder => ({
  kind: "folder",
  id,
  parent,
  name,
  createdAt: "2026-01-02T03:04:05.678Z",
  updatedAt: "2026-01-02T03:04:05.678Z",
  trashedAt: null,
  starred: false,
  links: 0,
  shared: false,
});

/** A drive of somebody else as the server would have it, and somebody who looks at its folder `top`. */
function open() {
  const [top, inner] = [newDriveId(), newDriveId()];
  const nodes = new Map(
    [folderOf(top, "", "Top"), folderOf(inner, top, "Inner")].map((node) => [node.id, node]),
  );
  const told = new Map<string, DriveFolder[]>();
  const server = {
    nodes,
    isDenied: false,
    isDown: false,
    reads: [] as string[],
    held: undefined as Promise<void> | undefined,
    /** Of this folder what was read before is told once more. */
    lateFor: undefined as string | undefined,
  };
  let wake = () => {};
  const drive = createSharedDrive({
    folder: top,
    seen: new Map(),
    async read(id) {
      server.reads.push(id);
      const node = nodes.get(id);
      const now = Array.from(nodes.values()).filter(({ parent }) => parent === id);
      const children = (server.lateFor === id ? told.get(id) : undefined) ?? now;
      told.set(id, children);
      await server.held;
      if (server.isDown) throw new NoAnswerError("Nobody answers.");
      if (server.isDenied || node === undefined) throw new DeniedError("No.");
      const path =
        id === top
          ? [{ id, name: node.name }]
          : [
              { id: top, name: "Top" },
              { id, name: node.name },
            ];
      return { page: { role: "member", node, path }, children };
    },
    async call(acts) {
      if (server.isDown) throw new NoAnswerError("Nobody answers.");
      return acts.map((act): DriveActResult => {
        if (act.act !== "make-folder" || server.isDenied) return { error: "not-found" };
        const node = folderOf(act.id, act.parent, act.name);
        nodes.set(node.id, node);
        return { node };
      });
    },
    wakes: [
      (call) => {
        wake = call;
        return () => {};
      },
    ],
    after: () => () => {},
    textOf: (error) => (error instanceof Error ? error.message : ""),
  });
  const close = drive.subscribe(() => {});
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return;
        end();
        resolve();
      };
      const end = drive.subscribe(look);
      look();
    });
  return { drive, top, inner, server, wake: () => wake(), until, close };
}

const names = (nodes: readonly { name: string }[] | undefined) => nodes?.map(({ name }) => name);
const make = (parent: string, name: string): DriveAct => ({
  act: "make-folder",
  id: newDriveId(),
  parent,
  name,
});

test("a folder, where it lies, and what others change in it", async () => {
  const { drive, top, inner, server, wake, until, close } = open();
  expect(drive.snapshot().status).toBe("loading");
  expect(drive.childrenOf(top)).toBeUndefined();
  await until(() => drive.snapshot().status === "ready");
  const before = drive.childrenOf(top);
  expect(names(before)).toEqual(["Inner"]);
  expect(drive.snapshot()).toMatchObject({ role: "member", name: "Top" });
  // Asked once more it is the same: nothing is drawn anew.
  const state = drive.snapshot();
  wake();
  await until(() => drive.snapshot() !== state);
  expect(drive.childrenOf(top)).toBe(before);
  const added = folderOf(newDriveId(), top, "Theirs");
  server.nodes.set(added.id, added);
  wake();
  await until(() => drive.childrenOf(top)?.length === 2);
  // Another folder is looked into once it is asked for.
  expect(drive.childrenOf(inner)).toBeUndefined();
  await until(() => drive.childrenOf(inner) !== undefined);
  expect(
    drive
      .snapshot()
      .paths.get(inner)
      ?.map(({ name }) => name),
  ).toEqual(["Top", "Inner"]);
  close();
});

test("what is done is shown once it is answered, and not taken back by a look of before", async () => {
  const { drive, top, server, wake, until, close } = open();
  await until(() => drive.snapshot().status === "ready");
  let go = () => {};
  server.held = new Promise((resolve) => (go = resolve));
  wake();
  const results = await drive.act([make(top, "Mine"), make(top, "Ours")]);
  expect(results).toMatchObject([{ node: { name: "Mine" } }, { node: { name: "Ours" } }]);
  expect(names(drive.childrenOf(top))).toEqual(["Inner", "Mine", "Ours"]);
  server.held = undefined;
  go();
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(names(drive.childrenOf(top))).toEqual(["Inner", "Mine", "Ours"]);
  close();
});

test("who is removed is told at once, and sees nothing of it any more; invited again it is there", async () => {
  const { drive, top, inner, server, wake, until, close } = open();
  await until(() => drive.snapshot().status === "ready");
  server.isDenied = true;
  // By what they do themselves, without any ping.
  expect(await drive.act([make(top, "Mine")])).toEqual([{ error: "not-found" }]);
  await until(() => drive.snapshot().status === "denied");
  expect(drive.snapshot().nodes.size).toBe(0);
  expect(drive.snapshot().name).toBe("Top");
  expect([drive.childrenOf(top), drive.childrenOf(inner)]).toEqual([undefined, undefined]);
  server.isDenied = false;
  wake();
  await until(() => drive.snapshot().status === "ready");
  expect(names(drive.childrenOf(top))).toEqual(["Inner"]);
  close();
});

test("without a connection what was seen stays, and an act says why it was not done", async () => {
  const { drive, top, server, wake, until, close } = open();
  await until(() => drive.snapshot().status === "ready");
  server.isDown = true;
  wake();
  await until(() => drive.snapshot().status === "offline");
  expect(drive.snapshot().problem).toBe("Nobody answers.");
  expect(names(drive.childrenOf(top))).toEqual(["Inner"]);
  await expect(drive.act([make(top, "Mine")])).rejects.toThrow(NoAnswerError);
  server.isDown = false;
  wake();
  await until(() => drive.snapshot().status === "ready");
  expect(drive.snapshot().problem).toBeUndefined();
  close();
});

test("another folder that is gone is empty, and is not asked for again and again", async () => {
  const { drive, top, server, wake, until, close } = open();
  await until(() => drive.snapshot().status === "ready");
  const gone = newDriveId();
  expect(drive.childrenOf(gone)).toBeUndefined();
  await until(() => drive.childrenOf(gone) !== undefined);
  expect(drive.childrenOf(gone)).toEqual([]);
  expect(server.reads.filter((id) => id === gone)).toHaveLength(1);
  const [back, child] = [folderOf(gone, top, "Back"), folderOf(newDriveId(), gone, "In it")];
  for (const node of [back, child]) server.nodes.set(node.id, node);
  wake();
  await until(() => drive.childrenOf(gone)?.length === 1);
  close();
});

test("what was moved here is known as here, though it was seen elsewhere before", async () => {
  const { drive, top, inner, server, wake, until, close } = open();
  const moved = folderOf(newDriveId(), inner, "Moved");
  server.nodes.set(moved.id, moved);
  await until(() => drive.childrenOf(inner)?.length === 1);
  // The other folder is asked for again only with the next look at it.
  server.nodes.set(moved.id, { ...moved, parent: top });
  server.lateFor = inner;
  wake();
  await until(() => drive.childrenOf(top)?.length === 2);
  expect(drive.snapshot().nodes.get(moved.id)?.parent).toBe(top);
  close();
});
