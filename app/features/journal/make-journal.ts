import { JournalLimitError, makePlainJournal } from "#app/live/journals/make-journal.ts";
import { NoAnswerError } from "#app/live/outbox/outbox.ts";
import { roomProblem } from "#lib/journal/limits.ts";
import { orderBehind } from "#lib/records/place.ts";
import type { JournalStore } from "./store/journal-store.ts";

type Named = { name: string; colour: string };

/** Behind the others. Resolves once it is open here. @returns its id @throws see notMadeText */
export async function makeJournal(store: JournalStore, { name, colour }: Named): Promise<string> {
  const problem = roomProblem("journals", store.rooms().length + store.goneRooms().length, 1);
  if (problem !== undefined) throw new JournalLimitError(problem);
  const journal = await makePlainJournal(store.uid, { name, colour, order: nextOrder(store) });
  await untilOpen(store, journal);
  return journal;
}

/** The place of a new one. */
export function nextOrder(store: JournalStore): string {
  const sorted = store.rooms().map(({ journal, settings }) => ({
    id: journal,
    order: settings.order,
  }));
  return orderBehind(sorted, sorted.length - 1, Math.random);
}

/** Why a journal was not made. */
export function notMadeText(error: unknown): string {
  if (error instanceof JournalLimitError) return error.message;
  if (error instanceof NoAnswerError) {
    return "A journal is made with a connection only. Nothing was made; try again once you are online.";
  }
  // What failed in the browser has no other log than its console.
  // oxlint-disable-next-line no-console
  console.error("A journal was not made", error);
  return "The journal was not made. Try it again.";
}

const patienceMs = 15_000;

/** Made, it comes by the list of journals; who waits too long finds it there later. */
export function untilOpen(store: JournalStore, journal: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      end();
      resolve();
    };
    const timer = setTimeout(done, patienceMs);
    const end = store.subscribe("rooms", () => store.room(journal) && done());
    if (store.room(journal)) done();
  });
}
