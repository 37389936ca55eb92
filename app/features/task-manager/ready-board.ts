/** A board that is worked on without being shown. */
import { openBoard } from "#app/live/boards.ts";
import type { Records } from "#app/live/records/records.ts";
import { appOf } from "./open-board.ts";
import type { BoardApp } from "./store/use-board.ts";

/** Whoever asks closes its store. @throws as openBoard; Error when it cannot be read */
export async function openReadyBoard(uid: string, id: string): Promise<BoardApp> {
  const records = await openBoard(uid, id);
  try {
    await untilReady(records);
  } catch (error) {
    records.close();
    throw error;
  }
  return appOf(records, { uid, id });
}

function untilReady(records: Records): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const status = records.status();
      if (status === "loading") return;
      end();
      if (status === "ready") resolve();
      else reject(new Error(status.failed));
    };
    const end = records.subscribe(look);
    look();
  });
}
