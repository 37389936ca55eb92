import { expect, test } from "vitest";
import type { Item } from "#lib/records/register.ts";
import { NoAnswerError } from "../outbox/outbox.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import type { Change, Records } from "./records.ts";
import { JournalDevices, type JournalTab, header, passUntil } from "./testing/journal-devices.ts";

const monthMs = 31 * 86_400_000;
/** What changed within the last ten minutes is told to who opens it anyway. */
const longMs = 1_200_000;
/** Requests take 100 ms. */
const slow = { lag: () => 500 };
const line = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const docOf = (...lines: string[]) => JSON.stringify({ type: "doc", content: lines.map(line) });
const wordsOf = (item: Item | undefined) =>
  [...String(item?.registers["doc"]?.value["v"] ?? "").matchAll(/"text":"([^"]*)"/g)].map(
    ([, text]) => text,
  );
const entry = (id: string, ...lines: string[]): Change[] => [
  { kind: "entries", id, register: "when", value: { v: "2027-01-15", zone: "" }, isNew: true },
  { kind: "texts", id, register: "doc", value: { v: docOf(...lines) }, isNew: true },
];
const rewrite = (id: string, ...lines: string[]): Change[] => [
  { kind: "texts", id, register: "doc", value: { v: docOf(...lines) } },
];
const titled = (id: string, v: string): Change[] => [
  { kind: "entries", id, register: "title", value: { v } },
];
const textOf = (records: Records, id: string) => wordsOf(records.item("texts", id));

function visit() {
  const time = new TestTime();
  const devices = new JournalDevices(time);
  const [laptop, phone] = ["laptop", "phone"].map((name) => new TestBrowser(time, name));
  /** Time passes until it is done. */
  const soon = async <Done>(work: Promise<Done>): Promise<Done> => {
    await passUntil(time, work, 100);
    return work;
  };
  const open = async (browser: TestBrowser): Promise<JournalTab> => {
    const tab = await soon(devices.open(browser));
    await time.pass(30_000);
    return tab;
  };
  const reads = async (work: () => Promise<unknown>) => {
    const { counts } = devices.server;
    const before = counts.reads;
    await work();
    return counts.reads - before;
  };
  return { time, devices, laptop: laptop!, phone: phone!, soon, open, reads };
}

async function eachIn(records: Records): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for await (const { id, item } of records.each("texts")) all[id] = wordsOf(item).join(" / ");
  return all;
}

test("a text is in memory while somebody holds it, and until what was written is acknowledged", async () => {
  const { time, laptop, soon, open } = visit();
  const { records } = await open(laptop);
  await soon(records.change(entry("a", "Tea")));
  expect(textOf(records, "a")).toEqual(["Tea"]);
  await time.pass(60_000);
  expect(records.all("texts").size).toBe(0);
  const [one, other] = [await records.hold("texts", "a"), await records.hold("texts", "a")];
  expect(textOf(records, "a")).toEqual(["Tea"]);
  one();
  one();
  await time.pass(60_000);
  expect(textOf(records, "a")).toEqual(["Tea"]);
  other();
  expect(records.all("texts").size).toBe(0);
  expect(records.item("entries", "a")).toBeDefined();
});

test("what another device writes is told of, held or not, and shown where it is held", async () => {
  const { time, laptop, phone, soon, open } = visit();
  const [here, there] = [await open(laptop), await open(phone)];
  await soon(there.records.change([...entry("a", "Tea"), ...entry("b", "Milk")]));
  await time.pass(60_000);
  const letGo = await soon(here.records.hold("texts", "a"));
  const told = new Set<string>();
  here.records.subscribe((changed) => changed.forEach((key) => told.add(key)));
  await soon(there.records.change([...rewrite("a", "Coffee"), ...rewrite("b", "Water")]));
  await time.pass(30_000);
  expect([...told].toSorted()).toEqual(expect.arrayContaining(["texts/a", "texts/b"]));
  expect(textOf(here.records, "a")).toEqual(["Coffee"]);
  expect(await eachIn(here.records)).toEqual({ a: "Coffee", b: "Water" });
  letGo();
});

test("a new device lists the entries before it has their texts, and reads one of them that somebody opens", async () => {
  const { time, devices, laptop, phone, soon, open, reads } = visit();
  const { records } = await open(laptop);
  await soon(
    records.change(Array.from({ length: 120 }, (_, at) => entry(`e${at}`, `Text ${at}`)).flat()),
  );
  await time.pass(longMs);
  const opened = await soon(devices.open(phone, slow));
  while (opened.records.status() !== "ready") await time.pass(10);
  expect(opened.records.status()).toBe("ready");
  expect(opened.records.all("entries").size).toBe(120);
  expect(await eachIn(opened.records)).toEqual({});
  const letGo = await soon(opened.records.hold("texts", "e7"));
  expect(textOf(opened.records, "e7")).toEqual(["Text 7"]);
  letGo();
  await time.pass(60_000);
  expect(opened.records.progress()).toBeUndefined();
  expect(Object.keys(await eachIn(opened.records))).toHaveLength(120);
  expect(opened.records.all("texts").size).toBe(0);

  // Opened again, it has all that it needs.
  opened.kill();
  phone.goOnline(false);
  const again = await soon(devices.open(phone));
  expect(again.records.all("entries").size).toBe(120);
  await soon(again.records.hold("texts", "e8"));
  expect(textOf(again.records, "e8")).toEqual(["Text 8"]);
  phone.goOnline(true);
  expect(await reads(() => time.pass(200_000))).toBeLessThan(20);
});

test("a first reading that was cut off goes on, and reads nothing twice", async () => {
  const { time, devices, laptop, phone, soon, open, reads } = visit();
  const { records } = await open(laptop);
  await soon(
    records.change(Array.from({ length: 190 }, (_, at) => entry(`e${at}`, `Text ${at}`)).flat()),
  );
  await time.pass(longMs);
  const first = await soon(devices.open(phone, slow));
  while (first.records.progress()?.part !== "lazy") await time.pass(10);
  expect(first.records.progress()).toMatchObject({ of: 190 });
  first.kill();
  const second = await soon(devices.open(phone));
  // An index of all 190, and at most 140 of their texts.
  expect(await reads(() => time.pass(60_000))).toBeLessThan(190 + 145 + 20);
  expect(Object.keys(await eachIn(second.records))).toHaveLength(190);
});

test("the list of a first reading is kept now and then, not with each page", async () => {
  const { time, devices, laptop, phone, soon, open } = visit();
  const { records } = await open(laptop);
  const ids = Array.from({ length: 1200 }, (_, at) => `e${at}`);
  await soon(records.change(ids.flatMap((id) => entry(id).slice(0, 1))));
  await time.pass(longMs);
  devices.packsWritten = 0;
  const opened = await soon(devices.open(phone, { lag: () => 2500 }));
  while (opened.records.status() !== "ready") await time.pass(10);
  await time.pass(10_000);
  expect(opened.records.all("entries").size).toBe(1200);
  // Four pages, in two seconds and a half.
  expect(devices.packsWritten).toBeLessThanOrEqual(2 * 64);
});

test.for([
  [500, false],
  [1300, false],
  [1900, false],
  [1300, true],
  [1900, true],
] as const)(
  "a tab that is closed %i ms after it was opened, while it catches up, leaves nothing out for ever (own changes: %s)",
  async ([closedAfter, hasOwn]) => {
    const { time, devices, laptop, phone, soon, open } = visit();
    const { records } = await open(laptop);
    await soon(records.change(entry("first", "Tea")));
    await time.pass(60_000);
    const before = await open(phone);
    await time.pass(120_000);
    if (hasOwn) {
      phone.goOnline(false);
      await soon(before.records.change(entry("own", "On the way")));
      await time.pass(20_000);
    }
    before.kill();
    phone.goOnline(true);
    for (let at = 0; at < 20; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await soon(records.change(entry(`e${at}`, `Text ${at}`)));
      // oxlint-disable-next-line no-await-in-loop
      await time.pass(120_000);
    }
    const short = await soon(devices.open(phone, { lag: () => 2500 }));
    await time.pass(closedAfter);
    short.kill();
    await time.pass(5000);
    const again = await open(phone);
    await time.pass(60_000);
    expect(again.records.all("entries").size).toBe(hasOwn ? 22 : 21);
    expect(Object.keys(await eachIn(again.records))).toHaveLength(hasOwn ? 22 : 21);
  },
);

test("a text that was deleted for good is gone, also for who asks for it at that moment", async () => {
  const { time, devices, laptop, soon, open } = visit();
  const { records } = await open(laptop);
  await soon(records.change([...entry("a", "Private words"), ...entry("b", "Tea")]));
  await time.pass(60_000);
  const gone = { register: "gone", value: { v: true } };
  const both = ["entries", "texts"].map((kind) => ({ kind, id: "a" }));
  await soon(records.change(both.map((one) => ({ ...one, ...gone }))));
  await time.pass(30_000);
  expect(await soon(records.purge(both))).toBe(2);
  expect(await eachIn(records)).toEqual({ b: "Tea" });
  const letGo = await soon(records.hold("texts", "a"));
  expect(records.item("texts", "a")).toBeUndefined();
  await time.pass(2000);
  letGo();
  await time.pass(60_000);
  expect(await devices.kept(laptop)).not.toContain("Private words");
  expect(await eachIn(records)).toEqual({ b: "Tea" });
});

test("a text of which this browser has only what cannot be read comes from the server", async () => {
  const { time, devices, laptop, soon, open } = visit();
  const { records, kill } = await open(laptop);
  await soon(records.change([...entry("a", "Tea"), ...entry("b", "Milk")]));
  await time.pass(longMs);
  kill();
  await devices.damageRows(laptop);
  const again = await open(laptop);
  const letGo = await soon(again.records.hold("texts", "a"));
  expect(textOf(again.records, "a")).toEqual(["Tea"]);
  letGo();
  await time.pass(60_000);
  expect(await eachIn(again.records)).toEqual({ a: "Tea" });
  again.kill();
  // The others are found missing.
  const third = await open(laptop);
  await time.pass(60_000);
  expect(await eachIn(third.records)).toEqual({ a: "Tea", b: "Milk" });
});

test("without a connection a text that is not here yet cannot be held, and one that is can", async () => {
  const { time, devices, laptop, phone, soon, open } = visit();
  const { records } = await open(laptop);
  await soon(
    records.change(Array.from({ length: 120 }, (_, at) => entry(`e${at}`, "Text")).flat()),
  );
  await time.pass(longMs);
  const opened = await soon(devices.open(phone, slow));
  while (opened.records.status() !== "ready") await time.pass(10);
  phone.goOnline(false);
  await expect(soon(opened.records.hold("texts", "e119"))).rejects.toThrow(NoAnswerError);
  await soon(opened.records.change(entry("new", "Mine")));
  const letGo = await opened.records.hold("texts", "new");
  expect(textOf(opened.records, "new")).toEqual(["Mine"]);
  letGo();
});

test("paragraphs that two devices write in a week without each other become one text, without a note", async () => {
  const { time, laptop, phone, soon, open } = visit();
  const [here, there] = [await open(laptop), await open(phone)];
  await soon(here.records.change(entry("a", "One", "Two", "Three")));
  await time.pass(60_000);
  phone.goOnline(false);
  const ends = await soon(
    Promise.all([here, there].map(({ records }) => records.hold("texts", "a"))),
  );
  await soon(there.records.change(rewrite("a", "One", "Two", "Three from the phone")));
  await soon(here.records.change(rewrite("a", "One from the desk", "Two", "Three")));
  await time.pass(7 * 86_400_000);
  phone.goOnline(true);
  await time.pass(600_000);
  const both = ["One from the desk", "Two", "Three from the phone"];
  for (const { records } of [here, there]) {
    expect(textOf(records, "a")).toEqual(both);
    expect(records.all("lost").size).toBe(0);
  }
  for (const end of ends) end();
});

test("who changes a text that nobody holds changes it as it is, not as if there was none", async () => {
  const { time, laptop, soon, open } = visit();
  const { records } = await open(laptop);
  await soon(records.change(entry("a", "Tea")));
  await time.pass(60_000);
  await soon(records.change([{ kind: "texts", id: "a", register: "gone", value: { v: true } }]));
  await soon(records.change(rewrite("a", "Milk")));
  await time.pass(60_000);
  expect(await eachIn(records)).toEqual({ a: "Milk" });
  expect(records.all("lost").size).toBe(0);
});

test("a text that was deleted for good while a change of it waited comes back whole", async () => {
  const { time, laptop, phone, soon, open } = visit();
  const [here, there] = [await open(laptop), await open(phone)];
  await soon(here.records.change(entry("a", "Tea")));
  await time.pass(60_000);
  phone.goOnline(false);
  const letGo = await soon(there.records.hold("texts", "a"));
  await soon(there.records.change(rewrite("a", "Tea", "and cake")));
  letGo();
  const gone = (kind: string): Change => ({ kind, id: "a", register: "gone", value: { v: true } });
  await soon(here.records.change([gone("entries"), gone("texts")]));
  const items = ["entries", "texts"].map((kind) => ({ kind, id: "a" }));
  expect(await soon(here.records.purge(items))).toBe(2);
  await time.pass(60_000);
  expect(await eachIn(here.records)).toEqual({});
  phone.goOnline(true);
  await time.pass(600_000);
  expect(await eachIn(here.records)).toEqual({ a: "Tea / and cake" });
});

test("revisions are read only when somebody asks for one, and deleted without being in the trash", async () => {
  const { time, laptop, phone, soon, open } = visit();
  const { records } = await open(laptop);
  const revision: Change[] = [
    {
      kind: "revs",
      id: "a-5",
      register: "of",
      value: { entry: "a", device: "Laptop" },
      isNew: true,
    },
    { kind: "revs", id: "a-5", register: "doc", value: { v: docOf("Before") }, isNew: true },
  ];
  await soon(records.change([...entry("a", "Tea"), ...revision]));
  await time.pass(60_000);
  const there = await open(phone);
  expect(there.records.item("revs", "a-5")).toBeUndefined();
  const letGo = await soon(there.records.hold("revs", "a-5"));
  expect(wordsOf(there.records.item("revs", "a-5"))).toEqual(["Before"]);
  letGo();
  expect(await soon(there.records.purge([{ kind: "revs", id: "a-5" }]))).toBe(1);
  await time.pass(60_000);
  await soon(there.records.hold("revs", "a-5"));
  expect(there.records.item("revs", "a-5")).toBeUndefined();
});

test("a server that went back to a copy gets all that this browser had from it, once", async () => {
  const { time, devices, laptop, phone, soon, open } = visit();
  const { server } = devices;
  const { records, kill } = await open(laptop);
  await soon(records.change([...entry("old", "Old"), ...entry("same", "Same")]));
  await time.pass(60_000);
  const backup = new Map(server.documents);
  await time.pass(86_400_000);
  const letGo = await soon(records.hold("texts", "old"));
  await soon(records.change([...rewrite("old", "Old", "and new"), ...entry("new", "New")]));
  await time.pass(60_000);
  letGo();
  kill();
  server.restore(backup);
  const { commits } = server.counts;
  const again = await open(laptop);
  await time.pass(60_000);
  const all = { old: "Old / and new", same: "Same", new: "New" };
  expect(await eachIn(again.records)).toEqual(all);
  expect(server.counts.commits).toBeGreaterThan(commits);
  const other = await open(phone);
  await time.pass(60_000);
  expect(await eachIn(other.records)).toEqual(all);
  expect(other.records.all("lost").size).toBe(0);

  const healed = server.counts.commits;
  again.kill();
  other.kill();
  await time.pass(monthMs);
  await open(laptop);
  await time.pass(60_000);
  expect(server.counts.commits).toBe(healed);
});

test("what a server that went back has lost is sent again, also when the tab is closed meanwhile", async () => {
  const { time, devices, laptop, soon, open } = visit();
  const { server } = devices;
  const { records, kill } = await open(laptop);
  await soon(records.change(entry("old", "Old")));
  await time.pass(60_000);
  const backup = new Map(server.documents);
  await time.pass(86_400_000);
  const ids = Array.from({ length: 30 }, (_, at) => `e${at}`);
  await soon(records.change(ids.flatMap((id) => entry(id, id))));
  await time.pass(60_000);
  kill();
  server.restore(backup);
  const short = await soon(devices.open(laptop, { lag: () => 2500 }));
  while (short.records.progress()?.part !== "lazy") await time.pass(10);
  short.kill();
  const again = await open(laptop);
  await time.pass(60_000);
  expect(server.below(`${header}/journalTexts`)).toHaveLength(31);
  expect(Object.keys(await eachIn(again.records))).toHaveLength(31);
});

test("what a server that went back has lost is sent again, also beside what somebody writes at that moment", async () => {
  const { time, devices, laptop, soon, open } = visit();
  const { server } = devices;
  const { records, kill } = await open(laptop);
  await soon(records.change(entry("old", "Old")));
  await time.pass(60_000);
  const backup = new Map(server.documents);
  await time.pass(86_400_000);
  await soon(records.change([...entry("one", "One"), ...entry("two", "Two")]));
  await time.pass(60_000);
  kill();
  server.restore(backup);
  const again = await soon(devices.open(laptop));
  await time.pass(1000);
  await soon(again.records.change(entry("new", "New")));
  await time.pass(60_000);
  expect(server.below(`${header}/journalTexts`)).toHaveLength(4);
  expect(server.below(`${header}/journalRecords`)).toHaveLength(4);
});

test("a server that went back is found out, also where another device has sent again what it had", async () => {
  const { time, devices, laptop, phone, soon, open } = visit();
  const { server } = devices;
  const [here, there] = [await open(laptop), await open(phone)];
  await soon(here.records.change(entry("old", "Old")));
  await time.pass(60_000);
  const backup = new Map(server.documents);
  const ids = ["a", "b", "c", "d"];
  await soon(there.records.change(ids.flatMap((id) => entry(id, "Seen by both"))));
  await time.pass(60_000);
  phone.goOnline(false);
  await soon(here.records.change(entry("mine", "Only here")));
  await time.pass(60_000);
  here.kill();
  server.restore(backup);
  there.kill();
  phone.goOnline(true);
  await open(phone);
  await time.pass(60_000);
  await open(laptop);
  await time.pass(60_000);
  expect(server.below(`${header}/journalTexts`)).toHaveLength(6);
});

test("what was deleted for good and came back stays, where the server has only the deletion again", async () => {
  const { time, devices, laptop, phone, soon, open } = visit();
  const { server } = devices;
  const [here, there] = [await open(laptop), await open(phone)];
  await soon(here.records.change(entry("a", "Tea")));
  await time.pass(60_000);
  phone.goOnline(false);
  const letGo = await soon(there.records.hold("texts", "a"));
  await soon(there.records.change([...rewrite("a", "Tea", "and cake"), ...titled("a", "Cake")]));
  letGo();
  const gone = (kind: string): Change => ({ kind, id: "a", register: "gone", value: { v: true } });
  await soon(here.records.change([gone("entries"), gone("texts")]));
  const items = ["entries", "texts"].map((kind) => ({ kind, id: "a" }));
  expect(await soon(here.records.purge(items))).toBe(2);
  await time.pass(60_000);
  const backup = new Map(server.documents);
  phone.goOnline(true);
  await time.pass(600_000);
  there.kill();
  here.kill();
  server.restore(backup);
  const again = await open(phone);
  await time.pass(60_000);
  expect(await eachIn(again.records)).toEqual({ a: "Tea / and cake" });
  expect(again.records.item("entries", "a")).toBeDefined();
  const other = await open(laptop);
  await time.pass(60_000);
  expect(await eachIn(other.records)).toEqual({ a: "Tea / and cake" });
});

test("what the server has and nobody can read is not taken for missing", async () => {
  const { time, devices, laptop, phone, soon, open, reads } = visit();
  const { server, codecs } = devices;
  const { records, kill } = await open(laptop);
  await soon(records.change(["a", "b"].flatMap((id) => entry(id, id))));
  await time.pass(longMs);
  const names = await Promise.all(
    ["entries", "texts"].map((kind) => codecs.documents.name(kind, "a")),
  );
  for (const { doc, c } of server.documents.values()) if (names.includes(doc)) c?.fill(0);
  expect(await soon(records.purge([{ kind: "entries", id: "a" }]))).toBe(0);
  expect(records.item("entries", "a")).toBeDefined();
  kill();
  await time.pass(longMs);
  // A list of all would be four more.
  expect(await reads(() => open(laptop))).toBeLessThan(6);
  const other = await open(phone);
  await expect(soon(other.records.hold("texts", "a"))).rejects.toThrow("cannot be read");
});

test("a tab that has read nothing yet shows what another one has written meanwhile", async () => {
  const { time, devices, laptop, soon, open } = visit();
  let isLost = true;
  const first = await soon(devices.open(laptop, { fault: () => (isLost ? "before" : undefined) }));
  const letGo = await soon(first.records.hold("texts", "none").catch(() => () => undefined));
  await soon(first.records.change(entry("a", "Tea")));
  const holding = await soon(first.records.hold("texts", "a"));
  await time.pass(2500);
  isLost = false;
  await time.pass(1000);
  isLost = true;
  const other = await open(laptop);
  const held = await soon(other.records.hold("texts", "a"));
  await soon(other.records.change(rewrite("a", "Tea", "and cake")));
  await time.pass(longMs);
  await soon(other.records.change(entry("later", "Milk")));
  await time.pass(30_000);
  isLost = false;
  await time.pass(120_000);
  expect(textOf(first.records, "a")).toEqual(["Tea", "and cake"]);
  for (const end of [letGo, holding, held]) end();
});

test("a list that has to be read anew leaves no text out, also where this device's clock is wrong", async () => {
  const { time, devices, laptop, phone, soon, open } = visit();
  devices.setClock(laptop, -8 * 3_600_000);
  const there = await open(phone);
  await soon(there.records.change(entry("a", "Tea")));
  let isLost = true;
  const first = await soon(devices.open(laptop, { fault: () => (isLost ? "before" : undefined) }));
  const second = await open(laptop);
  // Of a tab that has not read the list.
  await soon(first.records.change(entry("b", "Milk")));
  second.kill();
  isLost = false;
  await time.pass(3500);
  first.kill();
  await soon(there.records.hold("texts", "a"));
  await soon(there.records.change(rewrite("a", "Tea", "and cake")));
  await time.pass(longMs);
  await soon(there.records.change(entry("later", "Water")));
  await time.pass(longMs);
  const again = await open(laptop);
  await time.pass(60_000);
  expect(await eachIn(again.records)).toMatchObject({ a: "Tea / and cake", later: "Water" });
});

test("a document that the server lost long ago is found missing when all is compared", async () => {
  const { time, devices, laptop, soon, open } = visit();
  const { server } = devices;
  const { records, kill } = await open(laptop);
  await soon(records.change([...entry("a", "One"), ...entry("b", "Two")]));
  await time.pass(60_000);
  kill();
  await time.pass(86_400_000);
  for (const [path, { doc }] of server.documents) {
    if (path !== header && doc === (await devices.codecs.documents.name("texts", "a"))) {
      server.documents.delete(path);
    }
  }
  await time.pass(monthMs);
  const again = await open(laptop);
  await time.pass(120_000);
  expect(server.below(`${header}/journalTexts`)).toHaveLength(2);
  expect(await eachIn(again.records)).toEqual({ a: "One", b: "Two" });
});
