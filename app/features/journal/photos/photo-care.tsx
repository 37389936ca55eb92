/** Looks after files while the journals are open: sends what waits, and deletes what nobody will ask for again. */
import { useEffect } from "react";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { keptJournals } from "#app/live/journals/kept-headers.ts";
import { mediaOf } from "#lib/journal/journal-items.ts";
import { endHeldSession } from "../import/held-session.ts";
import { lastWriteOf } from "../acts/trash-care.ts";
import { useJournal, useRooms } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { carePlan } from "./care-plan.ts";
import { purgeMedia } from "./purge-photos.ts";

/** First paints and first changes come before it. */
const quietMs = 15_000;

export function PhotoCare() {
  const { uid, store } = useJournal();
  const rooms = useRooms();
  const ids = rooms.map(({ journal }) => journal).join();
  useEffect(() => {
    // What waits goes from when they are open.
    openJournalFiles(uid).catch(log);
    const life = new AbortController();
    const timer = setTimeout(() => {
      const care = async () => {
        for (const journal of ids.split(",")) {
          const room = store.room(journal);
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          if (room && !life.signal.aborted) await careFor(uid, room, life.signal);
        }
      };
      care().catch((error: unknown) => life.signal.aborted || log(error));
    }, quietMs);
    return () => {
      life.abort();
      clearTimeout(timer);
    };
  }, [uid, store, ids]);
  useEffect(() => () => endHeldSession(store), [store]);
  return null;
}

async function careFor(uid: string, room: Room, signal: AbortSignal): Promise<void> {
  const { journal, records } = room;
  if (records.status() !== "ready") return;
  await takeLeft(uid, room);
  // Of what is not all here nobody can say what is too much.
  if (!navigator.onLine || !records.isCurrent()) return;
  const toldAt = lastWriteOf(room);
  const { old, known } = carePlan(records, Math.min(Date.now(), toldAt));
  await purgeMedia({ uid, records, journal, ids: old });
  if (records.sync() !== "saved") return;
  const files = await openJournalFiles(uid);
  await files.sweep(journal, known, toldAt, signal);
}

/** Photos that waited here while another device encrypted their journal: only into a private one, which no header can forge. */
async function takeLeft(uid: string, { journal, isSealed, records }: Room): Promise<void> {
  if (!isSealed) return;
  const headers = new Map(keptJournals(uid)?.map((header) => [header.id, header]));
  const from = headers.get(journal)?.copyOf ?? "";
  const before = headers.get(from);
  if (before === undefined || before.isSealed || before.goneTo === "") return;
  const files = await openJournalFiles(uid);
  const media = [...records.all("media")].flatMap(([id, item]) => mediaOf(id, item) ?? []);
  const left = await files.moveWaiting(from, journal, media);
  if (left > 0)
    log(new Error(`${left} photos of a journal that was encrypted wait where they are.`));
}

function log(error: unknown): void {
  // It is done the next time; nothing of it is missed meanwhile.
  // oxlint-disable-next-line no-console -- what failed in the browser has no other log
  console.error("Deleted photos could not be cleared", error);
}
