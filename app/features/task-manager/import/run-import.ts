/** Writes an import part by part as the server takes them, so that it can be stopped and gone on with. */
import type { Change, Records, RefusedItem } from "#app/live/records/records.ts";
import { countStates, missingChanges } from "#app/parts/records/missing-changes.ts";
import type { Missing } from "#app/parts/records/missing-changes.ts";
import type { Act } from "#app/parts/undo/undo-stack.ts";
import { importParts } from "#lib/boards/import-parts.ts";
import { mostAliveCards, mostOfKind } from "#lib/boards/limits.ts";
import { boardShape } from "#lib/boards/shape.ts";
import type { BoardChange, TrelloImport } from "#lib/boards/trello.ts";
import { refusedName } from "../refused-words.ts";
import type { BoardApp } from "../store/use-board.ts";

export type ImportProgress = {
  /** Cards that the server has. */
  done: number;
  of: number;
};

export type Imported = { act: Act | undefined } & (
  | { end: "all" | "stopped" }
  /** What the server does not take, and why. */
  | { problem: string }
);

/** Parts that wait for the server at once: what is stopped is stopped soon. */
const partsAtOnce = 3;

export function missingOf(
  { store }: Pick<BoardApp, "store">,
  changes: readonly BoardChange[],
): Missing {
  return missingChanges(store.records, boardShape, changes);
}

/** Why it cannot be imported; undefined: there is room. @param store undefined: a new board */
export function roomForImport(
  app: Pick<BoardApp, "store"> | undefined,
  { changes, counts }: TrelloImport,
): string | undefined {
  const missing = app && missingOf(app, changes);
  const news = (kind: keyof typeof mostOfKind, all: number) =>
    missing ? countStates(missing, kind, "fresh", "gone") : all;
  const there = (kind: keyof typeof mostOfKind) => app?.store.records.all(kind).size ?? 0;
  const words = (count: number) => count.toLocaleString("en");
  const alive =
    app?.store.columns().reduce((sum, { id }) => sum + app.store.ids(id).length, 0) ?? 0;
  const standing = news("cards", counts.cards) - counts.archived;
  if (alive + standing > mostAliveCards) {
    return `At most ${words(mostAliveCards)} cards stand on a board, and these would be ${words(alive + standing)}. Archive some in Trello, export once more, and import that file.`;
  }
  const groups = [
    ["columns", counts.columns, app?.store.columns().length ?? 0],
    ["labels", counts.labels, app?.store.labels().length ?? 0],
    ["cards", counts.cards, there("cards")],
    ["checks", counts.checks, there("checks")],
    ["comments", counts.comments, there("comments")],
  ] as const;
  for (const [kind, all, now] of groups) {
    const sum = now + news(kind, all);
    if (sum > mostOfKind[kind]) {
      return `A board has at most ${words(mostOfKind[kind])} ${kind}, and these would be ${words(sum)}. Leave some out in Trello, export once more, and import that file.`;
    }
  }
  return undefined;
}

export type ImportOrder = {
  name: string;
  changes: readonly BoardChange[];
  /** Written at the end. */
  more?: readonly Change[];
  /** Runs of one of these in a row are one step of the undo stack. */
  together: string;
};

/** What is there already stays as it is. */
export async function runImport(
  app: Pick<BoardApp, "store" | "acts">,
  { name, changes, more = [], together }: ImportOrder,
  { signal, hear }: { signal: AbortSignal; hear: (progress: ImportProgress) => void },
): Promise<Imported> {
  const { store, acts } = app;
  const { records } = store;
  const missing = missingOf(app, changes);
  const cards = [...missing.states.keys()].filter((key) => key.startsWith("cards/"));
  const parts = importParts([...missing.changes, ...more]);
  const before = records.refused();
  const tell = () => hear({ done: countNumbered(records, cards), of: cards.length });
  const stop = records.subscribe(tell);
  let act: Act | undefined;
  tell();
  try {
    for (let at = 0; at < parts.length; at += partsAtOnce) {
      for (const part of parts.slice(at, at + partsAtOnce)) {
        act = acts.run(`Import ${name}`, part, together);
      }
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const problem = await untilTaken(records, before, signal);
      if (problem !== undefined) return { problem, act };
      if (signal.aborted) return { end: "stopped", act };
    }
    return { end: "all", act };
  } finally {
    stop();
  }
}

/** A number is given by the server. */
function countNumbered(records: Pick<Records, "item">, keys: readonly string[]): number {
  const isNumbered = (key: string) =>
    records.item("cards", key.slice("cards/".length))?.registers["number"] !== undefined;
  return keys.filter(isNumbered).length;
}

/** The first that was not there before; what was may have been settled meanwhile, and may be refused once more. */
function refusedSince(
  before: readonly RefusedItem[],
  now: readonly RefusedItem[],
): RefusedItem | undefined {
  const known = before.map(refusedName);
  return now.find((one) => {
    const at = known.indexOf(refusedName(one));
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  });
}

/** Waits for a network as long as it takes. @returns what the server does not take */
async function untilTaken(
  records: Records,
  before: readonly RefusedItem[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const look = () => {
    const status = records.status();
    const sync = records.sync();
    const refused = refusedSince(before, records.refused());
    if (typeof status === "object" && status.denied)
      resolve("You are no member of this board any more.");
    else if (refused) resolve(refused.text);
    else if (typeof sync === "object") resolve(sync.failed);
    else if (sync === "saved" || signal.aborted) resolve(undefined);
  };
  const stop = records.subscribe(look);
  signal.addEventListener("abort", look);
  look();
  try {
    return await promise;
  } finally {
    stop();
    signal.removeEventListener("abort", look);
  }
}
