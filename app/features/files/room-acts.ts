/** What can be done with what is chosen: in the bar above the list, and in the menu of a row. */
import type { DriveRole } from "#lib/drive/acts.ts";

export type ActId =
  | "open"
  | "download"
  | "rename"
  | "move"
  | "copy"
  | "star"
  | "link"
  | "people"
  | "details"
  | "trash";

export type FileAct = {
  id: string;
  title: string;
  run: () => void;
};

/** What decides which acts there are. */
export type ChosenFacts = {
  count: number;
  /** The first one is. */
  isFolder: boolean;
  isShared: boolean;
  /** All are. */
  isStarred: boolean;
};

/** In the order of the menu. @param run what each does */
export function actsFor(
  { count, isFolder, isShared, isStarred }: ChosenFacts,
  { role, isOwn }: { role: DriveRole; isOwn: boolean },
  run: (id: ActId) => void,
): FileAct[] {
  if (count === 0) return [];
  const isOne = count === 1;
  const mayWrite = role !== "viewer";
  const all: (readonly [ActId, string, boolean])[] = [
    ["open", "Open", isOne],
    ["download", !isOne || isFolder ? "Download as ZIP" : "Download", true],
    ["rename", "Rename", isOne && mayWrite],
    ["move", "Move to…", mayWrite],
    ["copy", "Copy to…", mayWrite],
    ["star", isStarred ? "Take the star off" : "Star", isOwn],
    ["link", "Share link…", isOne && isOwn],
    ["people", isOwn ? "Share with people…" : "People…", isOne && isFolder && (isOwn || isShared)],
    ["details", "Details", true],
    ["trash", "Move to the trash", mayWrite],
  ];
  return all
    .filter(([, , isThere]) => isThere)
    .map(([id, title]) => ({ id, title, run: () => run(id) }));
}
