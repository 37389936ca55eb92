import { expect, test, vi } from "vitest";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import type { DriveFolder } from "#lib/drive/node.ts";
import { NoAnswerError } from "../outbox/outbox.ts";
import { type DriveParts, createDrive } from "./create-drive.ts";
import { type DriveHead, type KeptNode, fits } from "./drive-cache.ts";
import { createActSender } from "./send-acts.ts";

const folder = (id: string, more: Partial<DriveFolder> = {}): DriveFolder => ({
  kind: "folder",
  id,
  parent: "",
  name: id,
  createdAt: "",
  updatedAt: "",
  trashedAt: null,
  starred: false,
  links: 0,
  shared: false,
  ...more,
});

/** What the server has, with what a browser keeps of it. */
function place(stored: KeptNode[], kept: KeptNode[] = [], wholeAt = 1) {
  let head: DriveHead | undefined =
    kept.length > 0 ? { since: kept.at(-1)?.at ?? "", wholeAt } : undefined;
  const cached = new Map(kept.map((one) => [one.id, one]));
  let wake = () => {};
  const reads: (string | undefined)[] = [];
  const state = {
    isOnline: true,
    /** Waited for by each read. */
    hold: Promise.resolve(),
    answer: async (acts: readonly DriveAct[]): Promise<DriveActResult[]> =>
      acts.map(({ id }) => ({ node: folder(id) })),
  };
  const parts: DriveParts = {
    cache: {
      read: async () => ({ head, nodes: [...cached.values()] }),
      async write(batch) {
        if (!fits(batch, head)) return;
        if (batch.wholeAfter !== undefined) cached.clear();
        for (const one of batch.put) cached.set(one.id, one);
        for (const id of batch.gone) cached.delete(id);
        ({ head } = batch);
      },
      close() {},
    },
    documents: {
      async changed(after, limit) {
        reads.push(after?.at);
        const page = stored
          .filter(({ at }) => at >= (after?.at ?? ""))
          .toSorted((a, b) => (a.at < b.at ? -1 : 1))
          .slice(0, limit);
        await state.hold;
        if (!state.isOnline) throw new NoAnswerError("There was no answer.");
        return page;
      },
      async inFolder(parent) {
        if (!state.isOnline) throw new NoAnswerError("There was no answer.");
        return stored.filter(({ node }) => node?.parent === parent);
      },
    },
    call: (acts) => state.answer(acts),
    folder: "",
    wakes: [
      (call) => {
        wake = call;
        return () => {};
      },
    ],
    after: () => () => {},
    now: () => 1000,
    failed: () => {},
  };
  return { parts, state, cached, reads, wake: () => wake() };
}

const namesIn = (drive: Awaited<ReturnType<typeof createDrive>>, id = "") =>
  drive
    .snapshot()
    .tree.childrenOf(id)
    .map(({ name }) => name);
const fresh = (drive: Awaited<ReturnType<typeof createDrive>>) =>
  vi.waitFor(() => expect(drive.snapshot().status).toBe("fresh"));

test("what is kept is there at once, and only what changed since is read", async () => {
  const old = { id: "a", at: "2026-01-01", node: folder("a") };
  const next = { id: "b", at: "2026-02-01", node: folder("b") };
  const { parts, reads, cached } = place([old, next], [old]);
  const drive = await createDrive(parts);
  expect(drive.snapshot().status).toBe("cached");
  expect(namesIn(drive)).toEqual(["a"]);
  await fresh(drive);
  expect(namesIn(drive)).toEqual(["a", "b"]);
  expect(reads).toEqual(["2026-01-01"]);
  await vi.waitFor(() => expect([...cached.keys()]).toEqual(["a", "b"]));
});

test("what lay in a folder that is gone is forgotten without a word of it", async () => {
  const a = { id: "a", at: "2026-01-01", node: folder("a") };
  const child = { id: "c", at: "2026-01-02", node: folder("c", { parent: "a" }) };
  const { parts, cached } = place([{ id: "a", at: "2026-03-01", node: null }], [a, child]);
  const drive = await createDrive(parts);
  await fresh(drive);
  expect(drive.snapshot().nodes.size).toBe(0);
  await vi.waitFor(() => expect([...cached.keys()]).toEqual(["a"]));
});

test("an act is seen at once; refused or without an answer, it is taken back", async () => {
  const { parts, state } = place([{ id: "a", at: "2026-01-01", node: folder("a") }]);
  const drive = await createDrive(parts);
  await fresh(drive);
  let answer = (_results: DriveActResult[]) => {};
  state.answer = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const refused = drive.act([{ act: "rename", id: "a", name: "taken" }]);
  expect(namesIn(drive)).toEqual(["taken"]);
  await vi.waitFor(() => {
    answer([{ error: "name-taken", name: "taken (2)" }]);
    expect(namesIn(drive)).toEqual(["a"]);
  });
  expect(await refused).toEqual([{ error: "name-taken", name: "taken (2)" }]);
  state.answer = async () => {
    throw new NoAnswerError("You are offline.");
  };
  const lost = drive.act([{ act: "trash", id: "a" }]);
  expect(namesIn(drive)).toEqual([]);
  await expect(lost).rejects.toThrow("You are offline.");
  expect(namesIn(drive)).toEqual(["a"]);
});

test("a look that was asked before an act does not bring back what was before it", async () => {
  const stored = [{ id: "a", at: "2026-01-01", node: folder("a") }];
  const { parts, state, wake } = place(stored);
  const drive = await createDrive(parts);
  await fresh(drive);
  let letGo = () => {};
  state.hold = new Promise((resolve) => {
    letGo = resolve;
  });
  wake();
  const renamed = folder("a", { name: "new" });
  state.answer = async () => [{ node: renamed }];
  await drive.act([{ act: "rename", id: "a", name: "new" }]);
  stored[0] = { id: "a", at: "2026-02-01", node: renamed };
  letGo();
  await drive.refresh();
  expect(namesIn(drive)).toEqual(["new"]);
});

const at = (day: number) => `2026-01-${String(day).padStart(2, "0")}`;
const keptAs = (id: string, day: number, more: Partial<DriveFolder> = {}): KeptNode => ({
  id,
  at: at(day),
  node: folder(id, more),
});

test("a server that went back to a copy is found out by what it does not have any more: all is read", async () => {
  const old = [keptAs("a", 1), keptAs("b", 2, { name: "renamed" }), keptAs("c", 3)];
  // What was renamed and made after the copy is not there.
  const { parts, cached, reads } = place([keptAs("a", 1), keptAs("b", 1)], old);
  const drive = await createDrive(parts);
  await fresh(drive);
  expect(namesIn(drive)).toEqual(["a", "b"]);
  await vi.waitFor(() => expect([...cached.keys()]).toEqual(["a", "b"]));
  expect(reads.at(-1)).toBe(undefined);
});

test("that is found out also when the last one was changed again since", async () => {
  const old = [keptAs("a", 1), keptAs("b", 2, { name: "renamed" }), keptAs("c", 3)];
  const stored = [keptAs("a", 1), keptAs("b", 1), keptAs("c", 9, { name: "newer" })];
  const drive = await createDrive(place(stored, old).parts);
  await fresh(drive);
  expect(namesIn(drive)).toEqual(["a", "b", "newer"]);
});

test("what lay in a folder that is gone is no such sign, and a page that was looked at asks for one alone", async () => {
  const inner = keptAs("c", 3, { parent: "a" });
  const stored = [keptAs("b", 2), { id: "a", at: at(4), node: null }];
  const { parts, reads, wake } = place(stored, [keptAs("a", 1), keptAs("b", 2), inner]);
  const drive = await createDrive(parts);
  await fresh(drive);
  expect(namesIn(drive)).toEqual(["b"]);
  wake();
  await drive.refresh();
  expect(reads.slice(0, 2)).toEqual([at(1), at(2)]);
  expect(reads).not.toContain(undefined);
});

test("a clock that was wrong when all was read puts nothing off for years", async () => {
  const [kept, now] = [keptAs("a", 1), 10 ** 12];
  const { parts, reads } = place([kept], [kept], now);
  const drive = await createDrive(parts);
  await fresh(drive);
  expect(reads).toEqual([undefined]);
});

test("who asks during a look is answered by the next one", async () => {
  const stored = [keptAs("a", 1)];
  const { parts, state } = place(stored);
  const drive = await createDrive(parts);
  await fresh(drive);
  const first = Promise.withResolvers<void>();
  state.hold = first.promise;
  const [early] = [drive.refresh()];
  await Promise.resolve();
  stored.push(keptAs("b", 2));
  state.hold = Promise.resolve();
  const late = drive.refresh();
  first.resolve();
  await early;
  expect(namesIn(drive)).toEqual(["a"]);
  await late;
  expect(namesIn(drive)).toEqual(["a", "b"]);
});

test("what vanished leaves this browser also when something is done while all is read", async () => {
  const old = [keptAs("a", 1), keptAs("gone", 2), keptAs("z", 3)];
  const stored = [keptAs("a", 1), keptAs("z", 3)];
  const { parts, state, cached } = place(stored, old, -(10 ** 12));
  const hold = Promise.withResolvers<void>();
  state.hold = hold.promise;
  const drive = await createDrive(parts);
  const renamed = folder("a", { name: "new" });
  state.answer = async () => [{ node: renamed }];
  await drive.act([{ act: "rename", id: "a", name: "new" }]);
  stored[0] = { id: "a", at: at(4), node: renamed };
  hold.resolve();
  await drive.refresh();
  await drive.refresh();
  expect(namesIn(drive)).toEqual(["new", "z"]);
  expect([...cached.keys()].toSorted()).toEqual(["a", "z"]);
  expect(cached.get("a")?.at).toBe(at(4));
});

test("an answer that comes after somebody else's later change does not stay in its place", async () => {
  const stored = [keptAs("a", 1)];
  const { parts, state } = place(stored);
  const drive = await createDrive(parts);
  await fresh(drive);
  const late = Promise.withResolvers<DriveActResult[]>();
  state.answer = () => late.promise;
  const done = drive.act([{ act: "rename", id: "a", name: "mine" }]);
  stored[0] = keptAs("a", 3, { name: "theirs" });
  stored.push(keptAs("b", 4));
  await drive.refresh();
  late.resolve([{ node: folder("a", { name: "mine" }) }]);
  await done;
  await drive.refresh();
  expect(namesIn(drive)).toEqual(["theirs", "b"]);
});

test("what an older build of the site could not read is read again", async () => {
  const unread = { id: "b", at: at(2), node: undefined };
  const kept = [
    keptAs("a", 1),
    unread,
    ...Array.from({ length: 60 }, (_, n) => keptAs(`n${n}`, 5)),
  ];
  const stored = kept.map((one) => (one === unread ? keptAs("b", 2) : one));
  const drive = await createDrive(place(stored, kept).parts);
  await fresh(drive);
  expect(namesIn(drive)).toContain("b");
});

test("what is kept stays whole: nothing is put beside what was cleared, nor less in the place of more", () => {
  const head = (since: string): DriveHead => ({ since, wholeAt: 1 });
  const batch = (since: string, wholeAfter?: string) => ({
    put: [],
    gone: [],
    head: head(since),
    ...(wholeAfter !== undefined && { wholeAfter }),
  });
  // Who signs out in one tab clears what another one goes on with.
  expect(fits(batch(at(5)), undefined)).toBe(false);
  expect(fits(batch(at(5)), head(at(4)))).toBe(true);
  expect(fits(batch(at(5), ""), undefined)).toBe(true);
  // Another tab has read more since.
  expect(fits(batch(at(5), at(3)), head(at(6)))).toBe(false);
  // The server went back to a copy.
  expect(fits(batch(at(2), at(6)), head(at(6)))).toBe(true);
});

test("without a connection what is kept stays, and says so", async () => {
  const kept = { id: "a", at: "2026-01-01", node: folder("a") };
  const { parts, state } = place([kept], [kept]);
  state.isOnline = false;
  const drive = await createDrive(parts);
  await vi.waitFor(() => expect(drive.snapshot().status).toBe("offline"));
  expect(namesIn(drive)).toEqual(["a"]);
  expect(drive.snapshot().problem).toContain("What this browser has kept is shown.");
});

test("acts of the same moment go together, in order, and what is lost takes the rest with it", async () => {
  const calls: number[] = [];
  const send = createActSender(async (acts) => {
    calls.push(acts.length);
    if (calls.length === 2) throw new NoAnswerError("Gone.");
    return acts.map(({ id }) => ({ node: folder(id) }));
  });
  const all = Array.from({ length: 250 }, (_, at) =>
    send({ act: "star", id: `n${at}`, starred: true }),
  );
  const settled = await Promise.allSettled(all);
  expect(calls).toEqual([100, 100]);
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
  await send({ act: "star", id: "again", starred: true });
  expect(calls).toEqual([100, 100, 1]);
});

test("a copy that fails takes nothing else with it", async () => {
  const first = Promise.withResolvers<void>();
  const send = createActSender(async (acts) => {
    if (acts[0]?.act === "copy-file") throw new NoAnswerError("It took too long.");
    await first.promise;
    return acts.map(({ id }) => ({ node: folder(id) }));
  });
  const star = (id: string) => send({ act: "star", id, starred: true });
  const one = star("a");
  await Promise.resolve();
  const waiting = star("b");
  const copy = { from: "a", id: "c", object: "o", parent: "", name: "c" };
  await expect(send({ act: "copy-file", ...copy })).rejects.toThrow("It took too long.");
  first.resolve();
  expect(await Promise.all([one, waiting])).toHaveLength(2);
});
