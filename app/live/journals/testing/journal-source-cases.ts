/** What the source of a journal does on any backend. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { JournalKeys } from "#lib/sealed/keys.ts";
import { keysOf, newDataKey } from "#lib/sealed/keys.ts";
import { journalShape } from "#lib/journal/shape.ts";
import { type Item, type Op, readItem } from "#lib/records/register.ts";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { NoAnswerError, OutboxRefusal } from "../../outbox/outbox.ts";
import { type LiveSite, enter } from "../../records/testing/live-site.ts";
import { sendOps } from "../../records/send-records.ts";
import type { Hear } from "../../records/records-parts.ts";
import type { Page, RecordsSource } from "../../records/records-source.ts";
import { commitHeaders, headerFields, headerPath, readHeader, writeHeader } from "../headers.ts";
import { journalRecords } from "../journal-records.ts";
import { codecOf } from "../sealed-parts.ts";
import { createJournalSource } from "../journal-source.ts";
import { type JournalDocuments, createJournalDocuments } from "../record-documents.ts";

const patience = { timeout: 10_000 };
const at = { ".sv": "timestamp" };
const signal = new AbortController().signal;

type Heard = { key: string; value: unknown };

/** One device of the account: its own source of the same journal. */
type Device = {
  source: RecordsSource;
  update: (writes: Record<string, unknown>) => Promise<boolean>;
  read: (key: string) => Promise<unknown>;
  pages: (part: "kept" | "lazy", have?: Record<string, number>) => Promise<Page[]>;
  faults: string[];
  pings: number;
  /** As something of a browser wakes it. */
  wake: () => void;
};

type Following = {
  heard: Heard[];
  current: Set<string>;
  failed: unknown[];
  looked: number[];
  end: () => void;
};

export function testJournalSource(openSite: () => Promise<LiveSite>): void {
  let site: LiveSite;
  let uid: string;
  let journal: string;
  let keys: JournalKeys | undefined;
  let t = Date.now() * 1000;

  beforeAll(async () => {
    site = await openSite();
    uid = await enter();
  }, 30_000);

  afterAll(async () => {
    await site[Symbol.asyncDispose]();
  });

  async function newJournal(kind: "plain" | "sealed"): Promise<void> {
    journal = newJournalId(kind);
    keys = kind === "sealed" ? await keysOf(newDataKey(), { uid, journal }) : undefined;
    const fields = headerFields({ lock: keys ? "{}" : null });
    await commitHeaders(uid, [
      { path: headerPath(uid, journal), updateTime: undefined, rev: 1, fields },
    ]);
  }

  beforeEach(() => newJournal("sealed"));

  function openDevice(documents: JournalDocuments = createJournalDocuments(uid)): Device {
    const wakes = new Set<() => void>();
    const device: Device = {
      source: createJournalSource({
        uid,
        journal,
        codec: codecOf(journal, keys),
        documents,
        ping: { tell: () => void (device.pings += 1), follow: () => () => undefined },
        faulty: (documents) => device.faults.push(...documents),
        clock: () => performance.now(),
        wakes: [
          (wake) => {
            wakes.add(wake);
            return () => wakes.delete(wake);
          },
        ],
        after: () => () => undefined,
        followOffset: () => () => undefined,
      }),
      update: async (writes) => (await device.source.http.update("", writes, signal)) !== false,
      read: (key) => device.source.http.read(`/${key}`, signal),
      async pages(part, have = {}) {
        const pages: Page[] = [];
        const all = device.source.pages(part, new Map(Object.entries(have)), signal);
        for await (const page of all) pages.push(page);
        return pages;
      },
      faults: [],
      pings: 0,
      wake() {
        for (const wake of wakes) wake();
      },
    };
    return device;
  }

  function follow({ source }: Device, since = 0): Following {
    const heard: Heard[] = [];
    const current = new Set<string>();
    const failed: unknown[] = [];
    const looked: number[] = [];
    const hear: Hear = {
      item: (kind, id, value) => void heard.push({ key: `${kind}/${id}`, value }),
      whole: () => undefined,
      current: (kind) => void current.add(kind),
      swept: () => undefined,
      offset: () => undefined,
      looked: (time) => void looked.push(time),
      failed: (error) => void failed.push(error),
    };
    return { heard, current, failed, looked, end: source.follow(since, hear) };
  }

  const stamp = () => (t += 1);
  const when = () => ({ v: "2026-12-01T21:40", zone: "", t: stamp(), p: 0 });
  const text = (v: string, p = 0) => ({ v, t: stamp(), p });
  const entry = (id: string, title: string) => ({
    [`entries/${id}/at`]: at,
    [`entries/${id}/when`]: when(),
    [`entries/${id}/title`]: text(title),
    [`texts/${id}/at`]: at,
    [`texts/${id}/doc`]: text(`{"of":"${title}"}`),
  });
  const documentsIn = async (part: string) =>
    createJournalDocuments(uid).list({ parent: `${headerPath(uid, journal)}/${part}`, limit: 300 });

  test.each(["plain", "sealed"] as const)(
    "of a %s journal: what one device writes, another reads, by item, by page and as it changes",
    async (kind) => {
      await newJournal(kind);
      const [laptop, phone] = [openDevice(), openDevice()];
      expect(await laptop.read("entries/a")).toBeNull();
      const following = follow(phone);
      await vi.waitFor(() => expect(following.current.size).toBe(9), patience);
      expect(await laptop.update(entry("a", "Sea"))).toBe(true);
      expect(laptop.pings).toBe(1);
      expect(await phone.read("entries/a")).toMatchObject({ title: { v: "Sea" } });
      phone.wake();
      await vi.waitFor(() => expect(following.heard).toHaveLength(2), patience);
      const read = await phone.read("texts/a");
      expect(following.heard).toEqual([
        { key: "texts/a", value: read },
        { key: "entries/a", value: expect.objectContaining({ title: expect.anything() }) },
      ]);
      following.end();
      const [page] = await phone.pages("kept");
      expect(page).toMatchObject({ of: 1, items: [{ kind: "entries", id: "a" }] });
      const [texts] = await phone.pages("lazy");
      expect(texts).toMatchObject({ of: 1, items: [{ kind: "texts", id: "a", value: read }] });
      expect([...laptop.faults, ...phone.faults]).toEqual([]);
    },
  );

  test("at the server nothing of a private journal can be read, and of a plain one all", async () => {
    await openDevice().update(entry("seaside", "Diary of the sea"));
    const sealed = [await documentsIn("journalRecords"), await documentsIn("journalTexts")].flat();
    expect(sealed).toHaveLength(2);
    for (const document of sealed) {
      expect(Object.keys(document).toSorted()).toEqual([
        "at",
        "c",
        "doc",
        "rev",
        "texts",
        "time",
        "updateTime",
      ]);
      expect(Buffer.from(document.c!).toString("latin1")).not.toMatch(/sea|entries|title/i);
      expect(document.doc).toMatch(/^[\w-]{22}$/);
    }
    await newJournal("plain");
    await openDevice().update(entry("seaside", "Diary of the sea"));
    const [plain] = await documentsIn("journalRecords");
    expect(plain?.doc).toBe("entries~seaside");
    expect(plain?.d).toContain("Diary of the sea");
  });

  test("who has not seen what is stored is refused, all of it, and reads it at once", async () => {
    const [laptop, phone] = [openDevice(), openDevice()];
    const first = entry("a", "Sea");
    await laptop.update(first);
    const seen = first["entries/a/title"] as { t: number };
    expect(
      await phone.update({ "entries/a/title": text("Lake", seen.t), "entries/a/at": at }),
    ).toBe(true);
    const late = { ...entry("b", "Hill"), "entries/a/title": text("River", seen.t) };
    expect(await laptop.update(late)).toBe(false);
    expect(await laptop.read("entries/a")).toMatchObject({ title: { v: "Lake" } });
    expect(await laptop.read("entries/b")).toBeNull();
  });

  test("of two who write the same at the same moment one is refused, and no word is lost", async () => {
    const devices = Array.from({ length: 6 }, () => openDevice());
    await devices[0]!.update(entry("a", "Sea"));
    const before = (await devices[0]!.read("entries/a")) as { title: { t: number } };
    const taken = await Promise.all(
      devices.map(({ update }, at_) =>
        update({ "entries/a/title": text(`Sea ${at_}`, before.title.t) }),
      ),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const after = await openDevice().read("entries/a");
    expect(after).toMatchObject({ title: { v: `Sea ${taken.indexOf(true)}` } });
    const [document] = await documentsIn("journalRecords");
    expect(document?.rev).toBe(2);
  });

  test("what arrived, and whose answer was lost, is taken again and changes nothing", async () => {
    const device = openDevice();
    const writes = entry("a", "Sea");
    expect(await device.update(writes)).toBe(true);
    const before = await documentsIn("journalRecords");
    expect(await device.update(writes)).toBe(true);
    expect(await documentsIn("journalRecords")).toEqual(before);
    // The first time may have been that of another tab, which told nobody.
    expect(device.pings).toBe(2);
  });

  test("who writes hears when that was, also where nobody in the tab follows and where it had arrived before", async () => {
    const { source } = openDevice();
    const writes = entry("a", "Sea");
    const first = await source.http.update("", writes, signal);
    const again = await source.http.update("", writes, signal);
    const there = (await openDevice().read("entries/a")) as { at: number };
    const heard = { at: there.at, registers: { title: { value: { v: "Sea" } } } };
    for (const answer of [first, again]) {
      if (typeof answer === "boolean") throw new Error("It says nothing of the items.");
      expect(answer.get("entries/a")).toMatchObject(heard);
    }
  });

  test("a clock of next year is refused", async () => {
    const far = { v: "2026-12-01T21:40", zone: "", t: (Date.now() + 3e10) * 1000, p: 0 };
    expect(await openDevice().update({ "entries/a/when": far, "entries/a/at": at })).toBe(false);
  });

  test("what was deleted for good stays known as that, and comes back whole only", async () => {
    const [laptop, phone] = [openDevice(), openDevice()];
    const first = entry("a", "Sea");
    await laptop.update(first);
    await laptop.update({ "entries/a/gone": { v: true, t: stamp(), p: 0 }, "entries/a/at": at });
    const { at: seen } = (await laptop.read("entries/a")) as { at: number };
    expect(
      await laptop.update({ "entries/a": null, "meta/seen": seen - 1, "meta/swept": at }),
    ).toBe(false);
    expect(await laptop.update({ "entries/a": null, "meta/seen": seen, "meta/swept": at })).toBe(
      true,
    );
    expect(await phone.read("entries/a")).toBeNull();
    const following = follow(phone);
    await vi.waitFor(() => expect(following.current.size).toBe(9), patience);
    expect(following.heard).toContainEqual({ key: "entries/a", value: null });
    following.end();
    const pages = await phone.pages("kept", { "entries/a": seen });
    expect(pages.flatMap(({ items }) => items)).toEqual([
      { kind: "entries", id: "a", value: null, at: expect.any(Number) },
    ]);
    expect(await phone.update({ "entries/a/title": text("Lake"), "entries/a/at": at })).toBe(false);
    const again = Object.entries(entry("a", "Sea again"));
    const head = Object.fromEntries(again.filter(([path]) => path.startsWith("entries/")));
    expect(await phone.update(head)).toBe(true);
    expect((await documentsIn("journalRecords"))[0]?.rev).toBe(4);
  });

  test("where much is here, only what differs is read", async () => {
    const device = openDevice();
    await device.update({ ...entry("a", "Sea"), ...entry("b", "Hill"), ...entry("c", "Lake") });
    const all = (await device.pages("kept")).flatMap(({ items }) => items);
    const have = Object.fromEntries(
      all.map(({ kind, id, value }) => [`${kind}/${id}`, (value as { at: number }).at]),
    );
    const title = (all.find(({ id }) => id === "b")!.value as { title: { t: number } }).title;
    await device.update({ "entries/b/title": text("Mountain", title.t), "entries/b/at": at });
    delete have["entries/c"];
    const pages = await openDevice().pages("kept", have);
    const next = pages.flatMap(({ items }) => items);
    const values = new Map(next.map(({ id, value }) => [id, value]));
    expect([...values.keys()].toSorted()).toEqual(["b", "c"]);
    expect(pages.flatMap(({ same = [] }) => same)).toEqual(["entries/a"]);
    expect(values.get("b")).toMatchObject({ title: { v: "Mountain" } });
    expect(values.get("c")).toMatchObject({ title: { v: "Lake" } });
  });

  test("hundreds that came in one commit are followed and read page by page", async () => {
    const device = openDevice();
    for (const half of ["x", "y"]) {
      const ids = Array.from({ length: 180 }, (_, at_) => `${half}${at_}`);
      // oxlint-disable-next-line no-await-in-loop -- one commit after the other
      expect(await device.update(Object.assign({}, ...ids.map((id) => entry(id, id))))).toBe(true);
    }
    const kept = await device.pages("kept");
    expect(kept.map(({ items }) => items.length)).toEqual([300, 60]);
    expect(
      new Set((await device.pages("lazy")).flatMap(({ items }) => items.map(({ id }) => id))).size,
    ).toBe(360);
    const phone = openDevice();
    const following = follow(phone, Date.now() - 600_000);
    await vi.waitFor(() => expect(following.current.size).toBe(9), patience);
    expect(new Set(following.heard.map(({ key }) => key)).size).toBe(720);
    following.end();
  });

  test("what somebody at the server has changed is left out, said, and never written over", async () => {
    const device = openDevice();
    await device.update({ ...entry("a", "Sea"), ...entry("b", "Hill") });
    const documents = await documentsIn("journalRecords");
    const names = await Promise.all(
      ["a", "b"].map((id) => codecOf(journal, keys).name("entries", id)),
    );
    const other = documents.find(({ doc }) => doc === names[1])!;
    const own = documents.find(({ doc }) => doc === names[0])!;
    // The bytes of another record, rightly sealed.
    const path = `${headerPath(uid, journal)}/journalRecords/${own.doc}`;
    const swapped = { path, updateTime: own.updateTime, rev: 2, fields: { c: other.c! } };
    expect(await createJournalDocuments(uid).commit([swapped], [])).toBeDefined();
    const again = openDevice();
    const kept = (await again.pages("kept")).flatMap(({ items }) => items.map(({ id }) => id));
    expect(kept).toEqual(["b"]);
    expect(again.faults).toEqual([own.doc]);
    // Whoever has it keeps it.
    const index = await again.pages("kept", { "entries/a": 5 });
    expect(index.flatMap(({ same = [] }) => same)).toEqual(["entries/a"]);
    const writing = again.update({ "entries/a/title": text("Lake"), "entries/a/at": at });
    await expect(writing).rejects.toThrow(OutboxRefusal);
    await expect(writing).rejects.toMatchObject({ refusal: { code: "unreadable" } });
    expect((await documentsIn("journalRecords")).find(({ doc }) => doc === own.doc)?.rev).toBe(2);
    // Nor is it taken for gone.
    expect(await openDevice().read("entries/a")).toBeUndefined();
  });

  test("what can be read is taken although something beside it cannot", async () => {
    const device = openDevice();
    await device.update({ ...entry("a", "Sea"), ...entry("b", "Hill"), ...entry("c", "Lake") });
    const known = new Map<string, Item | undefined>();
    for (const id of ["a", "b", "c"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      known.set(`entries/${id}`, readItem(await device.read(`entries/${id}`)));
    }
    const name = await codecOf(journal, keys).name("entries", "b");
    const damaged = (await documentsIn("journalRecords")).find(({ doc }) => doc === name)!;
    const c = damaged.c!.map((byte, index) => (index === 40 ? byte ^ 1 : byte));
    const path = `${headerPath(uid, journal)}/journalRecords/${name}`;
    const { updateTime } = damaged;
    await createJournalDocuments(uid).commit([{ path, updateTime, rev: 2, fields: { c } }], []);
    const ops = ["a", "b", "c"].map((id): Op => ({
      kind: "entries",
      id,
      register: "star",
      value: { v: true },
      from: null,
      t: stamp(),
      p: 0,
    }));
    const sender = openDevice();
    const sent = await sendOps(
      {
        http: sender.source.http,
        root: "",
        shape: journalShape,
        base: (kind, id) => known.get(`${kind}/${id}`),
        serverNow: () => Date.now(),
        serverSeen: () => Date.now(),
      },
      ops,
      signal,
    );
    expect(sent.refused.map(({ id }) => id)).toEqual(["b"]);
    for (const id of ["a", "c"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await openDevice().read(`entries/${id}`)).toMatchObject({ star: { v: true } });
    }
  });

  test("of what two have written at both ends of a text at once, the head of the entry says all", async () => {
    const docOf = (...paragraphs: string[]) =>
      JSON.stringify({
        type: "doc",
        content: paragraphs.map((words) => ({
          type: "paragraph",
          content: [{ type: "text", text: words }],
        })),
      });
    const before = docOf("Morning", "Evening");
    const first = { ...entry("a", "Sea"), "texts/a/doc": text(before) };
    const gist = { v: "Morning Evening", words: 2, t: stamp(), p: 0 };
    await openDevice().update({ ...first, "entries/a/gist": gist });
    const doc = first["texts/a/doc"];
    const known = new Map<string, Item | undefined>();
    for (const key of ["entries/a", "texts/a"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      known.set(key, readItem(await openDevice().read(key)));
    }
    /** What a device makes of it that has seen this alone. */
    const opsOf = (after: string, words: string): Op[] => [
      {
        kind: "texts",
        id: "a",
        register: "doc",
        value: { v: after },
        from: { v: before },
        p: doc.t,
        t: stamp(),
      },
      {
        kind: "entries",
        id: "a",
        register: "gist",
        value: { v: words, words: 3 },
        from: { v: gist.v, words: 2 },
        p: gist.t,
        t: stamp(),
      },
    ];
    const devices = [
      opsOf(docOf("Early Morning", "Evening"), "Early Morning Evening"),
      opsOf(docOf("Morning", "Evening late"), "Morning Evening late"),
    ];
    for (const ops of devices) {
      const parts = {
        http: openDevice().source.http,
        root: "",
        shape: journalRecords.shape,
        base: (kind: string, id: string) => known.get(`${kind}/${id}`),
        serverNow: () => Date.now(),
        serverSeen: () => Date.now(),
      };
      // oxlint-disable-next-line no-await-in-loop -- the second one does not know of the first
      await sendOps(parts, ops, signal);
    }
    expect(await openDevice().read("entries/a")).toMatchObject({
      gist: { v: "Early Morning Evening late", words: 4 },
    });
  });

  test("a journal that moved takes nothing, tells so, and denies to be read; one that is missing is only lost", async () => {
    const device = openDevice();
    await device.update(entry("a", "Sea"));
    const following = follow(device);
    await vi.waitFor(() => expect(following.current.size).toBe(9), patience);
    await writeHeader(uid, await readHeader(uid, journal), { goneTo: newJournalId("plain") });
    const writing = device.update(entry("b", "Hill"));
    await expect(writing).rejects.toMatchObject({ refusal: { code: "journal-gone" } });
    await expect(device.pages("kept")).rejects.toMatchObject({ name: "DeniedError", status: 403 });
    device.wake();
    await vi.waitFor(() => expect(following.failed).toHaveLength(1), patience);
    following.end();
    await newJournal("plain");
    const { updateTime } = await readHeader(uid, journal);
    await createJournalDocuments(uid).commit(
      [{ path: headerPath(uid, journal), updateTime, rev: null }],
      [],
    );
    await expect(openDevice().pages("kept")).rejects.toThrow("The server has lost this journal.");
    await expect(openDevice().update(entry("a", "Sea"))).rejects.toThrow(NoAnswerError);
  });

  test("a journal that is emptied elsewhere while it is read is not taken for lost by the server", async () => {
    const device = openDevice();
    await device.update(entry("a", "Sea"));
    const pages = device.source.pages("kept", new Map([["entries/b", 5]]), signal);
    const reading = pages[Symbol.asyncIterator]();
    expect((await reading.next()).done).toBe(false);
    await writeHeader(uid, await readHeader(uid, journal), { goneTo: "-" });
    // Whoever hears the end of it sends what is missing.
    const rest = async () => {
      while (!(await reading.next()).done);
    };
    await expect(rest()).rejects.toMatchObject({ name: "DeniedError" });
  });

  test("what is written while a page is on its way is not told as it was before", async () => {
    const real = createJournalDocuments(uid);
    let listed = Promise.withResolvers<void>();
    let held: Promise<void> | undefined;
    let beforeCommit: (() => Promise<void>) | undefined;
    const device = openDevice({
      ...real,
      async list(page, stop) {
        const found = await real.list(page, stop);
        if (page.parent.endsWith("journalTexts")) return found;
        listed.resolve();
        await held;
        return found;
      },
      async commit(...commit) {
        await beforeCommit?.();
        return real.commit(...commit);
      },
    });
    const first = entry("a", "Sea");
    await device.update({ "entries/a/when": first["entries/a/when"], "entries/a/at": at });
    const following = follow(device);
    await vi.waitFor(() => expect(following.looked).toHaveLength(1), patience);
    const letGo = Promise.withResolvers<void>();
    // The list is answered before it is written, and arrives after it.
    beforeCommit = async () => {
      listed = Promise.withResolvers();
      held = letGo.promise;
      device.wake();
      await listed.promise;
    };
    following.heard.length = 0;
    await device.update({ "entries/a/star": { v: true, t: stamp(), p: 0 }, "entries/a/at": at });
    beforeCommit = undefined;
    held = undefined;
    letGo.resolve();
    device.wake();
    await vi.waitFor(() => expect(following.looked.length).toBeGreaterThan(1), patience);
    const told = following.heard.filter(({ key }) => key === "entries/a");
    expect(told.length).toBeGreaterThan(0);
    for (const { value } of told) expect(value).toMatchObject({ star: { v: true } });
    following.end();
  });

  test("the header that a write has seen must be the same when it is taken", async () => {
    const header = await readHeader(uid, journal);
    const device = openDevice();
    await writeHeader(uid, header, { lock: "{ }" });
    await expect(writeHeader(uid, header, { lock: "{}" })).rejects.toMatchObject({
      name: "JournalGoneError",
    });
    expect(await device.update(entry("a", "Sea"))).toBe(true);
    expect((await readHeader(uid, journal)).rev).toBe(2);
  });

  test("a text too large for the server is refused, and nothing of the change is there", async () => {
    const device = openDevice();
    const doc = JSON.stringify({ type: "doc", text: "漢".repeat(170_000) });
    const writes = { ...entry("a", "Sea"), "texts/a/doc": text(doc) };
    expect(await device.update(writes)).toBe(false);
    expect(await device.read("entries/a")).toBeNull();
  });

  test("without a network there is no answer, and following goes on with the next wake", async () => {
    const [laptop, phone] = [openDevice(), openDevice()];
    site.isOffline = true;
    const following = follow(phone);
    await expect(phone.update(entry("a", "Sea"))).rejects.toThrow(NoAnswerError);
    await expect(phone.pages("kept")).rejects.toThrow(NoAnswerError);
    site.isOffline = false;
    await laptop.update(entry("b", "Hill"));
    phone.wake();
    await vi.waitFor(() => expect(following.heard).toHaveLength(2), patience);
    following.end();
  });
}
