/** Opens the journals of an account that can be read here, for as long as they are shown: those that come, and those that are unlocked. */
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import { type JournalHeader, followJournals } from "#app/live/journals/journals-list.ts";
import { openJournal } from "#app/live/journals/journals.ts";
import { NoAnswerError } from "#app/live/outbox/outbox.ts";
import type { Records } from "#app/live/records/records.ts";
import { closeAllToasts, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type * as Acting from "./acts/acting.ts";
import { keptPresenting } from "./private/presenting.ts";
import { createJournalStore } from "./store/create-journal-store.ts";
import type { JournalApp } from "./store/journal-context.ts";

export type JournalsState = {
  /** All of them are open that can be: none is on its way. */
  isOpen: boolean;
  /** Undefined: it is not known which there are. Those that are encrypted elsewhere, or deleted, are not among them. */
  journals: readonly JournalHeader[] | undefined;
  /** Also the server was asked which there are. */
  isCurrent: boolean;
  locked: readonly JournalHeader[];
  /** Where those went that were encrypted, or decrypted: into another journal. */
  moved: ReadonlyMap<string, string>;
  /** Why something could not be opened. */
  failed: string | undefined;
};

export type OpenJournals = {
  app: JournalApp;
  shortcutsOf: typeof Acting.shortcutsOf;
  state: () => JournalsState;
  subscribe: (listener: () => void) => () => void;
  again: () => void;
  close(): void;
};

const first: JournalsState = {
  isOpen: false,
  journals: undefined,
  isCurrent: false,
  locked: [],
  moved: new Map(),
  failed: undefined,
};

export function openJournals(
  uid: string,
  { createActing, shortcutsOf }: typeof Acting,
): OpenJournals {
  const life = new AbortController();
  const listeners = new Set<() => void>();
  const opened = new Map<string, Records>();
  const opening = new Set<string>();
  const failedOnes = new Map<string, string>();
  const keyring = keyringOf(uid);
  let state = first;
  let headers: readonly JournalHeader[] | undefined;
  /** Those that the server has no more. */
  let lost: ReadonlySet<string> = new Set();
  let isCurrent = false;
  let asked = false;
  let listFault: string | undefined;
  const store = createJournalStore(uid);
  store.present(keptPresenting(uid));
  const { acts, undo } = createActing(store, (error) => {
    tell("A change of a journal was not kept", error);
    tellProblem("This browser could not keep the change. Reload the page and try it again.");
  });
  const app: JournalApp = { uid, store, acts, undo: undo.stack };

  function look(): void {
    if (life.signal.aborted) return;
    const open = keyring.open();
    const shown = shownOf(headers ?? []);
    const presented = store.presented();
    // It was deleted on another device.
    if (isCurrent && !shown.some(({ id }) => id === presented)) store.present(undefined);
    const ready = shown.filter(({ id, isSealed }) => !isSealed || open.has(id));
    const wanted = new Set(ready.map(({ id }) => id));
    const back = shown.filter(({ id, isLost }) => !isLost && lost.has(id));
    lost = new Set(shown.flatMap(({ id, isLost }) => (isLost ? [id] : [])));
    let isLess = false;
    for (const [id, records] of opened) {
      // Put back, it is compared as one that is opened.
      if (wanted.has(id) && !back.some((one) => one.id === id)) continue;
      opened.delete(id);
      records.close();
      isLess = true;
    }
    // Its words are in what could be undone, and in what was said of it.
    if (isLess) {
      undo.drop();
      closeAllToasts();
    }
    for (const id of wanted) {
      if (!opened.has(id) && !opening.has(id) && !failedOnes.has(id)) void open1(id);
    }
    store.use(Array.from(opened, ([journal, records]) => ({ journal, records })));
    restate();
  }

  function restate(): void {
    const open = keyring.open();
    const shown = shownOf(headers ?? []);
    state = {
      isOpen: headers !== undefined && asked && opening.size === 0,
      journals: headers && shown,
      isCurrent,
      locked: shown.filter(
        ({ id, isSealed }) => isSealed && !open.has(id) && (store.presented() ?? id) === id,
      ),
      moved: new Map((headers ?? []).map(({ id, goneTo }) => [id, goneTo])),
      failed: listFault ?? [...failedOnes.values()][0],
    };
    for (const listener of listeners) listener();
  }

  async function open1(id: string): Promise<void> {
    opening.add(id);
    try {
      const records = await openJournal(uid, id);
      const isWanted = !life.signal.aborted && (keyring.open().has(id) || !sealed(id));
      if (isWanted) opened.set(id, records);
      else records.close();
    } catch (error) {
      // It was locked meanwhile.
      if (!life.signal.aborted && (keyring.open().has(id) || !sealed(id))) {
        tell("A journal could not be opened", error);
        failedOnes.set(id, failedText);
      }
    } finally {
      opening.delete(id);
      look();
    }
  }

  const sealed = (id: string) => headers?.find((one) => one.id === id)?.isSealed === true;

  const begin = () =>
    followJournals(
      uid,
      (next, current) => {
        headers = next;
        isCurrent ||= current;
        listFault = undefined;
        look();
      },
      (error: unknown) => {
        // Without a connection that is no fault: what is kept here is shown.
        if (navigator.onLine || !(error instanceof NoAnswerError)) {
          tell("The journals could not be read", error);
        }
        if (headers === undefined) listFault = failedText;
        look();
      },
    );
  let endList = begin();
  const ends = [
    keyring.subscribe(look),
    // Who begins or ends presenting sees others that are locked.
    store.subscribe("rooms", restate),
  ];
  const askTabs = async () => {
    await keyring.asked;
    asked = true;
    look();
  };
  void askTabs();

  return {
    app,
    shortcutsOf,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    again() {
      failedOnes.clear();
      listFault = undefined;
      endList();
      endList = begin();
      look();
    },
    close() {
      life.abort();
      endList();
      for (const end of ends) end();
      undo.drop();
      store.close();
      for (const records of opened.values()) records.close();
      listeners.clear();
    },
  };
}

const failedText =
  "The journal could not be opened. Check your connection; nothing is lost, and what waits stays in this browser.";

/** One that is being filled from another is shown when that one has gone. */
function shownOf(headers: readonly JournalHeader[]): readonly JournalHeader[] {
  const live = headers.filter(({ goneTo }) => goneTo === "");
  return live.filter(({ copyOf }) => !live.some(({ id }) => id === copyOf));
}

function tell(what: string, error: unknown): void {
  // What failed in the browser has no other log than its console.
  // oxlint-disable-next-line no-console
  console.error(what, error);
}
