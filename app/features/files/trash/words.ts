/** What the trash and the space say of files and folders. */
import { trashDays } from "#lib/drive/limits.ts";
import type { DriveActError } from "#lib/drive/acts.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { DriveTree } from "#lib/drive/tree.ts";

/** What the drive itself is called where a path begins. */
export const driveName = "Files";

const dayMs = 86_400_000;

export function itemsWord(count: number): string {
  return count === 1 ? "1 item" : `${count.toLocaleString("en")} items`;
}

export function filesWord(count: number): string {
  return count === 1 ? "1 file" : `${count.toLocaleString("en")} files`;
}

/** "Files / Photos / Summer" */
export function placeOf(tree: DriveTree, id: string): string {
  return [driveName, ...tree.pathOf(id).map(({ name }) => name)].join(" / ");
}

/** "30 days left"; the job that empties may be late by a day. @param now milliseconds since 1970 */
export function timeLeft(trashedAt: string, now: number): string {
  const days = Math.ceil(trashDays - (now - Date.parse(trashedAt)) / dayMs);
  if (!(days > 0)) return "deleted soon";
  return days === 1 ? "1 day left" : `${Math.min(days, trashDays)} days left`;
}

const reasons: Record<DriveActError, string> = {
  "not-found": "It is not there any more.",
  "no-folder": "Its folder is not there any more.",
  "name-taken": "Its name is taken there.",
  "bad-name": "Its name cannot be used.",
  "into-itself": "A folder cannot go into itself.",
  "too-deep": "There are too many folders inside each other.",
  "too-many": "There are too many files in one place.",
  "not-allowed": "You may not change it.",
  "no-object": "Its content is not stored any more.",
  "no-space": "There is not enough space left.",
  changed: "It was being changed at the same time. Try again.",
};

export function reasonOf(error: DriveActError): string {
  return reasons[error];
}

/** The newest first. */
export function byTrashed(a: DriveNode, b: DriveNode): number {
  const [first, second] = [a.trashedAt ?? "", b.trashedAt ?? ""];
  if (first === second) return a.name.localeCompare(b.name, "en", { numeric: true });
  return first < second ? 1 : -1;
}
