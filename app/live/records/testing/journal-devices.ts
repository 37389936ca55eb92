/** Tabs of several browsers with the same private journal, on one server, with a time of their own. */
import { journalLazy, journalRecords } from "../../journals/journal-records.ts";
import { createJournalSource } from "../../journals/journal-source.ts";
import type { JournalDocuments } from "../../journals/record-documents.ts";
import { openOutboxOf } from "../../outbox/outbox-of.ts";
import type { Outbox } from "../../outbox/outbox.ts";
import { sealBy } from "../../outbox/sealed-store.ts";
import type { TestBrowser, TestTime } from "../../outbox/testing/browser.ts";
import { lazyKinds } from "../lazy-kinds.ts";
import { type PackRows, createMemoryRows } from "../pack-rows.ts";
import { createPackedStore } from "../packed-store.ts";
import { createRecords } from "../records-of.ts";
import { sendRecords } from "../records-sender.ts";
import type { Records, RecordsConfig } from "../records.ts";
import type { RecordsSource } from "../records-source.ts";
import { type DocumentFaults, DocumentsServer } from "./documents-server.ts";
import { NodeCodecs } from "./node-codecs.ts";

// Else loaded when something is read or sent, for which a time of its own would not wait.
await Promise.all([
  import("#lib/journal/judge-writes.ts"),
  import("../../journals/journal-pages.ts"),
  import("../purge-items.ts"),
]);

const uid = "ann";
const journal = "sabcdefghij0123456789";
export const header = `users/${uid}/journals/${journal}`;
const tool = `journals/${journal}`;

/** `2027-01-15`, as the server's clock has it when the time begins. */
const began = 1_800_000_000_000;

export type JournalTab = {
  records: Records;
  outbox: Outbox;
  browser: TestBrowser;
  kill: () => void;
  /** Nothing of it can be read in this tab, until `unlock`. */
  lock: () => Promise<void>;
  unlock: () => Promise<void>;
};

type Faults = Omit<DocumentFaults, "delay"> & { lag?: () => number };

export class JournalDevices {
  readonly server: DocumentsServer;
  readonly codecs = new NodeCodecs();
  /** Packs that browsers have written. */
  packsWritten = 0;
  readonly #rows = new Map<TestBrowser, PackRows>();
  /** How far a browser's clock is ahead, milliseconds. */
  readonly #ahead = new Map<TestBrowser, number>();

  constructor(time: { now: number }) {
    this.server = new DocumentsServer(() => began + time.now);
    this.server.put(header, { lock: "{}" });
  }

  setClock(browser: TestBrowser, ahead: number): void {
    this.#ahead.set(browser, ahead);
  }

  /** What this browser keeps of what the server has, as JSON. */
  async kept(browser: TestBrowser): Promise<string> {
    const store = this.#storeOf(browser, () => false);
    const kept: unknown[] = [await store.read()];
    for await (const some of store.lazy?.each() ?? []) kept.push(some);
    return JSON.stringify(kept);
  }

  /** All bytes that lie in this browser. */
  async bytes(browser: TestBrowser): Promise<Uint8Array[]> {
    const rows = this.#rowsOf(browser);
    const { packs } = await rows.find({});
    return [...packs, ...(await rows.rowsAfter("", 100_000))].map(({ bytes }) => bytes);
  }

  /** What it keeps of texts cannot be opened any more. */
  async damageRows(browser: TestBrowser): Promise<void> {
    for (const { bytes } of await this.#rowsOf(browser).rowsAfter("", 100_000)) bytes.fill(0);
  }

  /** @param on that happens to it */
  async open(browser: TestBrowser, on: Faults = {}): Promise<JournalTab> {
    const opened = browser.tab(uid);
    const outbox = await openOutboxOf(opened.parts);
    const tab = { outbox, browser, kill: opened.kill } as JournalTab;
    let stop = () => {};
    let seal = async () => {};
    tab.unlock = async () => {
      seal = await sealBy(outbox, tool, this.codecs.outbox);
      const room = this.#roomOf(browser, opened, on);
      const sender = sendRecords(outbox, room);
      stop = sender.stop;
      tab.records = await createRecords({ ...room, outbox, attach: sender.attach });
    };
    tab.lock = async () => {
      tab.records.close();
      stop();
      await seal();
    };
    await tab.unlock();
    return tab;
  }

  #roomOf(browser: TestBrowser, tab: ReturnType<TestBrowser["tab"]>, on: Faults) {
    const { server, codecs } = this;
    const { parts, isKilled } = tab;
    const now = () => server.now() + (this.#ahead.get(browser) ?? 0);
    const lag = on.lag ?? (() => 0);
    const client = server.client({
      fault: () => (browser.isOnline ? on.fault?.() : "before"),
      delay: () => new Promise((done) => void parts.after(lag() / 5, done)),
    });
    const documents: JournalDocuments = {
      read: (paths) => alive(isKilled, () => client.read(paths)),
      list: (page) => alive(isKilled, () => client.list(page)),
      count: (parent) => alive(isKilled, () => client.count(parent)),
      commit: (writes, same) => alive(isKilled, () => client.commit(writes, same)),
    };
    const source: RecordsSource = createJournalSource({
      uid,
      journal,
      codec: codecs.documents,
      documents,
      ping: {
        tell: () => undefined,
        follow: (heard) =>
          server.onWritten(() => {
            const at = server.now();
            if (browser.isOnline) parts.after(lag(), () => heard(at));
          }),
      },
      faulty: (names) => browser.logged.push(`unreadable: ${names.join(" ")}`),
      clock: () => browser.time.now,
      wakes: [parts.onOnline],
      after: parts.after,
      followOffset(hear) {
        const tell = () => hear(server.now() - now());
        tell();
        return parts.onOnline(tell);
      },
    });
    return {
      config: journalConfig,
      http: { ...source.http, keys: async () => new Set<string>() },
      follow: source.follow,
      pages: source.pages,
      store: this.#storeOf(browser, isKilled),
      tell: async () => true,
      now,
      after: parts.after,
      onOnline: parts.onOnline,
      frame: (call: () => void) => void parts.after(16, call),
      log: (what: string) => void browser.logged.push(what),
    };
  }

  #rowsOf(browser: TestBrowser): PackRows {
    const rows = this.#rows.get(browser) ?? createMemoryRows();
    this.#rows.set(browser, rows);
    return rows;
  }

  #storeOf(browser: TestBrowser, isKilled: () => boolean) {
    const rows = this.#rowsOf(browser);
    const living: PackRows = {
      find: (asked) => alive(isKilled, () => rows.find(asked)),
      write: (batch) =>
        alive(isKilled, () => {
          this.packsWritten += batch.packs.length;
          return rows.write(structuredClone(batch));
        }),
      rowsAfter: (name, count) => alive(isKilled, () => rows.rowsAfter(name, count)),
      drop: () => alive(isKilled, () => rows.drop()),
      close: () => undefined,
    };
    return createPackedStore({ codec: this.codecs.packs, lazy: journalLazy.kinds, rows: living });
  }
}

const journalConfig: RecordsConfig = { ...journalRecords, tool, lazy: lazyKinds(journalLazy) };

/** Time passes until it is done, but no longer than that. */
export async function passUntil(
  time: TestTime,
  work: Promise<unknown>,
  stepMs: number,
  mostMs = Infinity,
): Promise<void> {
  const done = work.then(
    () => true,
    () => true,
  );
  for (const end = time.now + mostMs; time.now < end;) {
    const passing = time.pass(stepMs).then(() => false);
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    if (await Promise.race([done, passing])) return passing.then(() => undefined);
  }
}

/** Nothing comes back to a killed tab. */
async function alive<Result>(
  isKilled: () => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isKilled()) {
    const result = await work();
    if (!isKilled()) return result;
  }
  return new Promise(() => undefined);
}
