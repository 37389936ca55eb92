/** One import, from its first part to its last: it can be stopped, gone on with, and taken back. */
import { createBoard } from "#app/live/board-api.ts";
import type { Change } from "#app/live/records/records.ts";
import type { Act } from "#app/parts/undo/undo-stack.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { TrelloImport } from "#lib/boards/trello.ts";
import { quoted } from "#lib/quoted.ts";
import { goneOf } from "../acts/act-parts.ts";
import { openReadyBoard } from "../ready-board.ts";
import type { BoardApp } from "../store/use-board.ts";
import { runImport } from "./run-import.ts";
import type { ImportProgress } from "./run-import.ts";

type ImportState = {
  phase: "running" | "stopped" | "done" | { problem: string };
  /** Undefined: nothing is written yet. */
  progress: ImportProgress | undefined;
  /** Undefined: it is not made yet. */
  board: string | undefined;
  /** What was written, while it can be taken back in one step. */
  act: Act | undefined;
};

export type ImportSession = {
  /** The same object while nothing has changed. */
  state: () => ImportState;
  subscribe: (listener: () => void) => () => void;
  /** Begins, and goes on after it was stopped. */
  start: () => void;
  stop: () => void;
  takeBack: () => void;
  /** A board that was opened for it only is closed. */
  close: () => void;
};

type Parts = {
  uid: string;
  /** Of a new board. */
  zone: string;
  found: TrelloImport;
  /** Undefined: into a new board. */
  here: BoardApp | undefined;
};

let count = 0;

export function createImportSession({ uid, zone, found, here }: Parts): ImportSession {
  count += 1;
  const together = `import ${count}`;
  const listeners = new Set<() => void>();
  let opening: Promise<BoardApp> | undefined = here && Promise.resolve(here);
  let life = new AbortController();
  let state: ImportState = {
    phase: "running",
    progress: undefined,
    board: here?.store.id,
    act: undefined,
  };

  function become(next: Partial<ImportState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function open(): Promise<BoardApp> {
    const board = state.board ?? (await createBoard({ name: found.name, colour: "blue", zone }));
    become({ board });
    return openReadyBoard(uid, board);
  }

  /** Asked for twice, it is one board. */
  function opened(): Promise<BoardApp> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  /** @param over of the run that has ended: React's development check has begun another one by then */
  async function closeOpened(over: AbortSignal): Promise<void> {
    try {
      const app = await opening;
      if (over === life.signal) app?.store.close();
    } catch {
      // What could not be opened is not open.
    }
  }

  async function run({ signal }: AbortController): Promise<void> {
    const app = await opened();
    if (signal.aborted) return;
    const done = await runImport(
      app,
      {
        name: quoted(found.name),
        changes: found.changes,
        more: here ? [] : firstColumnsGone(app),
        together,
      },
      { signal, hear: (progress) => become({ progress }) },
    );
    const act = done.act ?? state.act;
    if ("problem" in done) become({ act, phase: done });
    else if (done.end === "all") become({ act, phase: "done" });
    else become({ act, phase: signal === life.signal ? "stopped" : state.phase });
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      life.abort();
      const own = new AbortController();
      life = own;
      become({ phase: "running" });
      run(own).catch((error: unknown) => {
        if (own.signal.aborted) return;
        // oxlint-disable-next-line no-console -- the sentence is shown; why is for who looks there
        console.error("The import did not go on", error);
        const problem = problemText(error) ?? "It could not be imported. Try again in a moment.";
        become({ phase: { problem } });
      });
    },
    stop() {
      life.abort();
      if (state.phase === "running") become({ phase: "stopped" });
    },
    takeBack() {
      const { act } = state;
      if (act) here?.acts.undo(act);
    },
    close() {
      life.abort();
      here?.acts.settle();
      if (here) return;
      void closeOpened(life.signal);
    },
  };
}

/** A new board begins with three columns; one of Trello brings its own. */
function firstColumnsGone({ store }: BoardApp): Change[] {
  const first = ["c1", "c2", "c3"];
  const empty = first.filter((id) => store.column(id) && store.ids(id).length === 0);
  return empty.map((id) => goneOf("columns", id));
}
