/** Tabs of several browsers with the same records, on one server, with a time of their own. */
import type { TestBrowser } from "../../outbox/testing/browser.ts";
import type { Outbox } from "../../outbox/outbox.ts";
import { openOutboxOf } from "../../outbox/outbox-of.ts";
import { type BaseStore, createMemoryBaseStore } from "../base-store.ts";
import { createRecords } from "../records-of.ts";
import type { Follow, Hear } from "../records-parts.ts";
import { sendRecords } from "../records-sender.ts";
import type { Records, RecordsConfig } from "../records.ts";
import type { RecordsServer } from "./records-server.ts";

export type OpenTab = {
  records: Records;
  outbox: Outbox;
  browser: TestBrowser;
  kill: () => void;
};

type Faults = {
  fault?: () => "before" | "after" | undefined;
  /** Milliseconds until a listener hears of a write. */
  lag?: () => number;
  /** What follows of writes is not answered. */
  cannotBeTold?: () => boolean;
};

/** `2027-01-15`, as the server's clock has it when the time begins. */
const began = 1_800_000_000_000;

export class Devices {
  readonly server: RecordsServer;
  readonly uid: string;
  readonly #config: RecordsConfig;
  readonly #stores = new Map<TestBrowser, BaseStore>();
  /** How far a browser's clock is ahead, milliseconds. */
  readonly #ahead = new Map<TestBrowser, number>();

  constructor(server: RecordsServer, config: RecordsConfig, uid: string) {
    this.server = server;
    this.uid = uid;
    this.#config = config;
  }

  static serverTime(time: { now: number }): () => number {
    return () => began + time.now;
  }

  /** What this browser keeps of what the server has. */
  async kept(browser: TestBrowser): Promise<number> {
    const { items } = (await this.#stores.get(browser)?.read()) ?? { items: [] };
    return items.length;
  }

  setClock(browser: TestBrowser, ahead: number): void {
    this.#ahead.set(browser, ahead);
  }

  async open(browser: TestBrowser, on: Faults = {}): Promise<OpenTab> {
    const { server, uid } = this;
    const config = this.#config;
    const tab = browser.tab(uid);
    const outbox = await openOutboxOf(tab.parts);
    const fault = () => (browser.isOnline ? on.fault?.() : ("before" as const));
    const store = this.#storeOf(browser, tab.isKilled);
    const now = () => server.now() + (this.#ahead.get(browser) ?? 0);
    const http = server.client({ uid, fault });
    const living = {
      read: (path: string) => alive(tab.isKilled, () => http.read(path)),
      keys: (path: string) => alive(tab.isKilled, () => http.keys(path)),
      update: (root: string, values: Record<string, unknown>) =>
        alive(tab.isKilled, () => http.update(root, values)),
    };
    const tell = (path: string) =>
      alive(tab.isKilled, async () => {
        if (!browser.isOnline || on.cannotBeTold?.()) throw new Error("429");
        server.told.push(path);
        return true;
      });
    const records = await createRecords({
      config,
      outbox,
      store,
      http: living,
      follow: this.#follow(browser, tab, now, on.lag ?? (() => 0)),
      attach: sendRecords(outbox, { config, http: living, store, tell, now }).attach,
      now,
      after: tab.parts.after,
      onOnline: tab.parts.onOnline,
      frame: (call) => void tab.parts.after(16, call),
      log: (what) => browser.logged.push(what),
    });
    return { records, outbox, browser, kill: tab.kill };
  }

  #storeOf(browser: TestBrowser, isKilled: () => boolean): BaseStore {
    const store = this.#stores.get(browser) ?? createMemoryBaseStore();
    this.#stores.set(browser, store);
    return {
      drop: () => alive(isKilled, () => store.drop()),
      read: async () => structuredClone(await alive(isKilled, () => store.read())),
      find: async (keys) => structuredClone(await alive(isKilled, () => store.find(keys))),
      write(batch) {
        const told = structuredClone(batch);
        return alive(isKilled, () => store.write(told));
      },
      close: () => undefined,
    };
  }

  /** As the SDK does: what is asked for is told whole at first, and then what differs, in the server's order. */
  #follow(
    browser: TestBrowser,
    { isKilled, parts }: ReturnType<TestBrowser["tab"]>,
    now: () => number,
    lag: () => number,
  ): Follow {
    const { server, uid } = this;
    const { kinds, delta, root } = this.#config;
    return (since, hear) => {
      const seen = new Map<string, unknown>();
      let swept: number | undefined;
      let isWhole = false;
      let isOver = false;
      let isDue = false;
      const tellKind = (kind: string) => {
        const all = recordOf(server.value(`${root(uid)}/${kind}`));
        const isDelta = delta.includes(kind);
        const asked = Object.entries(all).filter(
          ([, value]) => !isDelta || Number(recordOf(value)["at"]) >= since,
        );
        tellItems(kind, new Map(asked), seen, hear);
        if (!isDelta && !isWhole) hear.whole(kind, new Set(asked.map(([id]) => id)));
      };
      const look = () => {
        isDue = false;
        if (isOver || isKilled() || !browser.isOnline) return;
        if (!server.mayRead(uid, root(uid)) || server.takeEnded(uid)) {
          isOver = true;
          const denied = Object.assign(new Error("Permission denied"), {
            code: "PERMISSION_DENIED",
          });
          return kinds.forEach(() => hear.failed(denied));
        }
        hear.offset(server.now() - now());
        for (const kind of kinds) tellKind(kind);
        const at = Number(server.value(`${root(uid)}/meta/swept`) ?? 0);
        if (at !== swept) hear.swept(at);
        swept = at;
        isWhole = true;
      };
      const lookSoon = () => {
        if (isDue || isOver) return;
        isDue = true;
        browser.time.after(lag(), look);
      };
      const stop = server.onWritten(lookSoon);
      lookSoon();
      const stopOnline = parts.onOnline(lookSoon);
      return () => {
        isOver = true;
        stop();
        stopOnline();
      };
    };
  }
}

function tellItems(
  kind: string,
  asked: ReadonlyMap<string, unknown>,
  /** As it was told: what is not written stays the same object. */
  seen: Map<string, unknown>,
  hear: Hear,
): void {
  for (const key of seen.keys()) {
    const [of = "", id = ""] = key.split("/");
    if (of !== kind || asked.has(id)) continue;
    seen.delete(key);
    hear.item(kind, id, null);
  }
  for (const [id, value] of asked) {
    if (seen.get(`${kind}/${id}`) === value) continue;
    seen.set(`${kind}/${id}`, value);
    hear.item(kind, id, structuredClone(value));
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

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
