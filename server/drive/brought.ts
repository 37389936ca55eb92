/**
 * What a member has brought into somebody else's drive is in their own no more. It is deleted there once it is the owner's; a
 * note in their own drive, from the same commit, says so to the daily purge if this process ends in between.
 */
import { objectNameOf } from "#lib/drive/node.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { newDriveId } from "./new-id.ts";
import { type DriveStore, noteIn } from "./store.ts";

export type Brought = { uid: string; objects: readonly string[]; note: Write & { set: string } };

/** @param at ISO, UTC */
export function broughtBy(uid: string, objects: readonly string[], at: string): Brought {
  const note = noteIn(uid, {
    id: newDriveId(),
    parent: "",
    goneAt: at,
    left: true,
    objects: [...objects],
    // Unless they name some of it in their own drive, too.
    waitsUntil: at,
    known: false,
  });
  return { uid, objects, note };
}

export async function forgetBrought(
  deps: {
    backend: Pick<ServerBackend, "deleteObject" | "commit">;
    store: Pick<DriveStore, "withObject">;
    log: Log;
  },
  { uid, objects, note }: Brought,
): Promise<void> {
  const { backend, store, log } = deps;
  try {
    await Promise.all(
      objects.map(async (object) => {
        const [holder] = await store.withObject(uid, object);
        if (!holder) await backend.deleteObject(objectNameOf(uid, object));
      }),
    );
    await backend.commit([{ delete: note.set }]);
  } catch (error) {
    log.warn({ err: error, uid }, "what a member brought is in their own drive until it is swept");
  }
}
