/** Finding what a path means in the small file system. */
import { isFolder } from "./file-tree.ts";
import type { FileNode, Folder, Place } from "./file-tree.ts";

/** `path` as it was typed: `..`, `/about.txt`, `~`, `projects/`. It need not exist. */
export function resolvePath(from: Place, path: string): string[] {
  const fromRoot = /^[/~]/.test(path);
  const place = fromRoot ? [] : [...from];
  for (const name of path.replace(/^~/, "").split("/")) {
    if (name === "..") place.pop();
    else if (name !== "" && name !== ".") place.push(name);
  }
  return place;
}

/** What is there; a name in the wrong case will do when there is none in the right one. */
export function nodeAt(root: Folder, place: Place): FileNode | undefined {
  let node: FileNode = root;
  for (const name of place) {
    if (!isFolder(node)) return undefined;
    const found: FileNode | undefined =
      node.entries.find((entry) => entry.name === name) ??
      node.entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
    if (found === undefined) return undefined;
    node = found;
  }
  return node;
}

/** With the names' own case. */
export function properPlace(root: Folder, place: Place): string[] {
  return place.map((name, at) => nodeAt(root, place.slice(0, at + 1))?.name ?? name);
}

/** Everything below, each before what is in it. */
export function* walk(
  folder: Folder,
  place: Place = [],
): Generator<{ node: FileNode; place: string[] }> {
  for (const node of folder.entries) {
    const here = [...place, node.name];
    yield { node, place: here };
    if (isFolder(node)) yield* walk(node, here);
  }
}
