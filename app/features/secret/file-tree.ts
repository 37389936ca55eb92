/** The small file system that the terminal walks: folders and texts made of what the site shows. */

export type TextFile = { name: string; text: string; /** The page that shows it. */ href?: string };
export type Folder = { name: string; entries: FileNode[]; href?: string };
export type FileNode = TextFile | Folder;

/** Names from the root on; empty is the root. */
export type Place = readonly string[];

export function isFolder(node: FileNode): node is Folder {
  return "entries" in node;
}

export function formatPlace(place: Place): string {
  return place.length === 0 ? "~" : `~/${place.join("/")}`;
}
