/**
 * Tells listens what they are to know. Nothing is told from a write itself: what changed is read again, together with
 * the verdict of the rules, so that data and permission are of one moment.
 *
 *   change ──▶ pending ──▶ flying (one read of many views) ──▶ told, or the listen has ended
 *
 * One read at a time, so that what a client is told only ever goes forward.
 */
import type { DatabasePath } from "../rules/index.ts";
import type { Log } from "../sqlite/index.ts";
import { fewPaths } from "./changes.ts";
import { createLookedPlaces } from "./looked-places.ts";
import { createPathTree } from "./path-tree.ts";
import { type Listen, type Told, answerListen } from "./listen.ts";
import {
  MAX_WINDOW,
  type PartText,
  type RefreshResult,
  type ViewInput,
  type ViewResult,
} from "./refresh.ts";
import { type View, addPart, isWhole, joinParts, newView, pendingOf, viewKey } from "./view.ts";

const MAX_BATCH = 1_000;
/** Of all views with a query together: what their clients have been told must be known. */
const MAX_WINDOW_KEYS = 4_000_000;

export type Listeners = {
  /** Sends the value, then answers. */
  add(listen: Listen): void;
  remove(listen: Listen): void;
  /** The caller of these listens is another now: asks the rules again. */
  recheck(listens: Iterable<Listen>): void;
  /** Tells this listen the whole value again. */
  tellAnew(listen: Listen): void;
  /** To be called in the order of the commits. */
  onCommit(commit: number, changed: readonly DatabasePath[]): void;
  /** Resolves when these listens have been told all that is pending now. */
  settled(listens: Iterable<Listen>): Promise<void>;
  /** How many views there are, and how many keys their windows hold. */
  size(): { views: number; windowKeys: number };
};

/** A view that is being read, as it was when the read began. */
type Flight = {
  view: View;
  input: ViewInput;
  listens: { listen: Listen; callerIndex: number; authVersion: number; isUnread: boolean }[];
};

export function createListeners(deps: {
  refresh(input: { views: ViewInput[]; seen: number }): Promise<RefreshResult>;
  /** The last commit before any that will be announced. */
  lastCommit: number;
  log: Log;
}): Listeners {
  const views = new Map<string, View>();
  const viewOf = new WeakMap<Listen, View>();
  const tree = createPathTree<View>();
  const looked = createLookedPlaces();
  const queue = new Set<View>();
  let windowKeys = 0;
  let seen = deps.lastCommit;
  let running = false;

  function enqueue(view: View): void {
    queue.add(view);
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
    const flights = takeBatch();
    try {
      const { commit, views: results } = await deps.refresh({
        views: flights.map(({ input }) => input),
        seen,
      });
      flights.forEach((flight, i) => {
        const result = results[i];
        if (result === undefined) putBack(flight);
        else land(flight, result, commit);
      });
    } catch (error) {
      deps.log.warn({ err: error }, "Listeners could not be told of a change");
      for (const { view } of flights) if (view.flying !== undefined) failAll(view);
    }
  }

  function takeBatch(): Flight[] {
    const flights: Flight[] = [];
    // A sign-in that has expired adds to the queue, so this is done before anything is taken from it.
    for (const view of queue) for (const { target } of view.listens) target.refreshAuth();
    for (const view of queue) {
      queue.delete(view);
      flights.push(takeOff(view));
      if (flights.length === MAX_BATCH) break;
    }
    return flights;
  }

  function takeOff(view: View): Flight {
    const { parts: added, whenTold } = pendingOf(view);
    const parts = joinParts([...added.values()]);
    view.pending = undefined;
    view.flying = { whenTold };
    const callers: string[] = [];
    const indexes = new Map<string, number>();
    const listens = Array.from(view.listens, (listen) => {
      const { target } = listen;
      const key = target.callerKey();
      let callerIndex = indexes.get(key);
      if (callerIndex === undefined) {
        callerIndex = callers.push(key) - 1;
        indexes.set(key, callerIndex);
      }
      const isUnread = view.unread.has(listen);
      return { listen, callerIndex, authVersion: target.authVersion(), isUnread };
    });
    const wantsWhole = view.unread.size > 0;
    const wantsHash = listens.some(({ listen }) => listen.knownHash !== undefined);
    const { path, query } = view;
    const window = windowFor(view, parts);
    return { view, input: { path, query, parts, window, wantsWhole, wantsHash, callers }, listens };
  }

  function land(flight: Flight, result: ViewResult, commit: number): void {
    const { view } = flight;
    // Its last listen has left meanwhile.
    if (views.get(view.key) !== view) return;
    const { flying, pending } = view;
    view.flying = undefined;
    view.toldAt = commit;
    // Until now nobody knew that these concern it.
    const isLate = looked.set(view, result.looked) && commit < seen;
    try {
      tellEach(flight, result);
    } catch (error) {
      deps.log.error({ err: error }, "Telling a view has failed");
      failAll(view);
    }
    if (
      pending !== undefined &&
      pending === view.pending &&
      !pending.asks &&
      pending.to <= commit
    ) {
      view.pending = undefined;
      queue.delete(view);
      for (const told of pending.whenTold) told();
    }
    for (const told of flying?.whenTold ?? []) told();
    if (isLate && views.get(view.key) === view) askAnew(view);
  }

  function askAnew(view: View): void {
    pendingOf(view).asks = true;
    enqueue(view);
  }

  function tellEach({ view, listens }: Flight, result: ViewResult): void {
    if (result.failure !== undefined) {
      deps.log.warn({ err: result.failure }, "A listen could not be told of a change");
      return failAll(view);
    }
    const read = listens.filter(({ listen, authVersion }) => {
      if (listen.ended) return false;
      if (authVersion === listen.target.authVersion()) return true;
      // Asked for another caller; it has missed what the others are told now.
      readAnew(view, listen);
      return false;
    });
    if (result.whole === undefined) tellChanges(view, result, read);
    else tellWhole(view, result, read);
    const isAll = result.changes === undefined;
    const facts = { noIndex: result.noIndex, windowKeys: view.window.size };
    const isFull = view.window.size > MAX_WINDOW;
    for (const { listen, callerIndex, isUnread } of read) {
      const isTooBig = result.tooBig.changes || (result.tooBig.whole && (isUnread || isAll));
      if (result.allowed[callerIndex] !== true) end(listen, "permission_denied");
      else if (isTooBig || (isFull && view.query !== undefined)) end(listen, "too_big");
      else answerListen(listen, "ok", facts);
    }
  }

  function tellWhole(view: View, result: ViewResult, read: Flight["listens"]): void {
    const { whole, changes } = result;
    if (whole === undefined) return;
    const parts = changes && applyChanges(view, changes);
    const told = parts && toTold(parts, view.window.size);
    setWindow(view, whole.window);
    const put = toTold([{ at: "", text: whole.text }], whole.window.length);
    for (const { listen, callerIndex, isUnread } of read) {
      if (result.allowed[callerIndex] !== true) continue;
      const known = listen.knownHash;
      listen.knownHash = undefined;
      view.unread.delete(listen);
      if (!isUnread && changes !== undefined) {
        if (told !== undefined) tellOne(listen, told);
      } else if (put !== undefined && (isNothing(known) || known !== whole.hash)) {
        tellOne(listen, put);
      }
    }
  }

  function tellChanges(view: View, result: ViewResult, read: Flight["listens"]): void {
    if (result.changes === undefined) return;
    const parts = applyChanges(view, result.changes);
    const told = toTold(parts, view.window.size);
    if (told === undefined) return;
    for (const { listen, callerIndex } of read) {
      if (result.allowed[callerIndex] === true) tellOne(listen, told);
    }
  }

  /** What is to be told of changes; what they select is known from now on. */
  function applyChanges(view: View, changes: NonNullable<ViewResult["changes"]>): PartText[] {
    if ("parts" in changes) return changes.parts;
    const parts: PartText[] = [];
    for (const child of changes.children) {
      if (child.isSelected) {
        if (!view.window.has(child.key)) windowKeys += 1;
        view.window.add(child.key);
        parts.push(...child.parts);
      } else if (view.window.delete(child.key)) {
        windowKeys -= 1;
        parts.push({ at: child.key, text: "null" });
      }
    }
    return parts;
  }

  function setWindow(view: View, keys: readonly string[]): void {
    windowKeys += keys.length - view.window.size;
    view.window = new Set(keys);
  }

  function readAnew(view: View, listen: Listen): void {
    view.unread.add(listen);
    askAnew(view);
  }

  function putBack({ view, input }: Flight): void {
    const { flying } = view;
    view.flying = undefined;
    if (flying === undefined || views.get(view.key) !== view) return;
    const pending = pendingOf(view);
    for (const part of input.parts) addPart(view, part, pending.to);
    pending.asks = true;
    pending.whenTold.push(...flying.whenTold);
    enqueue(view);
  }

  function end(listen: Listen, status: "permission_denied" | "too_big"): void {
    const wasOpen = listen.answer === undefined;
    answerListen(listen, status);
    remove(listen);
    if (wasOpen) safely(listen, () => listen.target.onEnded(listen, status));
  }

  function tellOne(listen: Listen, told: Told): void {
    safely(listen, () => listen.target.tell(listen, told));
  }

  /** What fails for one listen is no business of those that are told with it. */
  function safely(listen: Listen, act: () => void): void {
    try {
      act();
    } catch (error) {
      deps.log.error({ err: error }, "Telling a listen has failed");
      remove(listen);
      listen.target.fail("The server failed; connect again.");
    }
  }

  function remove(listen: Listen): void {
    if (listen.ended) return;
    listen.ended = true;
    const view = viewOf.get(listen);
    if (view !== undefined) {
      view.listens.delete(listen);
      view.unread.delete(listen);
      if (view.listens.size === 0) removeView(view);
    }
    // Its client was gone before the first value came: nobody hears this, but somebody waits for it.
    answerListen(listen, "unavailable");
  }

  function removeView(view: View): void {
    views.delete(view.key);
    tree.remove(view.path, view);
    looked.remove(view);
    queue.delete(view);
    setWindow(view, []);
    for (const told of [...(view.flying?.whenTold ?? []), ...(view.pending?.whenTold ?? [])])
      told();
  }

  function failAll(view: View): void {
    for (const listen of view.listens) {
      // The SDK drops a listen that is refused for good; after a closed socket it listens again.
      safely(listen, () => listen.target.fail("The database is busy; connect again."));
      remove(listen);
    }
  }

  return {
    add(listen) {
      if (listen.query !== undefined && windowKeys >= MAX_WINDOW_KEYS) {
        listen.target.fail("Too many queries are listened to; connect again later.");
        return answerListen(listen, "unavailable");
      }
      const key = viewKey(listen);
      let view = views.get(key);
      if (view === undefined) {
        view = newView(listen, key);
        views.set(key, view);
        tree.add(view.path, view);
      }
      viewOf.set(listen, view);
      view.listens.add(listen);
      readAnew(view, listen);
    },
    remove,
    recheck(listens) {
      for (const listen of listens) {
        const view = viewOf.get(listen);
        if (!listen.ended && view !== undefined) askAnew(view);
      }
    },
    tellAnew(listen) {
      const view = viewOf.get(listen);
      if (!listen.ended && view !== undefined) readAnew(view, listen);
    },
    onCommit(commit, changed) {
      seen = Math.max(seen, commit);
      for (const path of fewPaths(changed)) {
        for (const { item: view, part } of tree.concernedBy(path)) {
          if (commit <= view.toldAt) continue;
          addPart(view, part, commit);
          enqueue(view);
        }
        for (const view of looked.viewsAt(path)) if (commit > view.toldAt) askAnew(view);
      }
    },
    async settled(listens) {
      const told: Promise<void>[] = [];
      for (const listen of listens) {
        const view = viewOf.get(listen);
        const next = view?.pending ?? view?.flying;
        if (next === undefined || listen.ended) continue;
        told.push(new Promise((resolve) => next.whenTold.push(resolve)));
      }
      await Promise.all(told);
    },
    size: () => ({ views: views.size, windowKeys }),
  };
}

/** Of a limited query all; else those of the changed children that are in it. */
function windowFor(view: View, parts: readonly DatabasePath[]): string[] {
  if (view.query === undefined || isWhole(parts)) return [];
  if (view.query.limit !== undefined) return [...view.window];
  const keys = new Set(parts.map(([key]) => key ?? ""));
  return [...keys].filter((key) => view.window.has(key));
}

/** One merge for several places, so that no client sees a write of several paths half done. */
function toTold(parts: readonly PartText[], windowKeys: number): Told | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  if (parts.length === 1) return { kind: "put", at: first.at, data: first.text, parts, windowKeys };
  const data = parts.map(({ at, text }) => `${JSON.stringify(at)}:${text}`);
  return { kind: "merge", at: "", data: `{${data.join(",")}}`, parts, windowKeys };
}

/** The SDK names the hash of null also where it knows nothing yet; it must hear that there is nothing. */
const isNothing = (hash: string | undefined): boolean => hash === undefined || hash === "";
