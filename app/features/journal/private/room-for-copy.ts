/** Whether photos of a journal fit once more into what the account may keep: until its copy is whole they lie there twice. */
import { FilesError, type StorageUsage, storageUsage } from "#app/live/files.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { mediaOf } from "#lib/journal/journal-items.ts";
import type { Item } from "#lib/records/register.ts";
import type { Room } from "../store/journal-store.ts";

/** With their smaller pictures, and what sealing pads them to. */
const share = 1.2;

/** A sentence, or undefined: there is room, or nobody can say. */
export async function noRoomFor({ records }: Pick<Room, "records">): Promise<string | undefined> {
  const bytes = bytesOf(records.all("media"));
  if (bytes === 0) return undefined;
  try {
    return noRoomText(bytes, await storageUsage());
  } catch (error) {
    // Each photo is asked for again when it is sent, and then it is said.
    if (error instanceof FilesError) return undefined;
    throw error;
  }
}

/** Also those in the trash: they go along. */
function bytesOf(media: ReadonlyMap<string, Item>): number {
  let sum = 0;
  for (const [id, item] of media) sum += mediaOf(id, item)?.sizeBytes ?? 0;
  return sum;
}

export function noRoomText(bytes: number, usage: StorageUsage): string | undefined {
  const { usedBytes, reservedBytes, limitBytes } = usage;
  if (limitBytes === null) return undefined;
  const needed = Math.ceil(bytes * share);
  const free = Math.max(0, limitBytes - usedBytes - reservedBytes);
  if (needed <= free) return undefined;
  return `There is not enough space: until all is copied the photos lie on the server twice. They need ${formatBytes(needed)}, and ${formatBytes(free)} are free. Delete files, or ask an admin for more.`;
}
