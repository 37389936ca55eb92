/**
 * The page's side of the search: tells the worker of what is open and what changes, and asks it. A worker has the keys of
 * private journals, so it ends with the lock, and a while after nobody searches any more.
 */
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import { closeAtLock, isLocking } from "#app/live/journals/journal-lock.ts";
import { openOutbox } from "#app/live/outbox/open-outbox.ts";
import { entryTextOf } from "#lib/journal/journal-items.ts";
import { snippetOf } from "#lib/journal/search/snippet.ts";
import type { JournalKeys } from "#lib/sealed/keys.ts";
import type { JournalStore, Room } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";
import { allHeads, headEntryOf, namesOf } from "./head-entries.ts";
import { plainOf } from "./plain-of.ts";
import type {
  FromSearch,
  HeadEntry,
  Hit,
  RoomState,
  Snippet,
  ToSearch,
} from "./search-messages.ts";
import { searchWorkerAddress } from "./worker-address.ts";

/** What a worker is to the page. */
export type SearchWorker = {
  say: (message: ToSearch) => void;
  /** @param failed it has ended by a fault */
  listen: (hear: (message: FromSearch) => void, failed: (message: string) => void) => void;
  end: () => void;
};

type Found = { count: number; found: readonly Hit[]; /** In the worker. */ ms: number };

export type SearchState = {
  /** That can be found, in all journals that are open. */
  entries: number;
  missing: number;
  /** Undefined: nothing is being read. */
  building: { done: number; of: number } | undefined;
  /** It ended by a fault. */
  isFailed: boolean;
};

export type Search = {
  /** The same object while nothing changed. */
  state(): SearchState;
  /** What is found may be another one then. */
  subscribe: (listener: () => void) => () => void;
  /** Rises with what could be found. */
  version(): number;
  /** Undefined: something else was asked for meanwhile, or it ended. */
  find(
    query: string,
    only: Readonly<Record<string, readonly string[]>> | undefined,
  ): Promise<Found | undefined>;
  /** Lines of their texts; of those that are not in this browser none. Undefined: as above. */
  snippets(query: string, of: readonly Hit[]): Promise<readonly Snippet[] | undefined>;
  /** Aborts when it ends: at a lock. */
  ended: AbortSignal;
  close(): void;
};

type Opened = { room: Room; keys: JournalKeys | undefined; end: () => void };
type Asking = { ask: number; resolve: (value: FromSearch | undefined) => void };

/** Changes that come together are told together. */
const gatherMs = 250;
/** A tag that is called otherwise changes all entries that have it. */
const namesMs = 1000;

const nothing: SearchState = { entries: 0, missing: 0, building: undefined, isFailed: false };

export function createSearch(store: JournalStore, worker: SearchWorker): Search {
  const life = new AbortController();
  const opened = new Map<string, Opened>();
  const listeners = new Set<() => void>();
  const states = new Map<string, RoomState>();
  const changed = new Map<string, Set<string>>();
  const asking = new Map<"found" | "snippets", Asking>();
  let state = nothing;
  let version = 0;
  let lastAsk = 0;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let renaming: ReturnType<typeof setTimeout> | undefined;

  const tell = worker.say;
  worker.listen(take, fail);

  function take(data: FromSearch): void {
    if (data.kind === "state") {
      if (!opened.has(data.state.journal)) return;
      states.set(data.state.journal, data.state);
      changeState();
      return;
    }
    const waits = asking.get(data.kind);
    if (waits?.ask !== data.ask) return;
    asking.delete(data.kind);
    waits.resolve(data);
  }

  function fail(message: string): void {
    // What failed in the browser has no other log than its console.
    // oxlint-disable-next-line no-console
    console.error("The search ended", message);
    state = { ...state, building: undefined, isFailed: true };
    for (const { resolve } of asking.values()) resolve(undefined);
    asking.clear();
    for (const listener of listeners) listener();
  }

  function changeState(): void {
    const all = [...states.values()];
    // Of one that was just opened nothing is found before it has said so.
    const unread = [...opened.keys()].filter((journal) => !states.has(journal));
    const building = [
      ...all.flatMap((one) => one.building ?? []),
      ...unread.map((journal) => ({ done: 0, of: store.entries(journal).length })),
    ];
    const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
    state = {
      entries: sum(all.map(({ entries }) => entries)),
      missing: sum(all.map(({ missing }) => missing)),
      building:
        building.length === 0
          ? undefined
          : { done: sum(building.map(({ done }) => done)), of: sum(building.map(({ of }) => of)) },
      isFailed: state.isFailed,
    };
    version += 1;
    for (const listener of listeners) listener();
  }

  /** Those that came are opened, those that went are closed. */
  function look(): void {
    const rooms = store.rooms();
    for (const [journal, { room, end }] of opened) {
      if (rooms.some((one) => one.journal === journal && one.records === room.records)) continue;
      end();
      opened.delete(journal);
      states.delete(journal);
      changed.delete(journal);
      tell({ kind: "close", journal });
      changeState();
    }
    const before = opened.size;
    for (const room of rooms) if (!opened.has(room.journal)) open(room);
    if (opened.size > before) changeState();
  }

  function open(room: Room): void {
    const { journal, records } = room;
    const keys = keyringOf(store.uid).keysOf(journal);
    // Its keys are about to go.
    if (room.isSealed && (keys === undefined || isLocking(store.uid))) return;
    const end = records.subscribe((keysChanged) => {
      const own = changed.get(journal) ?? new Set();
      for (const key of keysChanged) {
        const [kind = "", id = ""] = key.split("/");
        if (kind === "entries" || kind === "texts") own.add(id);
      }
      if (own.size === 0) return;
      changed.set(journal, own);
      gathering ??= setTimeout(tellChanged, gatherMs);
    });
    opened.set(journal, { room, keys, end });
    tell({ kind: "open", journal, ...(keys && { keys }) });
    void tellAll(room);
  }

  const docOf = ({ records }: Room, id: string): string | undefined => {
    const item = records.item("texts", id);
    return item && entryTextOf(item).doc;
  };

  async function tellAll(room: Room): Promise<void> {
    const { journal } = room;
    try {
      const entries = await allHeads(
        store.entries(journal),
        namesOf(store, journal),
        (id) => docOf(room, id),
        life.signal,
      );
      if (opened.get(journal)?.room.records !== room.records) return;
      tell({ kind: "all", journal, entries });
    } catch (error) {
      if (!life.signal.aborted) throw error;
    }
  }

  function tellChanged(): void {
    gathering = undefined;
    for (const [journal, ids] of changed) {
      changed.delete(journal);
      const room = opened.get(journal)?.room;
      if (!room) continue;
      const nameOf = namesOf(store, journal);
      const entries: HeadEntry[] = [];
      const gone: string[] = [];
      for (const id of ids) {
        const key = keyOf(journal, id);
        const entry = store.isBegun(key) ? undefined : store.entry(key);
        if (entry && !entry.isGone) entries.push(headEntryOf(entry, nameOf, docOf(room, id)));
        else gone.push(id);
      }
      tell({ kind: "some", journal, entries, gone });
    }
  }

  function tellNames(): void {
    renaming = undefined;
    for (const { room } of opened.values()) void tellAll(room);
  }

  function askFor<Kind extends "found" | "snippets">(
    kind: Kind,
    message: (ask: number) => ToSearch,
  ): Promise<Extract<FromSearch, { kind: Kind }> | undefined> {
    asking.get(kind)?.resolve(undefined);
    if (life.signal.aborted || state.isFailed) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<FromSearch | undefined>();
    lastAsk += 1;
    asking.set(kind, { ask: lastAsk, resolve });
    tell(message(lastAsk));
    return promise as Promise<Extract<FromSearch, { kind: Kind }> | undefined>;
  }

  const keyring = keyringOf(store.uid);
  const ends = [
    store.subscribe("rooms", look),
    // Keys that are gone here are gone in the worker, too, whoever has dropped them.
    keyring.subscribe(() => {
      const isLess = [...opened].some(
        ([journal, { keys }]) => keys !== undefined && keyring.keysOf(journal) === undefined,
      );
      if (isLess) close();
    }),
    store.subscribe("topics", () => {
      renaming ??= setTimeout(tellNames, namesMs);
    }),
  ];
  tell({ kind: "begin", uid: store.uid });
  look();

  return {
    state: () => state,
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find: (query, only) =>
      askFor("found", (ask) => ({ kind: "find", ask, query, ...(only && { only }) })),
    async snippets(query, of) {
      const answer = await askFor("snippets", (ask) => ({ kind: "snippets", ask, query, of }));
      if (!answer) return undefined;
      // What this browser does not keep yet is in memory.
      const own = of.flatMap((hit): Snippet[] => {
        const room = opened.get(hit.journal)?.room;
        const doc = room && docOf(room, hit.id);
        return doc === undefined ? [] : [{ ...hit, parts: snippetOf(plainOf(doc), query) }];
      });
      return [...answer.snippets, ...own];
    },
    ended: life.signal,
    close,
  };

  function close(): void {
    if (life.signal.aborted) return;
    worker.end();
    clearTimeout(gathering);
    clearTimeout(renaming);
    for (const end of ends) end();
    for (const { end } of opened.values()) end();
    for (const { resolve } of asking.values()) resolve(undefined);
    opened.clear();
    listeners.clear();
    life.abort();
  }
}

/** Keeps it for who goes on searching in a moment. */
const restMs = 30_000;

type Shared = { store: JournalStore; search: Search; users: number; end: () => void };

let shared: Shared | undefined;
let resting: ReturnType<typeof setTimeout> | undefined;

const signOuts = new WeakMap<JournalStore, Promise<AbortSignal>>();

/** Aborted once the account has signed out: nothing of it is read or kept then, whoever still shows the store. */
export function signOutOf(store: JournalStore): Promise<AbortSignal> {
  const known = signOuts.get(store);
  if (known) return known;
  const asked = openOutbox(store.uid).then(
    ({ closed }) => closed,
    () => AbortSignal.abort(),
  );
  signOuts.set(store, asked);
  return asked;
}

/** The same for all who search in this tab. @param signedOut not aborted @returns it, and what ends the use of it */
export function borrowSearch(
  store: JournalStore,
  signedOut: AbortSignal,
): { search: Search; end: () => void } {
  clearTimeout(resting);
  if (shared && (shared.store !== store || shared.search.state().isFailed)) shared.end();
  shared ??= begin(store, signedOut);
  const own = shared;
  own.users += 1;
  return {
    search: own.search,
    end() {
      own.users -= 1;
      if (own.users === 0 && shared === own) resting = setTimeout(own.end, restMs);
    },
  };
}

function begin(store: JournalStore, signedOut: AbortSignal): Shared {
  const search = createSearch(store, openWorker());
  const endLock = closeAtLock(store.uid, () => end());
  const made: Shared = { store, search, users: 0, end };
  // Who uses it hears of its end, and begins another one.
  search.ended.addEventListener("abort", end);
  signedOut.addEventListener("abort", end, { signal: search.ended });
  function end(): void {
    endLock();
    if (shared === made) shared = undefined;
    search.close();
  }
  return made;
}

function openWorker(): SearchWorker {
  const worker = new Worker(searchWorkerAddress, { type: "module" });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    say: (message) => worker.postMessage(message),
    listen(hear, failed) {
      worker.addEventListener("message", ({ data }: MessageEvent<FromSearch>) => hear(data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        failed(event.message);
      });
    },
    end: () => worker.terminate(),
  };
}
