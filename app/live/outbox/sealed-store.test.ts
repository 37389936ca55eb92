import { expect, test } from "vitest";
import { NodeCodecs } from "../records/testing/node-codecs.ts";
import { NoAnswerError, type Outbox } from "./outbox.ts";
import { openOutboxOf } from "./outbox-of.ts";
import { type OutboxCodec, sealBy } from "./sealed-store.ts";
import { TestBrowser, TestTime } from "./testing/browser.ts";

const tool = "journals/sabc";
const patience = { quietMs: 800, mostMs: 5000 };
const join = (waiting: string, added: string) => `${waiting} ${added}`;
const note = (data: string, key = "all") => ({ tool, key, data });
const dataOf = (outbox: Outbox) => outbox.state().entries.map(({ data }) => data);

function visit() {
  const time = new TestTime();
  const browser = new TestBrowser(time);
  const codec = new NodeCodecs().outbox;
  const sent: string[] = [];
  const unreadable: string[] = [];
  const open = async () => {
    const tab = browser.tab("ann");
    const outbox = await openOutboxOf(tab.parts);
    const unlock = (by: OutboxCodec = codec) =>
      sealBy(outbox, tool, by, (of) => void unreadable.push(of));
    const handle = () =>
      outbox.handle<string>(
        tool,
        async ({ data }) => {
          if (!browser.isOnline) throw new NoAnswerError("Offline.");
          sent.push(data);
        },
        join,
      );
    return { ...tab, outbox, unlock, handle };
  };
  /** All that lies in the browser. */
  const stored = async () => JSON.stringify(await browser.tab("ann").parts.store.read());
  return { time, browser, codec, sent, unreadable, open, stored };
}

test("what is private is sent as it was written, and never lies readable in the browser", async () => {
  const { time, browser, sent, open, stored } = visit();
  const { outbox, unlock, handle } = await open();
  await unlock();
  handle();
  browser.goOnline(false);
  await outbox.add({ ...note("First"), patience });
  await outbox.add({ ...note("Second"), patience });
  expect(dataOf(outbox)).toEqual(["First", "Second"]);
  expect(await stored()).not.toMatch(/First|Second/);
  await time.pass(6000);
  expect(dataOf(outbox)).toEqual(["First Second"]);
  expect(await stored()).not.toMatch(/First|Second/);
  browser.goOnline(true);
  await time.pass(0);
  expect(sent).toEqual(["First Second"]);
  expect(outbox.state()).toEqual({ sync: "saved", entries: [], isKept: true });
});

test("while it is locked nothing can be added, not even where no tool was ever opened", async () => {
  const { open, stored } = visit();
  const { outbox, unlock } = await open();
  await expect(outbox.add(note("First"))).rejects.toThrow("Locked");
  const lock = await unlock();
  await outbox.add(note("Second"));
  await lock();
  await expect(outbox.add(note("Third"))).rejects.toThrow("Locked");
  expect(JSON.parse(await stored())).toHaveLength(1);
  expect(outbox.state().isKept).toBe(true);
});

test("locking leaves nothing of it in the tab; it waits, and is sent once it is unlocked", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox, unlock, handle } = await open();
  const lock = await unlock();
  const stop = handle();
  browser.goOnline(false);
  await outbox.add({ ...note("First"), patience });
  void outbox.add({ ...note("Second"), patience });
  stop();
  await lock();
  browser.goOnline(true);
  await time.pass(60_000);
  expect(sent).toEqual([]);
  expect(JSON.stringify(outbox.state().entries)).not.toMatch(/First|Second/);
  expect(outbox.sync({ tool })).toBe("saving");
  await unlock();
  handle();
  await time.pass(0);
  expect(sent).toEqual(["First Second"]);
});

test("a tab that is opened later reads it with the same key, in its order", async () => {
  const { time, browser, sent, open } = visit();
  const first = await open();
  await first.unlock();
  browser.goOnline(false);
  await first.outbox.add(note("First"));
  await first.outbox.add(note("Second"));
  first.kill();
  browser.goOnline(true);
  const second = await open();
  expect(JSON.stringify(second.outbox.state().entries)).not.toMatch(/First/);
  await second.unlock();
  expect(dataOf(second.outbox)).toEqual(["First", "Second"]);
  second.handle();
  await time.pass(0);
  expect(sent).toEqual(["First Second"]);
});

test("what another tab takes while it is joined is sent once, and what came after it goes behind", async () => {
  const { time, browser, sent, open } = visit();
  const [one, other] = [await open(), await open()];
  await one.unlock();
  await other.unlock();
  await one.outbox.add({ ...note("First"), patience });
  await one.outbox.add({ ...note("Second"), patience });
  const { parts } = browser.tab("ann");
  const [first] = await parts.store.read();
  let isTaken = false;
  browser.fault = (what) => {
    // Between the reading and the joining.
    if (what !== "joinAll" || isTaken) return;
    isTaken = true;
    void parts.store.take(first!.id);
  };
  one.handle();
  await time.pass(10_000);
  expect(isTaken).toBe(true);
  expect(sent).toEqual(["First", "Second"]);
});

test("what was put into another's place cannot be read: it is said, stays, and holds nothing up", async () => {
  const { time, browser, sent, unreadable, open } = visit();
  const { parts } = browser.tab("ann");
  const first = await open();
  await first.unlock();
  await first.outbox.add(note("First"));
  const [entry] = await parts.store.read();
  await parts.store.change(entry!.id, { key: "other" });
  first.kill();
  const second = await open();
  await second.unlock();
  second.handle();
  await second.outbox.add(note("Second"));
  await time.pass(0);
  expect(sent).toEqual(["Second"]);
  expect(unreadable).toEqual([tool]);
  expect((await parts.store.read()).map(({ key }) => key)).toEqual(["other"]);
});

test("who is told of what cannot be read is who has opened it, also where others are open", async () => {
  const { codec, open, browser } = visit();
  const { parts } = browser.tab("ann");
  const first = await open();
  const others = ["journals/sone", "journals/stwo"];
  const told: string[] = [];
  const unlockAll = async (outbox: Outbox) => {
    for (const other of others) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await sealBy(outbox, other, codec, (of) => void told.push(`${other} hears of ${of}`));
    }
  };
  await unlockAll(first.outbox);
  await first.outbox.add({ tool: "journals/stwo", key: "all", data: "First" });
  const [entry] = await parts.store.read();
  await parts.store.change(entry!.id, { key: "other" });
  first.kill();
  await unlockAll((await open()).outbox);
  expect(told).toEqual(["journals/stwo hears of journals/stwo"]);
});

test("other tools are kept as they are", async () => {
  const { time, open, stored } = visit();
  const { outbox, unlock } = await open();
  await unlock();
  await outbox.add({ tool: "journals/pabc", key: "all", data: "Plain" });
  await time.pass(0);
  expect(await stored()).toContain("Plain");
});

test("a handler that is left behind a lock sends nothing, and does not try without end", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox, unlock, handle } = await open();
  const lock = await unlock();
  browser.goOnline(false);
  await outbox.add(note("First"));
  handle();
  await lock();
  let takes = 0;
  browser.fault = (what) => void (takes += what === "take" ? 1 : 0);
  browser.goOnline(true);
  await time.pass(60_000);
  expect([sent, takes]).toEqual([[], 0]);
  // The page would never answer again.
  await expect(outbox.flush({ tool })).rejects.toThrow("only in this browser");
});
