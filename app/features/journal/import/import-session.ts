/**
 * One import, from the file that was chosen to the last photo: it is looked at first, can be stopped, goes on when it is
 * begun again, and can be taken back.
 */
import { JournalFileError } from "#app/live/journal-files/file-error.ts";
import type { JournalFiles } from "#app/live/journal-files/journal-files.ts";
import { type FoundPreview, ImportError, type ReadChoices } from "#lib/journal/exchange/found.ts";
import type { Chosen } from "#lib/journal/exchange/open-import.ts";
import { mostOfKind, roomProblem } from "#lib/journal/limits.ts";
import type { Room } from "../store/journal-store.ts";
import type { ImportReader, OpenedImport } from "./import-reader.ts";
import {
  type ImportCounts,
  type ImportPlace,
  type ImportRun,
  type WaitsFor,
  type Written,
  takeBack,
  untilCurrent,
  writeGroups,
  writeTopics,
} from "./write-found.ts";

/** Into which journal one goes: its id, `new` for a new one, or `leave` for nowhere. */
export type Target = string;

export type ImportState = {
  phase:
    | "choose"
    | "reading"
    | "preview"
    | "running"
    | "stopped"
    | "done"
    | "takingBack"
    | "tookBack";
  /** A sentence: what went wrong, what is safe. */
  problem: string | undefined;
  opened: OpenedImport | undefined;
  /** By number of the journal that was found. */
  targets: readonly Target[];
  choices: ReadChoices;
  /** Of the journal that is written now. */
  now: { name: string; done: number; of: number; photos: number } | undefined;
  waitsFor: WaitsFor | undefined;
  results: readonly { journal: string; name: string; counts: ImportCounts }[];
  /** What could not be taken, as sentences. */
  said: readonly string[];
  /** Entries that stayed when it was taken back: somebody had written in them. */
  stayed: number;
};

export type ImportSession = {
  /** The same object while nothing changed. */
  state: () => ImportState;
  subscribe: (listener: () => void) => () => void;
  /** @param into where one that is found goes, unless somebody says otherwise; undefined: into a new one */
  open(chosen: readonly Chosen[], into: string | undefined): Promise<void>;
  choose(change: { target?: { at: number; to: Target }; choices?: Partial<ReadChoices> }): void;
  /** Begins, and goes on. */
  start(): Promise<void>;
  stop: () => void;
  takeBack(): Promise<void>;
  /** Another file. */
  reset: () => void;
  /** The keys are gone: nothing of what was found is shown any more. */
  locked: () => void;
  close: () => void;
};

export type SessionParts = {
  reader: () => ImportReader;
  files: () => Promise<Pick<JournalFiles, "keep" | "waiting" | "subscribe">>;
  room: (journal: string) => Pick<Room, "records"> | undefined;
  /** Makes one that it goes into, with what the import says of it. @returns its id @throws an Error with a sentence */
  make: (found: FoundPreview) => Promise<string>;
  /** A journal that was made goes into the trash. */
  drop: (journal: string) => void;
  zone: string;
};

export function createImportSession(parts: SessionParts): ImportSession {
  const listeners = new Set<() => void>();
  const first: ImportState = {
    phase: "choose",
    problem: undefined,
    opened: undefined,
    targets: [],
    choices: { zone: parts.zone, undated: "file" },
    now: undefined,
    waitsFor: undefined,
    results: [],
    said: [],
    stayed: 0,
  };
  let state = first;
  let reader: ImportReader | undefined;
  let life = new AbortController();
  let running: Promise<void> = Promise.resolve();
  /** By journal; also of a run that was stopped. */
  const written = new Map<string, Written>();
  /** Journals that were made, by number. */
  const made = new Map<number, string>();

  function become(change: Partial<ImportState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function close(): void {
    life.abort();
    reader?.close();
    reader = undefined;
  }

  async function open(chosen: readonly Chosen[], into: string | undefined): Promise<void> {
    close();
    const own = new AbortController();
    life = own;
    reader = parts.reader();
    written.clear();
    made.clear();
    become({ ...first, phase: "reading" });
    try {
      const opened = await reader.open(chosen);
      if (own.signal.aborted) return;
      const target = into ?? "new";
      become({
        phase: "preview",
        opened,
        targets: opened.journals.map(() => (opened.journals.length > 1 ? "new" : target)),
      });
    } catch (error) {
      if (!own.signal.aborted) become({ phase: "choose", problem: problemOf(error) });
    }
  }

  /** One that was stopped ends what it has begun first. */
  function start(): Promise<void> {
    const own = new AbortController();
    life = own;
    become({ phase: "running", problem: undefined, results: [], said: [] });
    const before = running;
    running = (async () => {
      await before;
      await run(own);
    })();
    return running;
  }

  async function run(own: AbortController): Promise<void> {
    const { opened, targets } = state;
    const isOver = () => own.signal.aborted;
    if (!opened || !reader || isOver()) return;
    try {
      for (const [at, found] of opened.journals.entries()) {
        const target = targets[at] ?? "leave";
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        if (target !== "leave") await importOne(at, found, target, own.signal);
        if (isOver()) return;
      }
      become({ phase: "done", now: undefined, waitsFor: undefined });
    } catch (error) {
      if (!isOver()) become({ phase: "stopped", problem: problemOf(error) });
    }
  }

  async function importOne(
    at: number,
    found: FoundPreview,
    target: Target,
    signal: AbortSignal,
  ): Promise<void> {
    become({ now: { name: found.name, done: 0, of: found.counts.entries, photos: 0 } });
    const journal = target === "new" ? (made.get(at) ?? (await parts.make(found))) : target;
    if (target === "new") made.set(at, journal);
    const room = parts.room(journal);
    if (!room) throw new ImportError("The journal is not open here any more. Unlock it and go on.");
    const place: ImportPlace = {
      journal,
      records: room.records,
      files: await parts.files(),
      isOnline: () => navigator.onLine,
    };
    const counts: ImportCounts = { done: 0, fresh: 0, there: 0, photos: 0 };
    const said = new Set(state.said);
    const own: Written = written.get(journal) ?? new Map();
    written.set(journal, own);
    const results = state.results;
    const tell = (waitsFor: ImportState["waitsFor"]) => {
      // Another file was chosen, or none is any more.
      if (!state.opened) return;
      become({
        waitsFor,
        now: {
          name: found.name,
          of: found.counts.entries,
          done: counts.done,
          photos: counts.photos,
        },
        results: [...results, { journal, name: found.name, counts: { ...counts } }],
        said: [...said],
      });
    };
    const run: ImportRun = {
      written: own,
      counts,
      said,
      signal,
      hear: ({ waitsFor }) => tell(waitsFor),
    };
    await untilCurrent(place, run);
    const problem = spaceProblem(place, found);
    if (problem !== undefined) throw new ImportError(problem);
    if (signal.aborted || !reader) return;
    const topics = await writeTopics(place, found.topics, own);
    await writeGroups(place, reader.groups(at, state.choices), topics, run);
    // Also of one that was stopped: that much can be taken back.
    tell(undefined);
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open,
    choose({ target, choices }) {
      become({
        ...(target && {
          targets: state.targets.map((one, at) => (at === target.at ? target.to : one)),
        }),
        choices: { ...state.choices, ...choices },
      });
    },
    start,
    stop() {
      life.abort();
      become({ phase: "stopped", waitsFor: undefined });
    },
    async takeBack() {
      become({ phase: "takingBack", problem: undefined });
      await running;
      try {
        let stayed = 0;
        for (const [journal, own] of written) {
          const room = parts.room(journal);
          if (!room)
            throw new ImportError("The journal is not open here any more. Unlock it first.");
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          const kept = await takeBack(room, own);
          stayed += kept;
          if (kept === 0 && [...made.values()].includes(journal)) parts.drop(journal);
        }
        become({ phase: "tookBack", stayed });
      } catch (error) {
        become({ phase: "stopped", problem: problemOf(error) });
      }
    },
    reset() {
      close();
      become(first);
    },
    locked() {
      const wasOpen = state.phase !== "choose";
      close();
      const problem =
        "The journals were locked. Choose the same file again: it goes on where it was, and has nothing twice.";
      become({ ...first, problem: wasOpen ? problem : undefined });
    },
    close,
  };
}

/** Undefined: there is room for what is not there yet. */
function spaceProblem({ records }: ImportPlace, found: FoundPreview): string | undefined {
  const fresh = found.ids.filter((id) => !records.item("entries", id)).length;
  const entries = roomProblem("entries", records.all("entries").size, fresh);
  if (entries !== undefined || fresh === 0) return entries;
  const photos = found.counts.photos + found.counts.files;
  const here = records.all("media").size;
  // Some of them may be there already, which nobody can count before they are read.
  const more = Math.min(photos, fresh === found.ids.length ? photos : mostOfKind.media - here);
  return (
    roomProblem("media", here, more) ??
    (["tags", "people"] as const)
      .map((kind) => {
        const own = found.topics.filter((topic) => topic.kind === kind);
        const news = own.filter(({ id }) => !records.item(kind, id)).length;
        return roomProblem(kind, records.all(kind).size, news);
      })
      .find((problem) => problem !== undefined)
  );
}

function problemOf(error: unknown): string {
  if (error instanceof ImportError || error instanceof JournalFileError) return error.message;
  // oxlint-disable-next-line no-console -- the sentence is shown; why is for who looks there
  console.error("The import did not go on", error);
  return "It did not go on by a fault. What was imported is safe; go on, and the rest comes.";
}
