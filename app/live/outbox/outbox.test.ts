import { expect, test } from "vitest";
import {
  NoAnswerError,
  type Outbox,
  type OutboxHandler,
  OutboxRefusal,
  UnsentError,
} from "./outbox.ts";
import { openOutboxOf } from "./outbox-of.ts";
import { TestBrowser, TestTime } from "./testing/browser.ts";

const patience = { quietMs: 800, mostMs: 5000 };
const join = (waiting: string, added: string) => `${waiting} ${added}`;
const note = (data: string, key = "a") => ({ tool: "notes", key, data });
/** Several become one. */
const text = (data: string, key = "a") => ({ tool: "texts", key, data });

function visit(name = "browser") {
  const time = new TestTime();
  const browser = new TestBrowser(time, name);
  const sent: string[] = [];
  /** What the server does with the next ones; then it takes all. */
  const answers: (() => void)[] = [];
  const open = async (uid = "ann") => {
    const tab = browser.tab(uid);
    const outbox = await openOutboxOf(tab.parts);
    const send: OutboxHandler<string> = async ({ id, key, data }) => {
      await Promise.resolve();
      answers.shift()?.();
      sent.push(`${uid} ${key} ${data} ${id}`);
    };
    outbox.handle("notes", send);
    outbox.handle("texts", send, join);
    return { outbox, ...tab };
  };
  return { time, browser, sent, answers, open };
}

const unheard = () => {
  throw new NoAnswerError("No answer.");
};
const refuse = (again: "changed" | "asked") => () => {
  throw new OutboxRefusal({ code: "no", text: "You may not.", again });
};
const dataOf = (outbox: Outbox) => outbox.state().entries.map(({ data }) => data);
const withoutId = (line: string) => line.split(" ").slice(0, -1).join(" ");

test("what is added is sent in order, and leaves once it is acknowledged", async () => {
  const { time, sent, open } = visit();
  const { outbox } = await open();
  await outbox.add(note("one"));
  await outbox.add(note("two"));
  expect(outbox.state().sync).toBe("saving");
  await time.pass(0);
  expect(sent.map(withoutId)).toEqual(["ann a one", "ann a two"]);
  expect(outbox.state()).toEqual({ sync: "saved", entries: [], isKept: true });
});

test("500 changes made offline for an hour go as one, once the network is back", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox } = await open();
  browser.goOnline(false);
  for (let count = 0; count < 500; count += 1) await outbox.add({ ...text("x"), patience });
  await time.pass(3_600_000);
  expect(outbox.state().sync).toBe("offline");
  expect(sent).toEqual([]);
  browser.goOnline(true);
  await time.pass(0);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.match(/x/g)).toHaveLength(500);
});

test("it waits for a quiet, but not for ever", async () => {
  const { time, sent, open } = visit();
  const { outbox } = await open();
  for (let count = 0; count < 12; count += 1) {
    await outbox.add({ ...text("x"), patience });
    await time.pass(700);
  }
  expect(sent.map(withoutId)).toEqual(["ann a x x x x x x x x"]);
  await time.pass(800);
  expect(sent).toHaveLength(2);
});

test("after no answer it is sent again with the same id, and what came since goes apart", async () => {
  const { time, sent, answers, open } = visit();
  const { outbox } = await open();
  answers.push(unheard, unheard);
  await outbox.add(text("one"));
  await time.pass(0);
  await outbox.add(text("two"));
  expect(outbox.state().sync).toBe("offline");
  expect(dataOf(outbox)).toEqual(["one", "two"]);
  const { id } = outbox.state().entries[0]!;
  await time.pass(10_000);
  expect(sent).toEqual([`ann a one ${id}`, expect.stringMatching(/^ann a two /)]);
  expect(outbox.state().sync).toBe("saved");
});

test("a tab that is killed while it sends leaves it to the next one, with the same id", async () => {
  const { time, sent, open } = visit();
  const first = await open();
  await first.outbox.add(note("one"));
  const { id } = first.outbox.state().entries[0]!;
  first.kill();
  await time.pass(0);
  const second = await open();
  await time.pass(0);
  expect(sent.filter((line) => line === `ann a one ${id}`).length).toBeGreaterThanOrEqual(1);
  expect(second.outbox.state().sync).toBe("saved");
});

test("what is added outlives a tab that is killed at the same moment, and goes as one", async () => {
  const { time, sent, open } = visit();
  const first = await open();
  for (const letter of "letters") void first.outbox.add({ ...text(letter), patience });
  first.kill();
  await open();
  await time.pass(0);
  expect(sent.map(withoutId)).toEqual(["ann a l e t t e r s"]);
});

test("what is added is there at once, counts as kept until the browser says otherwise, and is joined once it is quiet", async () => {
  const { time, browser, open } = visit();
  const { outbox } = await open();
  browser.goOnline(false);
  void outbox.add({ ...text("one"), patience });
  void outbox.add({ ...text("two"), patience });
  expect(dataOf(outbox)).toEqual(["one", "two"]);
  expect(outbox.state()).toMatchObject({ sync: "offline", isKept: true });
  await time.pass(800);
  expect(dataOf(outbox)).toEqual(["one two"]);
  browser.fault = (what) => {
    if (what === "add") throw new DOMException("Full.", "QuotaExceededError");
  };
  void outbox.add({ ...text("three"), patience });
  await time.pass(0);
  expect(dataOf(outbox)).toEqual(["one two", "three"]);
  expect(outbox.state().isKept).toBe(false);
});

test("what comes while there is no room stays behind what had none, though there is room again", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox } = await open();
  let faults = 1;
  browser.fault = (what) => {
    if (what !== "add" || faults === 0) return;
    faults -= 1;
    throw new DOMException("Full.", "QuotaExceededError");
  };
  for (const word of ["one", "two", "three"]) void outbox.add({ ...note(word), patience });
  await time.pass(5000);
  expect(sent.map(withoutId)).toEqual(["ann a one", "ann a two", "ann a three"]);
});

test("a tab that was open sends what one that was killed left", async () => {
  const { time, sent, open } = visit();
  const first = await open();
  const second = await open();
  await first.outbox.add({ ...note("one"), patience });
  first.kill();
  await time.pass(60_000);
  expect(sent.map(withoutId)).toEqual(["ann a one"]);
  expect(second.outbox.state().sync).toBe("saved");
});

test("two tabs send each thing once, and both know it", async () => {
  const { time, sent, open } = visit();
  const [first, second] = [await open(), await open()];
  await Promise.all([first.outbox.add(note("one")), second.outbox.add(note("two", "b"))]);
  await time.pass(0);
  expect(sent.map(withoutId).toSorted()).toEqual(["ann a one", "ann b two"]);
  expect([first.outbox.state().sync, second.outbox.state().sync]).toEqual(["saved", "saved"]);
});

test("what one account left is neither seen nor sent by another", async () => {
  const { time, browser, sent, open } = visit();
  browser.goOnline(false);
  const ann = await open("ann");
  await ann.outbox.add(note("secret"));
  ann.outbox.close();
  browser.goOnline(true);
  const bob = await open("bob");
  await time.pass(60_000);
  expect(bob.outbox.state().entries).toEqual([]);
  expect(sent).toEqual([]);
  await open("ann");
  await time.pass(0);
  expect(sent.map(withoutId)).toEqual(["ann a secret"]);
});

test("one that is refused is kept and said, and holds only its own key up", async () => {
  const { time, sent, answers, open } = visit();
  const { outbox } = await open();
  answers.push(refuse("asked"));
  await outbox.add(text("one"));
  await time.pass(0);
  await outbox.add(text("two"));
  await outbox.add(text("three", "b"));
  await time.pass(60_000);
  expect(sent.map(withoutId)).toEqual(["ann b three"]);
  expect(outbox.state().sync).toEqual({ failed: "You may not." });
  expect(outbox.sync({ tool: "texts", key: "b" })).toBe("saved");
  await expect(outbox.flush()).rejects.toEqual(new UnsentError("You may not."));
  // It never arrived, so what came since has joined it.
  expect(dataOf(outbox)).toEqual(["one two"]);
  await outbox.again(outbox.state().entries[0]!.id);
  await time.pass(0);
  expect(sent.map(withoutId).at(-1)).toBe("ann a one two");
});

test("one that was refused for what it is goes again when it is changed", async () => {
  const { time, sent, answers, open } = visit();
  const { outbox } = await open();
  answers.push(refuse("changed"));
  await outbox.add(text("long"));
  await time.pass(0);
  await outbox.add(text("shorter"));
  await time.pass(0);
  expect(sent.map(withoutId)).toEqual(["ann a long shorter"]);
  expect(outbox.state().sync).toBe("saved");
});

test("so does one that was refused after no answer, also with what came behind it meanwhile", async () => {
  const { time, sent, answers, open } = visit();
  const { outbox } = await open();
  answers.push(unheard, refuse("changed"));
  await outbox.add(text("long"));
  await time.pass(0);
  await outbox.add(text("shorter"));
  expect(dataOf(outbox)).toEqual(["long", "shorter"]);
  await time.pass(60_000);
  expect(sent.map(withoutId)).toEqual(["ann a long shorter"]);
  expect(outbox.state().sync).toBe("saved");
});

test("without room in the browser it is said at once, stays in the tab and is sent all the same", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox } = await open();
  browser.isOnline = false;
  browser.fault = (what) => {
    if (what === "add") throw new DOMException("Full.", "QuotaExceededError");
  };
  await outbox.add(text("one"));
  await outbox.add(text("two"));
  expect(outbox.state().isKept).toBe(false);
  expect(outbox.state().sync).toEqual({ failed: expect.stringMatching(/only in this tab/) });
  expect(dataOf(outbox)).toEqual(["one two"]);
  // Room again: what is later must not overtake it.
  browser.fault = undefined;
  await outbox.add(text("three"));
  browser.goOnline(true);
  await time.pass(0);
  expect(sent.map(withoutId)).toEqual(["ann a one two three"]);
  expect(outbox.state().sync).toBe("saved");
});

test("once the store cannot be read, what was in it and what comes is sent from the tab, and said to be only there", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox } = await open();
  browser.goOnline(false);
  await outbox.add(text("one"));
  await outbox.add({ ...note("held"), patience });
  browser.fault = () => {
    throw new DOMException("The connection is closed.", "InvalidStateError");
  };
  await outbox.add(text("two"));
  expect(new Set(dataOf(outbox))).toEqual(new Set(["held", "one", "two"]));
  expect(outbox.state()).toMatchObject({ isKept: false, sync: { failed: expect.any(String) } });
  browser.goOnline(true);
  await outbox.flush();
  expect(sent.map(withoutId).toSorted()).toEqual(["ann a held", "ann a one two"]);
  expect(outbox.state()).toEqual({ sync: "saved", entries: [], isKept: true });
  await outbox.add(text("three"));
  await time.pass(0);
  expect(sent.map(withoutId).at(-1)).toBe("ann a three");
});

test("what a store had that could not be read is not lost to what another tab wrote into it", async () => {
  const { time, browser, sent, answers, open } = visit();
  const { outbox } = await open();
  answers.push(unheard);
  await outbox.add(note("tried"));
  await time.pass(0);
  const { id } = outbox.state().entries[0]!;
  browser.goOnline(false);
  await outbox.add(text("one"));
  const untried = outbox.state().entries.find(({ data }) => data === "one")!.id;
  browser.fault = (what) => {
    if (what === "read") throw new DOMException("Broken.", "UnknownError");
  };
  await outbox.add(text("two", "b"));
  browser.goOnline(true);
  await time.pass(60_000);
  // What was tried stays what it is; what another tab may have let grow is not sent under the same id.
  expect(sent).toContain(`ann a tried ${id}`);
  expect(sent.filter((line) => line.startsWith("ann a one"))).toHaveLength(1);
  expect(sent).not.toContain(`ann a one ${untried}`);
  browser.fault = undefined;
  await open();
  await time.pass(60_000);
  expect(sent).toContain(`ann a one ${untried}`);
  expect(outbox.state().sync).toBe("saved");
});

test("a read that fails once sends nothing twice, and what comes later not before it", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox } = await open();
  browser.goOnline(false);
  await outbox.add(text("one"));
  let faults = 2;
  browser.fault = (what) => {
    if (what !== "read" || faults === 0) return;
    faults -= 1;
    throw new DOMException("The connection was lost.", "UnknownError");
  };
  await Promise.all([outbox.add(text("two")), outbox.add(text("x", "b"))]);
  await outbox.add(text("three"));
  browser.goOnline(true);
  await time.pass(60_000);
  expect(sent.map(withoutId).toSorted()).toEqual(["ann a one two three", "ann b x"]);
  await open();
  await time.pass(60_000);
  expect(sent).toHaveLength(2);
});

test("what somebody clears under an open tab is sent from the tab, in its order", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox } = await open();
  browser.goOnline(false);
  await outbox.add(text("one"));
  await browser.clearData();
  await outbox.add(text("two"));
  expect(outbox.state()).toMatchObject({ isKept: false, sync: { failed: expect.any(String) } });
  browser.goOnline(true);
  await time.pass(60_000);
  expect(sent.map(withoutId)).toEqual(["ann a one two"]);
  expect(outbox.state().sync).toBe("saved");
});

test("what somebody clears under two open tabs is said at once and sent, also what only one of them knew", async () => {
  const { time, browser, sent, open } = visit();
  const [first, second] = [await open(), await open()];
  browser.goOnline(false);
  await first.outbox.add(text("one"));
  await second.outbox.add({ ...text("two", "b"), patience });
  await second.outbox.add({ ...text("three", "b"), patience });
  await browser.clearData();
  await time.pass(0);
  expect([first.outbox.state().isKept, second.outbox.state().isKept]).toEqual([false, false]);
  // Into the new store, which another tab has made by now.
  await second.outbox.add({ ...text("four", "b"), patience });
  browser.goOnline(true);
  await time.pass(60_000);
  const words = sent.map(withoutId).join(" ");
  for (const word of ["one", "two three four"]) expect(words).toContain(word);
  expect([first.outbox.state().sync, second.outbox.state().sync]).toEqual(["saved", "saved"]);
});

test("a store that goes away and comes back whole stays the one that is sent from", async () => {
  const { time, browser, sent, answers, open } = visit();
  const { outbox } = await open();
  answers.push(refuse("asked"));
  await outbox.add(note("let go"));
  await time.pass(0);
  const [refused] = outbox.state().entries;
  browser.goOnline(false);
  await outbox.add(text("one"));
  const { id } = outbox.state().entries.find(({ data }) => data === "one")!;
  browser.loseConnections();
  await outbox.forget(refused!.id);
  expect(outbox.state()).toMatchObject({ isKept: true, entries: [{ id }] });
  browser.goOnline(true);
  await time.pass(60_000);
  expect(sent).toEqual([`ann a one ${id}`]);
});

test("what a tab has taken from a store that failed it outlives the tab, where the store is well again", async () => {
  const { time, browser, sent, open } = visit();
  const first = await open();
  browser.goOnline(false);
  await first.outbox.add(text("one"));
  browser.fault = (what) => {
    if (what === "read") throw new DOMException("The connection was lost.", "UnknownError");
  };
  await first.outbox.add(text("x", "b"));
  browser.fault = undefined;
  await first.outbox.add(text("y", "b"));
  await time.pass(0);
  first.kill();
  browser.goOnline(true);
  await open();
  await time.pass(60_000);
  expect(sent.map(withoutId)).toContain("ann a one");
});

test("one that is cleared while it is on its way arrives under its own id, and what comes after it behind it", async () => {
  const { time, browser, sent, answers, open } = visit();
  const { outbox } = await open();
  let isCleared = false;
  answers.push(() => {
    isCleared = true;
    void browser.clearData();
  });
  await outbox.add(note("one"));
  const { id } = outbox.state().entries[0]!;
  await outbox.add(note("two"));
  await time.pass(60_000);
  expect(isCleared).toBe(true);
  expect(new Set(sent.filter((line) => line.includes("one")))).toEqual(
    new Set([`ann a one ${id}`]),
  );
  expect(sent.map(withoutId).at(-1)).toBe("ann a two");
  expect(sent.filter((line) => line.includes("two"))).toHaveLength(1);
  expect(outbox.state().sync).toBe("saved");
});

test("an outbox that closes while it reads shows nothing of its account", async () => {
  const { browser, open } = visit();
  const { outbox } = await open();
  browser.goOnline(false);
  await outbox.add(note("one"));
  browser.loseConnections();
  for (let step = 0; step < 20; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one step of it after the other
    await Promise.resolve();
    if (step === 3) outbox.close();
  }
  expect(outbox.state().entries).toEqual([]);
});

test("a store that can be read and not be written holds nothing up", async () => {
  const { time, browser, sent, answers, open } = visit();
  const { outbox } = await open();
  answers.push(unheard);
  await outbox.add(note("tried"));
  browser.goOnline(false);
  await outbox.add(note("later"));
  await outbox.add(note("other", "b"));
  browser.fault = (what) => {
    if (what !== "read") throw new DOMException("Full.", "QuotaExceededError");
  };
  browser.goOnline(true);
  await time.pass(60_000);
  expect(new Set(sent.map(withoutId))).toEqual(
    new Set(["ann a tried", "ann a later", "ann b other"]),
  );
  expect(sent).toHaveLength(3);
  expect(sent.findIndex((line) => line.includes("tried"))).toBeLessThan(
    sent.findIndex((line) => line.includes("later")),
  );
  expect(outbox.state().sync).toBe("saved");
});

test("an acknowledged one that could not be removed is sent again with its id, not forgotten", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox } = await open();
  let faults = 1;
  browser.fault = (what) => {
    if (what !== "remove" || faults === 0) return;
    faults -= 1;
    throw new DOMException("Aborted.", "AbortError");
  };
  await outbox.add(note("one"));
  await time.pass(60_000);
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
  expect(outbox.state().sync).toBe("saved");
});

test("flush does not wait for quiet, and says what it could not send", async () => {
  const { time, browser, sent, answers, open } = visit();
  const { outbox } = await open();
  await outbox.add({ ...note("one"), patience });
  await outbox.flush({ tool: "notes", key: "a" });
  expect(sent.map(withoutId)).toEqual(["ann a one"]);
  answers.push(unheard);
  await outbox.add({ ...note("two"), patience });
  await expect(outbox.flush()).rejects.toThrow(/could not be reached/);
  browser.goOnline(false);
  await expect(outbox.flush()).rejects.toThrow(/could not be reached/);
  browser.goOnline(true);
  await time.pass(0);
  expect(sent.map(withoutId)).toEqual(["ann a one", "ann a two"]);
});

test("wiping leaves nothing of the account, in all its tabs, and all of the others", async () => {
  const { browser, time, sent, open } = visit();
  browser.goOnline(false);
  const [first, second, bob] = [await open(), await open(), await open("bob")];
  await first.outbox.add(note("one"));
  await second.outbox.add(note("two"));
  await bob.outbox.add(note("his"));
  await first.outbox.wipe();
  expect([first.outbox.closed.aborted, second.outbox.closed.aborted]).toEqual([true, true]);
  await expect(second.outbox.add(note("late"))).rejects.toThrow("Closed");
  browser.goOnline(true);
  await open();
  await time.pass(60_000);
  expect(sent.map(withoutId)).toEqual(["bob a his"]);
});

test("what is added while it is wiped is not left behind", async () => {
  const { browser, open } = visit();
  browser.goOnline(false);
  const { outbox } = await open();
  const wiped = outbox.wipe();
  await expect(outbox.add(note("late"))).rejects.toThrow("Closed");
  await wiped;
  expect((await open()).outbox.state().entries).toEqual([]);
});

test("a clock that jumps changes neither order nor what is sent", async () => {
  const { time, browser, sent, open } = visit();
  const { outbox } = await open();
  browser.goOnline(false);
  time.now = 5_000_000;
  await outbox.add({ ...note("one"), patience });
  time.now = 0;
  await outbox.add(note("two"));
  browser.goOnline(true);
  await time.pass(6_000_000);
  expect(sent.map(withoutId)).toEqual(["ann a one", "ann a two"]);
});

test("what is put aside for somebody to decide is no failure, is kept, and is asked about before it is left", async () => {
  const { time, sent, answers, open } = visit();
  const { outbox } = await open();
  answers.push(() => {
    throw new OutboxRefusal({ code: "no", text: "Full.", again: "asked", isAside: true });
  });
  await outbox.add(note("one"));
  await time.pass(0);
  expect(outbox.state()).toMatchObject({
    sync: "saved",
    entries: [{ refused: { text: "Full." } }],
  });
  await outbox.add(note("two", "b"));
  await time.pass(3_600_000);
  expect(sent.map(withoutId)).toEqual(["ann b two"]);
  await expect(outbox.flush()).rejects.toThrow(new UnsentError("Full."));
});
