import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { NoAnswerError } from "#app/live/outbox/outbox.ts";
import type { JobRecord } from "./job.ts";
import type { JobRecords } from "#app/live/uploads/drive-jobs.ts";
import type { Upload } from "#app/live/uploads/upload.ts";
import { type DriveUploads, type Given, openDriveUploadsOf } from "./drive-uploads.ts";
import { createSmallDrive, createSmallUploads } from "./testing/small-drive.ts";
import { countsOf, reportText } from "./words.ts";

const hashOf = async (file: Blob) =>
  createHash("sha256")
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest("hex");

/** A browser: what it keeps outlives its tabs. */
function createBrowser() {
  const drive = createSmallDrive();
  const kept = new Map<string, JobRecord>();
  const removed: string[] = [];
  let tabs = 0;
  let openTab = "";
  const records: JobRecords = {
    read: async () => [...kept.values()].toSorted((a, b) => a.order - b.order),
    add: async (added) => added.forEach((record) => kept.set(record.id, record)),
    change: async (changed) =>
      changed.forEach((record) => kept.has(record.id) && kept.set(record.id, record)),
    async take(from, to) {
      const taken = [...kept.values()].filter(({ tab }) => tab === from);
      for (const record of taken) kept.set(record.id, { ...record, tab: to });
      return taken.map((record) => ({ ...record, tab: to })).toSorted((a, b) => a.order - b.order);
    },
    remove: async (ids) => ids.forEach((id) => kept.delete(id)),
    close: () => {},
  };
  /** @param left what the tab before had not sent */
  async function open(left: readonly Upload[] = [], hash = hashOf) {
    tabs += 1;
    const own = `tab ${tabs}`;
    openTab = own;
    const uploads = createSmallUploads(drive, left);
    const opened = await openDriveUploadsOf({
      uid: "ann",
      uploads,
      drives: drive,
      records,
      hash,
      removeObject: async (name) => void removed.push(name),
      nextFrame: (call) => queueMicrotask(call),
      openTabs: async () => ({
        own,
        send: () => {},
        isOpen: async (tab) => tab === openTab,
        close: () => {},
      }),
      waiting: {
        clock: () => 0,
        random: () => 1,
        isOnline: () => true,
        wait: async () => {},
      },
    });
    return { opened, uploads };
  }
  return { drive, kept, removed, open };
}

const fileOf = (name: string, text = name) => new File([text], name, { lastModified: 7 });

function given(files: readonly [string, File][], more: Partial<Given> = {}): Given {
  return {
    owner: "ann",
    folder: "",
    files: files.map(([path, file]) => ({ path: path.split("/").filter(Boolean), file })),
    folders: [],
    unread: [],
    onTaken: "ask",
    ...more,
  };
}

const report = (uploads: DriveUploads) => reportText(countsOf(uploads.snapshot()));
const isFinished = (uploads: DriveUploads) =>
  uploads.snapshot().every(({ state }) => state === "done" || state === "failed");
const finished = (uploads: DriveUploads) =>
  vi.waitFor(() => expect(isFinished(uploads)).toBe(true), { timeout: 5000 });

function pathsOf({ nodes }: ReturnType<typeof createSmallDrive>): string[] {
  const pathOf = (id: string): string => {
    const node = nodes.get(id);
    return node ? `${pathOf(node.parent)}/${node.name}` : "";
  };
  return [...nodes.keys()].map(pathOf).toSorted();
}

test("a folder of 300 files arrives with its folders, in a few requests", async () => {
  const { drive, open, kept } = createBrowser();
  const { opened } = await open();
  const files = Array.from({ length: 300 }, (_, index): [string, File] => [
    `Photos/${index % 3}/deep`,
    fileOf(`${index}.txt`),
  ]);
  await opened.give(given(files, { folders: [["Photos"], ["Photos", "empty"]] }));
  await finished(opened);
  expect(report(opened)).toBe("300 added");
  expect([...drive.nodes.values()].filter(({ kind }) => kind === "folder")).toHaveLength(8);
  expect(pathsOf(drive)).toContain("/Photos/1/deep/1.txt");
  expect(pathsOf(drive)).toContain("/Photos/empty");
  expect(drive.requests.length).toBeLessThan(20);
  await vi.waitFor(() => {
    expect([...kept.values()].filter(({ state }) => state === "done")).toHaveLength(300);
  });
  // Once more into the same folders: nothing is made twice.
  opened.clear();
  await opened.give(given(files.slice(0, 2).map(([path]) => [path, fileOf("new.txt", path)])));
  await finished(opened);
  expect([...drive.nodes.values()].filter(({ kind }) => kind === "folder")).toHaveLength(8);
});

test("a question holds up nothing else; each answer is in the report", async () => {
  const { drive, open } = createBrowser();
  const { opened } = await open();
  const names = ["a.txt", "b.txt", "c.txt"];
  await opened.give(given(names.map((name) => ["", fileOf(name)])));
  await finished(opened);
  opened.clear();
  await opened.give(given([...names, "d.txt"].map((name) => ["", fileOf(name, `new ${name}`)])));
  await vi.waitFor(() => expect(countsOf(opened.snapshot())).toMatchObject({ asked: 3, added: 1 }));
  const [a, b, c] = opened.snapshot().map(({ id }) => id);
  opened.answer([a!], "replace");
  opened.answer([b!], "keep-both");
  opened.answer([c!], "skip");
  await finished(opened);
  expect(report(opened)).toBe("1 added, 1 replaced, 1 kept beside the other one, 1 skipped");
  expect(pathsOf(drive)).toEqual(["/a.txt", "/b (2).txt", "/b.txt", "/c.txt", "/d.txt"]);
  const replaced = [...drive.nodes.values()].find(({ name }) => name === "a.txt");
  expect(replaced).toMatchObject({ version: { size: 9 }, older: [{ size: 5 }] });
});

test("two pastes of one name at once get two names", async () => {
  const { drive, open } = createBrowser();
  const { opened } = await open();
  const paste = () =>
    opened.give(
      given([["", fileOf("image.png", String(Math.random()))]], { onTaken: "keep-both" }),
    );
  await Promise.all([paste(), paste(), paste()]);
  await finished(opened);
  expect(report(opened)).toBe("1 added, 2 kept beside the other one");
  expect(pathsOf(drive)).toEqual(["/image (2).png", "/image (3).png", "/image.png"]);
});

test("what the drive has already is copied there, not sent; others' files are not looked at", async () => {
  const { drive, open } = createBrowser();
  const { opened, uploads } = await open();
  await opened.give(given([["", fileOf("a.txt", "the same bytes")]]));
  await finished(opened);
  await opened.give(given([["", fileOf("b.txt", "the same bytes")]]));
  await finished(opened);
  expect(uploads.sent).toEqual(["a.txt"]);
  expect(opened.snapshot()).toMatchObject([{ isInstant: true, outcome: "added" }]);
  expect(pathsOf(drive)).toEqual(["/a.txt", "/b.txt"]);
  // The same once more under its own name changes nothing when it is to replace itself.
  await opened.give(given([["", fileOf("b.txt", "the same bytes")]], { onTaken: "replace" }));
  await finished(opened);
  expect(report(opened)).toBe("1 skipped");
  await opened.give(given([["", fileOf("c.txt", "the same bytes")]], { owner: "bob" }));
  await finished(opened);
  expect(uploads.sent).toEqual(["a.txt", "c.txt"]);
});

test("an answer that is lost makes nothing twice, and a refusal says why and may be tried again", async () => {
  const { drive, open } = createBrowser();
  const { opened, uploads } = await open();
  drive.failNext.push({ error: new NoAnswerError("lost"), isDone: true });
  drive.failNext.push({ error: new NoAnswerError("lost"), isDone: false });
  uploads.failing = (name) =>
    name === "large.bin" ? { code: "quota-exceeded", message: "No space.", canRetry: true } : null;
  await opened.give(
    given([
      ["", fileOf("a.txt")],
      ["", fileOf("large.bin")],
    ]),
  );
  await finished(opened);
  expect(report(opened)).toBe("1 added, 1 failed");
  expect(opened.snapshot()[1]).toMatchObject({ error: { message: "No space." } });
  expect(pathsOf(drive)).toEqual(["/a.txt"]);
  uploads.failing = () => null;
  opened.retry(opened.snapshot().map(({ id }) => id));
  await finished(opened);
  expect(report(opened)).toBe("2 added");
});

test("somebody takes the name while the bytes are sent: it is asked then, and skipping leaves no bytes", async () => {
  const { drive, open, removed } = createBrowser();
  const { opened, uploads } = await open();
  uploads.goesOn = () => false;
  await opened.give(given([["", fileOf("a.txt")]]));
  await vi.waitFor(() => expect(opened.snapshot()[0]?.state).toBe("uploading"));
  drive.stored.set("other", 1);
  await drive.act("ann", [
    { act: "add-file", id: "x", parent: "", name: "A.txt", object: "other", sha256: null },
  ]);
  uploads.goesOn = () => true;
  uploads.resume(uploads.snapshot()[0]!.id);
  await vi.waitFor(() => expect(opened.snapshot()[0]?.state).toBe("asked"));
  opened.answer([opened.snapshot()[0]!.id], "skip");
  await finished(opened);
  expect(report(opened)).toBe("1 skipped");
  expect(removed).toEqual([`users/ann/files/${opened.snapshot()[0]!.object}`]);
});

test("a tab that ends between the last byte and the drive's answer loses nothing", async () => {
  const { drive, open, kept } = createBrowser();
  const first = await open();
  drive.act = () => new Promise(() => {});
  await first.opened.give(given([["", fileOf("a.txt")]]));
  await vi.waitFor(() => expect(first.uploads.sent).toEqual(["a.txt"]));
  first.opened.close();
  const again = createSmallDrive();
  for (const [name, size] of drive.stored) again.stored.set(name, size);
  drive.act = (owner, acts) => again.act(owner, acts);
  expect(kept.size).toBe(1);
  const { opened } = await open();
  await finished(opened);
  expect(report(opened)).toBe("1 added");
  expect(pathsOf(again)).toEqual(["/a.txt"]);
});

test("after a reload the same folder goes on: what is there is not sent or asked again", async () => {
  const { drive, open } = createBrowser();
  const first = await open();
  const files = Array.from({ length: 30 }, (_, index): [string, File] => [
    "Photos",
    fileOf(`${index}.txt`),
  ]);
  first.uploads.goesOn = (name) => Number.parseInt(name, 10) < 20;
  await first.opened.give(given(files));
  await vi.waitFor(() => expect(countsOf(first.opened.snapshot()).added).toBe(20));
  first.opened.close();
  const { opened, uploads } = await open();
  await vi.waitFor(() =>
    expect(countsOf(opened.snapshot())).toMatchObject({ added: 20, needFile: 10 }),
  );
  // Elsewhere they are others.
  await opened.give(given([["", fileOf("25.txt")]], { folder: "elsewhere" }));
  await vi.waitFor(() => expect(countsOf(opened.snapshot())).toMatchObject({ failed: 1 }));
  expect(countsOf(opened.snapshot()).needFile).toBe(10);
  const again = [...files.slice(20, 22), ["", fileOf("stranger.txt")] as [string, File]];
  const strangers = await opened.give(given(again, { folder: "elsewhere", isAgain: true }));
  expect(strangers).toEqual(["stranger.txt"]);
  await vi.waitFor(() => expect(countsOf(opened.snapshot()).added).toBe(22));
  await opened.give(given(files));
  await finished(opened);
  expect(report(opened)).toBe("30 added, 1 failed");
  expect(uploads.sent).toHaveLength(11);
  expect(pathsOf(drive)).toHaveLength(31);
});

test("all are paused, go on, and are cancelled", async () => {
  const { drive, open } = createBrowser();
  const { opened, uploads } = await open();
  uploads.goesOn = () => false;
  const ids = () => opened.snapshot().map(({ id }) => id);
  await opened.give(
    given(
      Array.from({ length: 40 }, (_, index) => ["", fileOf(`${index}.txt`)] as const).map(
        ([path, file]) => [path, file],
      ),
    ),
  );
  await vi.waitFor(() =>
    expect(opened.snapshot().filter(({ state }) => state === "uploading")).toHaveLength(12),
  );
  opened.pause(ids());
  await vi.waitFor(() => expect(countsOf(opened.snapshot()).paused).toBe(40));
  expect(uploads.snapshot().filter(({ state }) => state === "uploading")).toEqual([]);
  uploads.goesOn = (name) => Number.parseInt(name, 10) < 10;
  opened.resume(ids());
  await vi.waitFor(() => expect(countsOf(opened.snapshot()).added).toBe(10));
  opened.cancel(ids());
  await finished(opened);
  expect(report(opened)).toBe("10 added, 30 cancelled");
  expect(drive.nodes.size).toBe(10);
});

test("of two files of the same name and bytes each goes on in its own folder", async () => {
  const { drive, open } = createBrowser();
  const first = await open();
  first.uploads.goesOn = () => false;
  const files: [string, File][] = [
    ["a", fileOf("index.js", "same")],
    ["b", fileOf("index.js", "same")],
  ];
  await first.opened.give(given(files));
  await vi.waitFor(() => expect(first.uploads.added).toHaveLength(2));
  first.opened.close();
  const { opened, uploads } = await open(first.uploads.snapshot());
  await vi.waitFor(() => expect(countsOf(opened.snapshot()).needFile).toBe(2));
  await opened.give(given(files.toReversed()));
  await finished(opened);
  expect(report(opened)).toBe("2 added");
  expect(uploads.added).toEqual([]);
  expect(pathsOf(drive)).toEqual(["/a", "/a/index.js", "/b", "/b/index.js"]);
});

test("what was begun of one that failed is forgotten with its report, or goes on, after a reload, too", async () => {
  const { open } = createBrowser();
  const first = await open();
  first.uploads.failing = () => ({ code: "quota-exceeded", message: "No space.", canRetry: true });
  await first.opened.give(
    given([
      ["", fileOf("a.txt")],
      ["", fileOf("b.txt")],
    ]),
  );
  await finished(first.opened);
  first.opened.close();
  const { opened, uploads } = await open(first.uploads.snapshot());
  expect(opened.snapshot()).toMatchObject([
    { state: "failed", error: { message: "No space." } },
    { state: "failed" },
  ]);
  opened.retry([opened.snapshot()[0]!.id]);
  await opened.give(given([["", fileOf("a.txt")]]));
  await vi.waitFor(() => expect(report(opened)).toBe("1 added, 1 failed"));
  expect(uploads.added).toEqual([]);
  const failed = opened.snapshot().find(({ state }) => state === "failed");
  opened.clear();
  expect(uploads.cancelled).toContain(`users/ann/files/${failed!.object}`);
});

test("what is paused and resumed at once is sent once", async () => {
  const { drive, open } = createBrowser();
  const counted = Promise.withResolvers<string>();
  const hash = vi.fn<() => Promise<string>>(() => counted.promise);
  const { opened, uploads } = await open([], hash);
  drive.stored.set("other", 5);
  await drive.act("ann", [
    { act: "add-file", id: "x", parent: "", name: "x", object: "other", sha256: "0" },
  ]);
  await opened.give(given([["", fileOf("a.txt", "12345")]]));
  const { id } = opened.snapshot()[0]!;
  await vi.waitFor(() => expect(hash).toHaveBeenCalled());
  opened.pause([id]);
  opened.resume([id]);
  uploads.goesOn = () => false;
  counted.resolve("1");
  await vi.waitFor(() => expect(opened.snapshot()[0]?.state).toBe("uploading"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(uploads.added).toHaveLength(1);
});

test("a new version is taken also while the same file waits beside it", async () => {
  const { drive, open } = createBrowser();
  const { opened } = await open();
  await opened.give(
    given([
      ["", fileOf("a.txt")],
      ["", fileOf("b.txt")],
    ]),
  );
  await finished(opened);
  opened.clear();
  const [a, b] = [...drive.nodes.values()].toSorted((one, two) => (one.name < two.name ? -1 : 1));
  const file = fileOf("a.txt", "newer");
  await opened.give(given([["", file]]));
  await vi.waitFor(() => expect(opened.snapshot()[0]?.state).toBe("asked"));
  await opened.give(given([["", file]], { version: b!.id }));
  await vi.waitFor(() =>
    expect(drive.nodes.get(b!.id)).toMatchObject({ version: { size: 5 }, older: [{}] }),
  );
  expect(drive.nodes.get(a!.id)).toMatchObject({ older: [] });
});

test("whose answer was lost for good is not taken from under the file that it may have become", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { drive, open, removed } = createBrowser();
  const { opened, uploads } = await open();
  drive.failNext.push({ error: new Error("Lost."), isDone: true });
  await opened.give(given([["", fileOf("a.txt")]]));
  await finished(opened);
  expect(report(opened)).toBe("1 failed");
  opened.retry(opened.snapshot().map(({ id }) => id));
  // It is not asked about its own name.
  await vi.waitFor(() => expect(report(opened)).toBe("1 added"));
  drive.failNext.push({ error: new Error("Lost."), isDone: true });
  await opened.give(given([["", fileOf("b.txt")]]));
  await finished(opened);
  opened.clear();
  expect(removed).toEqual([]);
  expect(uploads.sent).toEqual(["a.txt", "b.txt"]);
  expect(pathsOf(drive)).toEqual(["/a.txt", "/b.txt"]);
});

test("a copy whose answer was lost is found when it is tried again", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { drive, open } = createBrowser();
  const { opened, uploads } = await open();
  await opened.give(given([["", fileOf("a.txt", "same")]]));
  await finished(opened);
  drive.failNext.push({ error: new Error("Lost."), isDone: true });
  await opened.give(given([["", fileOf("b.txt", "same")]]));
  await finished(opened);
  expect(report(opened)).toBe("1 failed");
  opened.retry(opened.snapshot().map(({ id }) => id));
  await finished(opened);
  expect(report(opened)).toBe("1 added");
  expect(uploads.sent).toEqual(["a.txt"]);
  expect(pathsOf(drive)).toEqual(["/a.txt", "/b.txt"]);
});

test("after a reload what is there already needs no file to be tried again", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { drive, open } = createBrowser();
  const first = await open();
  drive.failNext.push({ error: new Error("Down."), isDone: false });
  await first.opened.give(given([["", fileOf("a.txt")]]));
  await finished(first.opened);
  first.opened.close();
  const { opened, uploads } = await open();
  expect(report(opened)).toBe("1 failed");
  opened.retry(opened.snapshot().map(({ id }) => id));
  await finished(opened);
  expect(report(opened)).toBe("1 added");
  expect(uploads.added).toEqual([]);
  expect(pathsOf(drive)).toEqual(["/a.txt"]);
});
