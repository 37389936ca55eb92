/**
 * Tells listens what they are to know. Nothing is told from a write itself: what changed is read again, together with
 * the verdict of the rules, so that data and permission are of one moment.
 *
 *   change ──▶ pending ──▶ flying (one read of many listens) ──▶ told, or the listen has ended
 *                 ▲                     │ read too early, or the socket's sign-in changed
 *                 └─────────────────────┘
 */
import type { DatabasePath } from "../rules/index.ts";
import type { Log } from "../sqlite/index.ts";
import { type RefreshBatch, groupListens } from "./group-listens.ts";
import {
  type Listen,
  type ListenAnswer,
  WHOLE,
  addPending,
  formatPush,
  isWhole,
} from "./listen.ts";
import { createListenTree } from "./listen-tree.ts";
import { formatPath } from "./path.ts";
import type { RefreshGroup, RefreshResult, RefreshedGroup } from "./refresh.ts";

const MAX_BATCH = 5_000;
/** After so many reads that came too early a listen gets its whole value, which is never too early. */
const MAX_RETRIES = 8;

export type Listeners = {
  /** Sends the value, then answers. */
  add(listen: Listen): void;
  remove(listen: Listen): void;
  /** The caller of these listens is another now: asks the rules again. */
  recheck(listens: Iterable<Listen>): void;
  /** To be called in the order of the commits. */
  onCommit(commit: number, changed: readonly DatabasePath[]): void;
  /** Resolves when these listens have been told all that is pending now. */
  settled(listens: Iterable<Listen>): Promise<void>;
};

export function createListeners(deps: {
  refresh(groups: RefreshGroup[]): Promise<RefreshResult>;
  /** Resolves when `onCommit` has been called for all commits up to this one. */
  caughtUp(commit: number): Promise<void>;
  log: Log;
}): Listeners {
  const tree = createListenTree<Listen>();
  const queue = new Set<Listen>();
  let running = false;

  function enqueue(listen: Listen, part: DatabasePath | undefined, commit: number): void {
    addPending(listen, part, commit);
    queue.add(listen);
    if (!running) run().catch(stop);
  }

  async function run(): Promise<void> {
    running = true;
    // What the same tick still adds shall be read with it.
    await Promise.resolve();
    while (queue.size > 0) await tellSome();
    running = false;
  }

  function stop(error: unknown): void {
    running = false;
    deps.log.error({ err: error }, "Telling listeners has failed");
  }

  async function tellSome(): Promise<void> {
    const batch = groupListens(takeBatch());
    try {
      const { commit, groups } = await deps.refresh(batch.map(({ group }) => group));
      await deps.caughtUp(commit);
      batch.forEach(({ listens, group }, i) => {
        const refreshed = groups[i];
        for (const { listen, callerIndex } of listens) {
          if (refreshed === undefined) putBack(listen);
          else tell(listen, group, refreshed, refreshed.allowed[callerIndex] === true, commit);
        }
      });
    } catch (error) {
      deps.log.warn({ err: error }, "Listeners could not be told of a change");
      failAll(batch);
    }
  }

  function takeBatch(): Listen[] {
    const batch: Listen[] = [];
    for (const listen of queue) {
      listen.target.refreshAuth();
      if (listen.ended || listen.pending === undefined) {
        queue.delete(listen);
        continue;
      }
      const { parts, whenTold } = listen.pending;
      listen.flying = { parts, whenTold, authVersion: listen.target.authVersion() };
      listen.pending = undefined;
      queue.delete(listen);
      batch.push(listen);
      if (batch.length === MAX_BATCH) break;
    }
    return batch;
  }

  function tell(
    listen: Listen,
    group: RefreshGroup,
    refreshed: RefreshedGroup,
    allowed: boolean,
    commit: number,
  ): void {
    const { flying, pending } = listen;
    if (listen.ended || flying === undefined) return;
    if (flying.authVersion !== listen.target.authVersion()) return putBack(listen);
    if (!allowed) return end(listen, "permission_denied");
    if (refreshed.tooBig) return end(listen, "too_big");
    if (isWhole(flying.parts)) {
      listen.wholeAt = commit;
      if (pending !== undefined && pending.to <= commit) {
        listen.pending = undefined;
        queue.delete(listen);
        flying.whenTold.push(...pending.whenTold);
      }
    } else if (pending !== undefined && pending.from <= commit) {
      // Another part has changed in the same moment: told alone, this one could show half of a write.
      listen.retries += 1;
      return putBack(listen, listen.retries > MAX_RETRIES ? [WHOLE] : flying.parts);
    }
    listen.flying = undefined;
    listen.retries = 0;
    listen.knownHash = undefined;
    const push = refreshed.texts && formatPush(listen, group.parts, refreshed.texts);
    if (push !== undefined) listen.target.push(push.action, push.body);
    answer(listen, "ok");
    for (const told of flying.whenTold) told();
  }

  function putBack(listen: Listen, parts = listen.flying?.parts ?? []): void {
    const { flying } = listen;
    listen.flying = undefined;
    if (listen.ended || flying === undefined) return;
    // Commit 0: it is older than all that has come since.
    enqueue(listen, undefined, listen.pending?.from ?? 0);
    for (const part of parts) addPending(listen, part, listen.pending?.from ?? 0);
    listen.pending?.whenTold.push(...flying.whenTold);
  }

  function end(listen: Listen, status: ListenAnswer): void {
    const wasOpen = listen.answer === undefined;
    answer(listen, status);
    remove(listen);
    if (wasOpen) listen.target.push("c", formatRevoked(listen));
    listen.target.onEnded(listen);
  }

  function remove(listen: Listen): void {
    if (listen.ended) return;
    listen.ended = true;
    tree.remove(listen.path, listen);
    queue.delete(listen);
    const told = [...(listen.flying?.whenTold ?? []), ...(listen.pending?.whenTold ?? [])];
    for (const resolve of told) resolve();
    // Its socket was closed before the first value came: nobody hears this, but somebody waits for it.
    answer(listen, "unavailable");
  }

  function failAll(batch: RefreshBatch): void {
    for (const { listens } of batch) {
      for (const { listen } of listens) {
        if (listen.ended) continue;
        // The SDK drops a listen that is refused for good; after a closed socket it listens again.
        listen.target.fail("The database is busy; connect again.");
        remove(listen);
      }
    }
  }

  return {
    add(listen) {
      tree.add(listen.path, listen);
      enqueue(listen, WHOLE, 0);
    },
    remove,
    recheck(listens) {
      for (const listen of listens) if (!listen.ended) enqueue(listen, undefined, 0);
    },
    onCommit(commit, changed) {
      for (const path of changed) {
        for (const { listen, part } of tree.concernedBy(path)) {
          if (commit > listen.wholeAt) enqueue(listen, part, commit);
        }
      }
    },
    async settled(listens) {
      const told: Promise<void>[] = [];
      for (const listen of listens) {
        const next = listen.pending ?? listen.flying;
        if (next === undefined || listen.ended) continue;
        told.push(new Promise((resolve) => next.whenTold.push(resolve)));
      }
      await Promise.all(told);
    },
  };
}

function answer(listen: Listen, status: ListenAnswer): void {
  const give = listen.answer;
  listen.answer = undefined;
  give?.(status);
}

function formatRevoked({ path, wireQuery }: Listen): string {
  const p = formatPath(path);
  return JSON.stringify(wireQuery === undefined ? { p } : { p, q: [wireQuery] });
}
