import { expect, test } from "vitest";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import { DraftsServer } from "./testing/drafts-server.ts";
import { Editors } from "./testing/editors.ts";

const key = "projects_atlas";
const ann = { uid: "ann", name: "Ann" };
const bob = { uid: "bob", name: "Bob" };

async function desk(published: object | null = { title: "Atlas", summary: "Maps" }) {
  const time = new TestTime();
  const server = new DraftsServer();
  if (published) server.put("projects/atlas", published as never);
  const editors = new Editors(server, { kind: "projects", id: "atlas" });
  const [laptop, phone] = [new TestBrowser(time, "laptop"), new TestBrowser(time, "phone")];
  const open = async (...how: Parameters<Editors["open"]>) => {
    const tab = await editors.open(...how);
    await time.pass(0);
    return tab;
  };
  return { time, server, laptop, phone, open };
}

test("a draft begins from what the site shows, is saved soon, and the site stays as it is", async () => {
  const { time, server, laptop, open } = await desk();
  const { room } = await open(laptop, ann);
  expect(room.snapshot()).toMatchObject({ status: "ready", rev: 0, isChanged: false });
  room.change({ title: "Atlas of winds" });
  expect(room.snapshot()).toMatchObject({ fields: { title: "Atlas of winds" }, sync: "saving" });
  await time.pass(799);
  expect(server.draft(key)).toBeUndefined();
  await time.pass(1);
  expect(server.draft(key)).toMatchObject({
    fields: { title: "Atlas of winds", summary: "Maps" },
    base: "t1",
    rev: 1,
    editedBy: "ann",
    editedByName: "Ann",
  });
  expect(server.documents.get("projects/atlas")?.fields).toMatchObject({ title: "Atlas" });
  expect(room.snapshot()).toMatchObject({ rev: 1, isChanged: true, sync: "saved" });
});

test("the first change of what is not there makes a draft", async () => {
  const { server, laptop, open } = await desk(null);
  const { room } = await open(laptop, ann);
  expect(room.snapshot().status).toBe("missing");
  room.change({ title: "New" });
  expect(room.snapshot().status).toBe("ready");
  expect(await room.flush()).toBe(1);
  expect(server.draft(key)).toMatchObject({ base: null, fields: { title: "New", tags: [] } });
});

test("500 changes made offline are one save", async () => {
  const { time, server, laptop, open } = await desk();
  const { room } = await open(laptop, ann);
  laptop.goOnline(false);
  for (let count = 0; count < 500; count += 1) room.change({ title: `Atlas ${count}` });
  await time.pass(3_600_000);
  expect(room.snapshot()).toMatchObject({ sync: "offline", fields: { title: "Atlas 499" } });
  laptop.goOnline(true);
  await time.pass(1000);
  expect(server.writes).toBe(1);
  expect(server.draft(key)?.fields["title"]).toBe("Atlas 499");
});

test("published while somebody types: their words are a new draft of what is there now", async () => {
  const { time, server, laptop, open } = await desk();
  const { room } = await open(laptop, ann);
  room.change({ summary: "Winds" });
  await room.flush();
  server.publish(key);
  room.change({ title: "Atlas of winds" });
  await time.pass(1000);
  expect(server.draft(key)).toMatchObject({
    rev: 1,
    base: "t3",
    conflicts: [],
    fields: { title: "Atlas of winds", summary: "Winds" },
  });
  expect(room.snapshot().notice).toMatch(/published or discarded meanwhile/);
});

test("deleted while somebody types: their words are kept, and a new draft when they want it", async () => {
  const { time, server, laptop, open } = await desk();
  const { room } = await open(laptop, ann);
  server.documents.delete("projects/atlas");
  room.change({ title: "Atlas of winds" });
  await time.pass(1000);
  const { refused, sync, fields } = room.snapshot();
  expect(sync).toEqual({ failed: expect.stringMatching(/^Somebody deleted this/) });
  expect(fields).toMatchObject({ title: "Atlas of winds", summary: "Maps" });
  expect(server.documents.size).toBe(0);
  room.tryAgain(refused[0]!.id);
  await time.pass(1000);
  expect(server.draft(key)).toMatchObject({
    base: null,
    conflicts: [],
    fields: { title: "Atlas of winds", summary: "Maps" },
  });
  expect(room.snapshot()).toMatchObject({ sync: "saved", refused: [] });
});

test("who lost the role is told so, keeps what was typed, and can send it when the role is back", async () => {
  const { time, server, laptop, open } = await desk();
  let isEditor = true;
  const { room } = await open(laptop, ann, { fault: () => (isEditor ? undefined : "refused") });
  isEditor = false;
  room.change({ title: "Atlas of winds" });
  await time.pass(60_000);
  const { refused, sync, fields } = room.snapshot();
  expect(sync).toEqual({ failed: expect.stringMatching(/^You may not edit this any more/) });
  expect(fields["title"]).toBe("Atlas of winds");
  expect(server.draft(key)).toBeUndefined();
  isEditor = true;
  room.tryAgain(refused[0]!.id);
  await time.pass(0);
  expect(server.draft(key)?.fields["title"]).toBe("Atlas of winds");
});

test("what has no room in a document is said before it is sent, and goes once it is shorter", async () => {
  const { time, server, laptop, open } = await desk();
  const { room } = await open(laptop, ann);
  room.change({ summary: "x".repeat(1_048_576) });
  await time.pass(1000);
  expect(room.snapshot().sync).toEqual({ failed: expect.stringMatching(/too long to be saved/) });
  expect(server.writes).toBe(0);
  room.change({ summary: "short" });
  await time.pass(1000);
  expect(room.snapshot().sync).toBe("saved");
  expect(server.draft(key)?.fields["summary"]).toBe("short");
});

test("without room in the browser it is said at once, and the words are saved all the same", async () => {
  const { time, server, laptop, open } = await desk();
  const { room } = await open(laptop, ann);
  laptop.fault = (what) => {
    if (what === "add") throw new DOMException("Full.", "QuotaExceededError");
  };
  room.change({ title: "Atlas of winds" });
  await time.pass(0);
  expect(room.snapshot().fields["title"]).toBe("Atlas of winds");
  expect(room.snapshot().sync).toEqual({ failed: expect.stringMatching(/only in this tab/) });
  await time.pass(1000);
  expect(server.draft(key)?.fields["title"]).toBe("Atlas of winds");
  expect(room.snapshot().sync).toBe("saved");
});

test("a text that lost stays under the cursor, goes on as one conflict, and can be chosen and taken back", async () => {
  const { time, server, laptop, phone, open } = await desk();
  const mine = await open(laptop, ann);
  const theirs = await open(phone, bob);
  laptop.goOnline(false);
  mine.room.change({ title: "Ann" });
  theirs.room.change({ title: "Bob" });
  await time.pass(1000);
  laptop.goOnline(true);
  await time.pass(1000);
  mine.room.change({ title: "Ann goes on" });
  await time.pass(1000);
  expect(mine.room.snapshot()).toMatchObject({
    fields: { title: "Ann goes on" },
    saved: { title: "Bob" },
    conflicts: [{ field: "title", value: "Ann goes on", by: "ann", over: "Bob" }],
  });
  expect(theirs.room.snapshot()).toMatchObject({
    fields: { title: "Bob" },
    conflicts: [{ value: "Ann goes on", byName: "Ann" }],
  });
  const undo = theirs.room.keepMine(theirs.room.snapshot().conflicts[0]!);
  await time.pass(1000);
  expect(server.draft(key)).toMatchObject({ fields: { title: "Ann goes on" }, conflicts: [] });
  undo();
  await time.pass(1000);
  expect(server.draft(key)).toMatchObject({
    fields: { title: "Bob" },
    conflicts: [{ value: "Ann goes on" }],
  });
  mine.room.keepTheirs(mine.room.snapshot().conflicts[0]!);
  expect(mine.room.snapshot()).toMatchObject({ fields: { title: "Bob" }, conflicts: [] });
  await time.pass(1000);
  expect(server.draft(key)).toMatchObject({ fields: { title: "Bob" }, conflicts: [] });
});

test("a save that arrived unheard is not merged twice over what another wrote since", async () => {
  const { time, server, laptop, phone, open } = await desk();
  const faults: ("after" | undefined)[] = [];
  const mine = await open(laptop, ann, { fault: () => faults.shift() });
  const theirs = await open(phone, bob);
  mine.room.change({ title: "Ann" });
  // What it reads is heard, that it has written is not.
  faults.push(undefined, "after");
  await time.pass(800);
  expect(server.draft(key)).toMatchObject({ rev: 1, fields: { title: "Ann" } });
  expect(mine.room.snapshot().sync).toBe("offline");
  await theirs.room.look();
  theirs.room.change({ title: "Bob" });
  await theirs.room.flush();
  await time.pass(60_000);
  expect(server.draft(key)).toMatchObject({ rev: 2, fields: { title: "Bob" }, conflicts: [] });
  expect(mine.room.snapshot()).toMatchObject({ fields: { title: "Bob" }, sync: "saved" });
});

test("a new draft begins from what the site shows when it is written, not from what it showed a moment before", async () => {
  const { server, laptop, open } = await desk();
  const steps: (() => void)[] = [];
  const { room } = await open(laptop, ann, { delay: async () => steps.shift()?.() });
  room.change({ summary: "Winds" });
  // Between its reading and its writing.
  steps.push(
    () => undefined,
    () => server.put("projects/atlas", { title: "Another atlas", summary: "Maps" }),
  );
  await room.flush();
  expect(server.draft(key)).toMatchObject({
    base: "t2",
    fields: { title: "Another atlas", summary: "Winds" },
  });
});

test("an answer that was late does not bring back what was before the last save", async () => {
  const { time, server, laptop, open } = await desk();
  const delays: number[] = [];
  const { room } = await open(laptop, ann, { delay: () => time.wait(delays.shift() ?? 0) });
  // At once there, and long on its way back.
  delays.push(0, 10_000);
  const looked = room.look();
  await time.pass(0);
  room.change({ title: "Atlas of winds" });
  await time.pass(2000);
  expect(server.draft(key)).toMatchObject({ fields: { title: "Atlas of winds" } });
  const seen: unknown[] = [];
  room.subscribe(() => seen.push(room.snapshot().fields["title"]));
  await time.pass(10_000);
  await looked;
  expect(new Set([...seen, room.snapshot().fields["title"]])).toEqual(new Set(["Atlas of winds"]));
});

test("nor what was before the last save of another, though that was asked for later", async () => {
  const { time, laptop, phone, open } = await desk();
  const delays: number[] = [];
  const mine = await open(laptop, ann, { delay: () => time.wait(delays.shift() ?? 0) });
  const theirs = await open(phone, bob);
  delays.push(0, 10_000);
  const looked = mine.room.look();
  await time.pass(0);
  theirs.room.change({ title: "Atlas of winds" });
  await time.pass(2000);
  expect(mine.room.snapshot().fields["title"]).toBe("Atlas of winds");
  await time.pass(10_000);
  await looked;
  expect(mine.room.snapshot().fields["title"]).toBe("Atlas of winds");
});

test("what was typed in a room that is closed is in the next one, which was asked for before it arrived", async () => {
  const { time, server, laptop, open } = await desk();
  const delays: number[] = [];
  const one = await open(laptop, ann, { delay: () => time.wait(delays.shift() ?? 0) });
  one.room.change({ title: "Atlas of winds" });
  one.room.close();
  // Read at once, and written late.
  delays.push(0, 0, 2000);
  await time.pass(1000);
  const late = [0, 10_000];
  const { room } = await open(laptop, ann, { delay: () => time.wait(late.shift() ?? 0) });
  const seen: unknown[] = [];
  room.subscribe(() => seen.push(room.snapshot().fields["title"]));
  await time.pass(3000);
  expect(server.draft(key)).toMatchObject({ fields: { title: "Atlas of winds" } });
  await time.pass(20_000);
  expect(room.snapshot().fields["title"]).toBe("Atlas of winds");
  expect(seen).not.toContain("Atlas");
});

test("without the server, what was seen here last is shown, and what is typed comes back after a crash", async () => {
  const { time, server, laptop, open } = await desk();
  (await open(laptop, ann)).room.close();
  laptop.goOnline(false);
  const first = await open(laptop, ann);
  expect(first.room.snapshot()).toMatchObject({ status: "ready", fields: { title: "Atlas" } });
  first.room.change({ title: "Written on a train" });
  await time.pass(0);
  first.kill();
  const next = await open(laptop, ann);
  expect(next.room.snapshot().fields["title"]).toBe("Written on a train");
  // Somebody else at the same browser sees nothing of it, and sends nothing of it.
  const other = await open(laptop, bob);
  expect(other.room.snapshot().status).toEqual({ failed: expect.any(String) });
  laptop.goOnline(true);
  await time.pass(1000);
  expect(server.draft(key)).toMatchObject({
    editedBy: "ann",
    fields: { title: "Written on a train" },
  });
});

test("every letter outlives a tab that crashes right after it was typed", async () => {
  const { time, server, laptop, open } = await desk();
  const first = await open(laptop, ann);
  const text = "Written on a train";
  for (let end = 1; end <= text.length; end += 1) first.room.change({ title: text.slice(0, end) });
  first.kill();
  const next = await open(laptop, ann);
  expect(next.room.snapshot().fields["title"]).toBe(text);
  await time.pass(1000);
  expect(server.draft(key)).toMatchObject({ fields: { title: text }, conflicts: [] });
});

test("letters that another tab is joining are not taken for sent ones", async () => {
  const { time, server, laptop, open } = await desk();
  const [one, other] = [await open(laptop, ann), await open(laptop, ann)];
  laptop.goOnline(false);
  const seen: unknown[] = [];
  other.room.subscribe(() => seen.push(other.room.snapshot().fields["title"]));
  for (const title of ["A", "At", "Atl"]) {
    one.room.change({ title });
    await other.room.look();
    other.room.change({ summary: `Beside ${title}` });
    await time.pass(0);
  }
  expect(other.room.snapshot()).toMatchObject({ sync: "offline", conflicts: [] });
  laptop.goOnline(true);
  await time.pass(10_000);
  expect(server.draft(key)).toMatchObject({
    fields: { title: "Atl", summary: "Beside Atl" },
    conflicts: [],
  });
  for (const { room } of [one, other]) {
    expect(room.snapshot()).toMatchObject({ sync: "saved", fields: { title: "Atl" } });
  }
  expect(seen.at(-1)).toBe("Atl");
});
