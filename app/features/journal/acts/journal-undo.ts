/**
 * One undo stack for all open journals: to it a kind is `JOURNAL:KIND`. Texts are in memory only while somebody holds
 * them, so those that it may have to bring back are held by it.
 */
import { createUndoStack } from "#app/parts/undo/undo-stack.ts";
import type { UndoShape, UndoStack } from "#app/parts/undo/undo-stack.ts";
import type { Change } from "#app/live/records/records.ts";
import type { Parts } from "#lib/records/register.ts";
import type { EntryKey, JournalStore } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";
import type { JournalChange } from "./change-parts.ts";

/** As many as the stack has steps. */
const mostHeld = 20;

const empty: Readonly<Record<string, Parts>> = {
  gone: { v: false },
  star: { v: false },
  mood: { v: 0 },
  gist: { v: "", words: 0 },
  week: { v: "mo" },
  prompts: { v: true },
  stripPhotos: { v: "ask" },
};

const shape: Omit<UndoShape, "isAlwaysThere"> = {
  emptyOf: (register) => empty[register] ?? { v: "" },
  // What was kept of an entry is no change of it.
  isServers: (kind, register) => kind.endsWith(":entries") && register === "revs",
};

export type JournalUndo = {
  stack: UndoStack;
  run(
    words: string,
    changes: readonly JournalChange[],
    together?: string,
  ): ReturnType<UndoStack["run"]>;
  /** That is no step. */
  write: (changes: readonly JournalChange[]) => void;
  /** Nothing of before can be taken back any more: a journal was locked. */
  drop(): void;
};

export function createJournalUndo(
  store: JournalStore,
  onFault: (error: unknown) => void,
): JournalUndo {
  const listeners = new Set<() => void>();
  const held = new Map<EntryKey, Promise<() => void>>();
  /** Texts that the act makes for entries that were there before: to undo it empties them, as the entry stays. */
  let beside: ReadonlySet<string> = new Set();
  /** One for all journals, and one for each that is presented: what was done in the others is not told meanwhile. */
  const stacks = new Map<string, UndoStack>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  store.subscribe("rooms", tell);

  function inner(): UndoStack {
    const name = store.presented() ?? "";
    const stack = stacks.get(name) ?? make();
    stacks.set(name, stack);
    return stack;
  }

  function make(): UndoStack {
    const made = createUndoStack({
      records: { item: (kind, id) => itemOf(store, kind, id), change },
      shape: {
        ...shape,
        isAlwaysThere: (kind, id) => kind.endsWith(":journal") || beside.has(`${kind}/${id}`),
      },
      onChange: changed,
      onFault,
    });
    made.subscribe(tell);
    return made;
  }

  /** @param keys `JOURNAL:KIND/ID` */
  function changed(keys: ReadonlySet<string>): void {
    const byJournal = Map.groupBy(keys, (key) => key.slice(0, key.indexOf(":")));
    for (const [journal, own] of byJournal) {
      store.changed(journal, new Set(own.map((key) => key.slice(journal.length + 1))));
    }
  }

  async function change(changes: readonly Change[]): Promise<void> {
    const byJournal = Map.groupBy(changes, ({ kind }) => kind.slice(0, kind.indexOf(":")));
    await Promise.all(
      Array.from(byJournal, ([journal, own]) => {
        const records = roomOf(store, journal)?.records;
        if (!records) throw new Error("This journal is not open any more.");
        return records.change(
          own.map(({ isNew, ...one }) => {
            const kind = one.kind.slice(journal.length + 1);
            // What is made anew although it is there would be no change of it. Of a text the stamp is asked for at once, which
            // one that is changed may not have yet.
            const isThere = kind !== "texts" && records.item(kind, one.id) !== undefined;
            return { ...one, kind, ...(isNew && !isThere && { isNew }) };
          }),
        );
      }),
    );
  }

  function hold(changes: readonly JournalChange[]): void {
    for (const { journal, kind, id } of changes) {
      if (kind !== "texts") continue;
      const key = keyOf(journal, id);
      const holding = held.get(key) ?? store.holdText(key);
      held.delete(key);
      held.set(key, holding);
      // Then it cannot be undone, which is said there.
      holding.catch(() => held.delete(key));
    }
    for (const [key, holding] of held) {
      if (held.size <= mostHeld) break;
      letGo(key, holding);
    }
  }

  function letGo(key: EntryKey, holding: Promise<() => void>): void {
    held.delete(key);
    holding.then(
      (end) => end(),
      () => {
        // It never was held.
      },
    );
  }

  const inAll = ({ journal, ...one }: JournalChange): Change => ({
    ...one,
    kind: `${journal}:${one.kind}`,
  });

  const stack: UndoStack = {
    run: (...of) => inner().run(...of),
    settle: () => inner().settle(),
    undo: (act) => inner().undo(act),
    redo: () => inner().redo(),
    state: () => inner().state(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    stack,
    run(words, changes, together) {
      beside = new Set(
        changes
          .filter(
            ({ journal, kind, id }) =>
              kind === "texts" && itemOf(store, `${journal}:entries`, id) !== undefined,
          )
          .map(({ journal, id }) => `${journal}:texts/${id}`),
      );
      const act = inner().run(words, changes.map(inAll), together);
      hold(changes);
      return act;
    },
    write(changes) {
      if (changes.length === 0) return;
      const all = changes.map(inAll);
      change(all).catch(onFault);
      changed(new Set(all.map(({ kind, id }) => `${kind}/${id}`)));
    },
    drop() {
      for (const [key, holding] of held) letGo(key, holding);
      stacks.clear();
      tell();
    },
  };
}

function roomOf(store: JournalStore, journal: string) {
  return store.room(journal) ?? store.goneRooms().find(({ journal: own }) => own === journal);
}

function itemOf(store: JournalStore, name: string, id: string) {
  const at = name.indexOf(":");
  return roomOf(store, name.slice(0, at))?.records.item(name.slice(at + 1), id);
}
