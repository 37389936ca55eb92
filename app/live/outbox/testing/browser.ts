/**
 * A browser as outboxes see it, with a time of its own: what it stores outlives its tabs, and a tab can be killed between
 * any two steps. Nothing of it waits for real time.
 */
import type { OutboxMessage, OutboxParts } from "../outbox-parts.ts";
import { type OutboxStore, createMemoryStore } from "../outbox-store.ts";

type Timer = { at: number; call: () => void };

/** Lets everything go on that waits for nothing but its turn. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class TestTime {
  now = 0;
  readonly #timers = new Set<Timer>();

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.now + ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      await settled();
      let next: Timer | undefined;
      for (const timer of this.#timers) if (!next || timer.at < next.at) next = timer;
      if (next === undefined || next.at > end) break;
      this.#timers.delete(next);
      this.now = Math.max(this.now, next.at);
      next.call();
    }
    this.now = end;
  }
}

export class TestBrowser {
  isOnline = true;
  /** What the store does besides. */
  fault: ((what: keyof OutboxStore) => void) | undefined;
  readonly time: TestTime;
  readonly logged: string[] = [];
  readonly #stores = new Map<string, OutboxStore>();
  readonly #locks = new Map<string, (() => void)[]>();
  readonly #channels = new Map<string, Set<(message: OutboxMessage) => void>>();
  readonly #online = new Set<() => void>();
  /** Of the tabs' connections to what is stored. */
  readonly #losses = new Set<() => void>();
  #ids = 0;
  readonly name: string;

  constructor(time: TestTime, name = "browser") {
    this.time = time;
    this.name = name;
  }

  goOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    if (isOnline) for (const call of this.#online) call();
  }

  /** As people do in a browser's settings. */
  async clearData(): Promise<void> {
    await Promise.all([...this.#stores.values()].map((store) => store.clear()));
    this.loseConnections();
  }

  loseConnections(): void {
    for (const lose of this.#losses) lose();
  }

  /** Killed, nothing of it comes back from whatever it waits for. */
  tab(uid: string): { parts: OutboxParts; kill: () => void; isKilled: () => boolean } {
    let state: "open" | "killed" = "open";
    const isKilled = () => state === "killed";
    const ends = new Set<() => void>();
    const alive = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (!isKilled()) {
        const result = await work();
        if (!isKilled()) return result;
      }
      return new Promise(() => undefined);
    };
    const ending = (end: () => void): (() => void) => {
      ends.add(end);
      return () => {
        ends.delete(end);
        end();
      };
    };
    const parts: OutboxParts = {
      uid,
      store: this.#storeOf(uid, alive, ending),
      memory: createMemoryStore(),
      newId: () => `${this.name}-${(this.#ids += 1)}`,
      instant: () => new Date(this.time.now).toISOString(),
      clock: () => this.time.now,
      random: () => 0.5,
      isOnline: () => this.isOnline,
      onOnline: (call) => {
        this.#online.add(call);
        return ending(() => this.#online.delete(call));
      },
      after: (ms, call) => ending(this.time.after(ms, call)),
      alone: (name, signal, run) =>
        alive(() => this.#alone(name, signal, () => alive(run), ending)),
      talk: (hear) => {
        const channel = this.#channels.get(uid) ?? new Set();
        this.#channels.set(uid, channel.add(hear));
        return {
          tell: (message) => {
            for (const other of channel) if (other !== hear && !isKilled()) other(message);
          },
          end: ending(() => channel.delete(hear)),
        };
      },
      log: (what) => this.logged.push(what),
    };
    const kill = () => {
      state = "killed";
      for (const end of ends) end();
    };
    return { parts, kill, isKilled };
  }

  #storeOf(
    uid: string,
    alive: <Result>(work: () => Promise<Result>) => Promise<Result>,
    ending: (end: () => void) => () => void,
  ): OutboxStore {
    let isLost = false;
    let tellLost = () => {};
    const lose = () => {
      isLost = true;
      tellLost();
    };
    this.#losses.add(lose);
    const forgetLoss = ending(() => this.#losses.delete(lose));
    const store = this.#stores.get(uid) ?? createMemoryStore();
    this.#stores.set(uid, store);
    const step = <Result>(what: keyof OutboxStore, work: () => Promise<Result>) =>
      alive(async () => {
        this.fault?.(what);
        // As a database gives it: a copy, and not at once.
        await Promise.resolve();
        return structuredClone(await work());
      });
    return {
      read: () => step("read", () => store.read()),
      wasLost: () => {
        const was = isLost;
        isLost = false;
        return was;
      },
      onLost: (call) => {
        tellLost = call;
      },
      add(added) {
        // Told at once, whatever becomes of the tab.
        const told = structuredClone(added);
        return step("add", () => store.add(told));
      },
      joinAll: (which, join) => step("joinAll", () => store.joinAll(which, join)),
      take: (id) => step("take", () => store.take(id)),
      change: (id, change) => step("change", () => store.change(id, structuredClone(change))),
      remove: (id) => step("remove", () => store.remove(id)),
      clear: () => step("clear", () => store.clear()),
      close: forgetLoss,
    };
  }

  async #alone(
    name: string,
    signal: AbortSignal,
    run: () => Promise<void>,
    ending: (end: () => void) => () => void,
  ): Promise<void> {
    const waiting = this.#locks.get(name) ?? [];
    let isMine = !this.#locks.has(name);
    let take = () => {};
    this.#locks.set(name, waiting);
    const release = ending(() => {
      const next = isMine ? waiting.shift() : undefined;
      if (!isMine) waiting.splice(waiting.indexOf(take), 1);
      else if (next === undefined) this.#locks.delete(name);
      else next();
    });
    if (!isMine) {
      await new Promise<void>((resolve) => {
        take = () => {
          isMine = true;
          resolve();
        };
        waiting.push(take);
      });
    }
    try {
      if (!signal.aborted) await run();
    } finally {
      release();
    }
  }
}
