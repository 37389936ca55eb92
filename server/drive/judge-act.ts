/** Whether one act on a drive may be, and what it writes. What it asks of objects has been looked up before. */
import type { DriveAct, DriveActError, DriveActResult, DriveRole } from "#lib/drive/acts.ts";
import { mostChildren, mostDepth, mostNodes, mostVersions } from "#lib/drive/limits.ts";
import { tidyName, whyNotName } from "#lib/drive/names.ts";
import { type DriveFile, type DriveNode, type DriveVersion, rootFolder } from "#lib/drive/node.ts";
import { type FoundChain, type MemberRole, forMember } from "./access.ts";
import type { ActView } from "./act-view.ts";
import { goneOf } from "./store.ts";

/** What is stored under the name that an act gives an object. */
export type ActObject =
  | { size: number; type: string }
  | "no-object"
  | "no-space"
  /** It was not to be copied when that was looked at. */
  | "changed";

export type Judging = {
  view: ActView;
  uid: string;
  owner: string;
  /** ISO, UTC. */
  at: string;
  /** Of the drive, with what is added here. */
  nodes: number;
  /** No folder is deeper. */
  depth: number;
  roleIn: (folder: string) => Promise<MemberRole | undefined>;
  /** Of `add-file`, `add-version` and `copy-file`. */
  objects: ReadonlyMap<string, ActObject>;
  countOf: (folder: string) => Promise<number>;
  newId: () => string;
};

class Refused extends Error {
  readonly code: DriveActError;
  readonly free: string | undefined;
  constructor(code: DriveActError, free?: string) {
    super(code);
    this.code = code;
    this.free = free;
  }
}

/** @param on.nodes and `on.depth` grow with what is done @throws BackendError */
export async function judgeAct(on: Judging, act: DriveAct): Promise<DriveActResult> {
  try {
    const node = await judge(on, act);
    return { node: node !== null && on.uid !== on.owner ? forMember(node) : node };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, free } = error;
    return free === undefined ? { error: code } : { error: code, name: free };
  }
}

function judge(on: Judging, act: DriveAct): Promise<DriveNode | null> {
  switch (act.act) {
    case "make-folder":
      return make(on, act, { kind: "folder" });
    case "add-file":
      return addFile(on, act);
    case "copy-file":
      return copyFile(on, act);
    case "add-version":
      return addVersion(on, act);
    case "restore-version":
      return restoreVersion(on, act);
    case "drop-version":
      return dropVersion(on, act);
    case "rename":
      return rename(on, act);
    case "move":
      return move(on, act);
    case "star":
      return star(on, act);
    case "trash":
      return trash(on, act.id);
    case "restore":
      return restore(on, act.id);
    case "delete-for-ever":
      return deleteForEver(on, act.id);
  }
}

/** `version` is asked for last: who may not is told that, and not what is stored. */
type Made = { kind: "folder" } | { kind: "file"; object: string; version: () => DriveVersion };

type Found = { node: DriveNode; chain: FoundChain; role: DriveRole };

/** @param need "see": to read it; "write": to change it; "in": to put something into it */
async function find(on: Judging, id: string, need: "see" | "write" | "in"): Promise<Found> {
  const chain = await on.view.chain(id);
  const [node] = chain?.nodes ?? [];
  if (chain === undefined || node === undefined) throw new Refused("not-found");
  if (on.uid === on.owner) return { node, chain, role: "owner" };
  const isHidden = !chain.isWhole || chain.nodes.some(({ trashedAt }) => trashedAt !== null);
  if (isHidden) throw new Refused("not-found");
  const roles = await Promise.all(
    chain.nodes.map(async (one) => (one.kind === "folder" ? on.roleIn(one.id) : undefined)),
  );
  if (roles.every((role) => role === undefined)) throw new Refused("not-found");
  if (need === "see") return { node, chain, role: "viewer" };
  // The folder that was shared is its owner's.
  const counting = need === "in" ? roles : roles.slice(1);
  if (!counting.includes("member")) throw new Refused("not-allowed");
  return { node, chain, role: "member" };
}

/** How deep what is put into it lies; what lies in the drive itself has 1. */
async function depthIn(on: Judging, folder: string): Promise<number> {
  if (folder === rootFolder) {
    if (on.uid !== on.owner) throw new Refused("no-folder");
    return 1;
  }
  let found: Found;
  try {
    found = await find(on, folder, "in");
  } catch (error) {
    const isHidden = error instanceof Refused && error.code === "not-found";
    throw isHidden ? new Refused("no-folder") : error;
  }
  const { node, chain } = found;
  const isTrashed = chain.nodes.some(({ trashedAt }) => trashedAt !== null);
  if (node.kind !== "folder" || isTrashed) throw new Refused("no-folder");
  return chain.nodes.length + 1;
}

async function nameIn(
  on: Judging,
  to: { parent: string; name: string; kind: DriveNode["kind"]; id?: string },
): Promise<string> {
  const { parent, kind, id } = to;
  const name = tidyName(to.name);
  if (whyNotName(name) !== undefined) throw new Refused("bad-name");
  if (await on.view.isTaken(parent, name, id)) {
    throw new Refused("name-taken", await on.view.freeName(parent, name, kind, id));
  }
  return name;
}

async function roomIn(on: Judging, parent: string): Promise<void> {
  // Before there are so many in all, no folder has too many.
  if (on.nodes >= mostChildren && (await on.countOf(parent)) >= mostChildren) {
    throw new Refused("too-many");
  }
}

async function make(
  on: Judging,
  act: { id: string; parent: string; name: string },
  what: Made,
): Promise<DriveNode> {
  const depth = await depthIn(on, act.parent);
  if (depth > mostDepth) throw new Refused("too-deep");
  const there = await on.view.entry(act.id);
  if (there) {
    // The same once more: its answer was lost.
    if ("node" in there && isSame(there.node, what)) return (await find(on, act.id, "write")).node;
    throw new Refused("not-found");
  }
  const name = await nameIn(on, { ...act, kind: what.kind });
  if (on.nodes >= mostNodes) throw new Refused("too-many");
  await roomIn(on, act.parent);
  const node: DriveNode = {
    id: act.id,
    parent: act.parent,
    name,
    createdAt: on.at,
    updatedAt: on.at,
    trashedAt: null,
    starred: false,
    links: 0,
    shared: false,
    ...(what.kind === "folder"
      ? { kind: "folder" }
      : { kind: "file", version: what.version(), older: [] }),
  };
  on.view.put(node);
  on.nodes += 1;
  if (what.kind === "folder") on.depth = Math.max(on.depth, depth);
  return node;
}

function isSame(node: DriveNode, what: Made): boolean {
  if (what.kind === "folder") return node.kind === "folder";
  return node.kind === "file" && hasObject(node, what.object);
}

function hasObject({ version, older }: DriveFile, object: string): boolean {
  return version.object === object || older.some((one) => one.object === object);
}

async function addFile(on: Judging, act: Extract<DriveAct, { act: "add-file" }>) {
  // First: of objects nothing is said to who may not.
  await depthIn(on, act.parent);
  const adopted = await adoptedWith(on, act);
  const { object } = act;
  const version = () => versionOf(on, act);
  if (adopted === undefined) return make(on, act, { kind: "file", object, version });
  // First: its name is free then.
  leaveAdopted(on, adopted);
  try {
    return await make(on, act, { kind: "file", object, version });
  } catch (error) {
    on.nodes += 1;
    on.view.put(adopted);
    throw error;
  }
}

/** Its bytes are another node's now. */
function leaveAdopted(on: Judging, adopted: DriveNode): void {
  on.view.gone({ ...goneOf(on, adopted), left: false, objects: [] });
  on.nodes -= 1;
}

/** A file that came into the drive by itself, as who uploaded it did not say for long where it belongs. */
async function adoptedWith(on: Judging, act: { id: string; object: string }) {
  const holders = (await on.view.withObject(act.object)).filter(({ id }) => id !== act.id);
  const [holder] = holders;
  if (holder === undefined) return undefined;
  const isUntouched = holder.kind === "file" && holder.version.by === adoptedBy;
  if (!isUntouched || on.uid !== on.owner) throw new Refused("no-object");
  return holder;
}

/** As `by` of a version: nobody said who brought it. */
export const adoptedBy = "";

function versionOf(on: Judging, act: { object: string; sha256: string | null }): DriveVersion {
  const stored = on.objects.get(act.object) ?? "no-object";
  if (typeof stored === "string") throw new Refused(stored);
  // Its owner does not upload what is there already: by what a member says, they would get the member's bytes instead.
  const sha256 = on.uid === on.owner ? act.sha256 : null;
  return { object: act.object, ...stored, sha256, at: on.at, by: on.uid };
}

async function copyFile(on: Judging, act: Extract<DriveAct, { act: "copy-file" }>) {
  const { node } = await find(on, act.from, "see");
  if (node.kind !== "file") throw new Refused("not-found");
  const { object } = act;
  if ((await on.view.withObject(object)).some(({ id }) => id !== act.id)) {
    throw new Refused("no-object");
  }
  const { sha256, type } = node.version;
  // Of the bytes that were there, whoever has asked.
  const version = () => ({ ...versionOf(on, { object, sha256 }), sha256, type });
  return make(on, act, { kind: "file", object, version });
}

async function findFile(on: Judging, id: string): Promise<DriveFile> {
  const { node } = await find(on, id, "write");
  if (node.kind !== "file") throw new Refused("not-found");
  return node;
}

async function addVersion(on: Judging, act: Extract<DriveAct, { act: "add-version" }>) {
  const file = await findFile(on, act.id);
  if (hasObject(file, act.object)) return file;
  const adopted = await adoptedWith(on, act);
  const version = versionOf(on, act);
  if (adopted !== undefined) leaveAdopted(on, adopted);
  const older = [file.version, ...file.older];
  leave(on, older.slice(mostVersions));
  return changed(on, { ...file, version, older: older.slice(0, mostVersions), updatedAt: on.at });
}

async function restoreVersion(on: Judging, act: { id: string; object: string }) {
  const file = await findFile(on, act.id);
  if (file.version.object === act.object) return file;
  const version = file.older.find(({ object }) => object === act.object);
  if (!version) throw new Refused("no-object");
  const older = [file.version, ...file.older.filter((one) => one !== version)];
  return changed(on, { ...file, version, older, updatedAt: on.at });
}

async function dropVersion(on: Judging, act: { id: string; object: string }) {
  const file = await findFile(on, act.id);
  // Nothing brings it back.
  if (on.uid !== on.owner) throw new Refused("not-allowed");
  const version = file.older.find(({ object }) => object === act.object);
  // The current one stays: without it this would be no file.
  if (!version) throw new Refused("no-object");
  leave(on, [version]);
  return changed(on, { ...file, older: file.older.filter((one) => one !== version) });
}

/** Their objects go soon after. */
function leave(on: Judging, versions: readonly DriveVersion[]): void {
  if (versions.length === 0) return;
  const objects = versions.map(({ object }) => object);
  const id = on.newId();
  const note = { parent: rootFolder, goneAt: on.at, waitsUntil: null, known: false };
  on.view.gone({ id, ...note, left: true, objects });
}

async function rename(on: Judging, act: { id: string; name: string }) {
  const { node } = await find(on, act.id, "write");
  const { parent, kind, id } = node;
  if (tidyName(act.name) === node.name) return node;
  const isShown = node.trashedAt === null;
  const to = { parent, kind, id, name: act.name };
  const name = isShown ? await nameIn(on, to) : await nameIn(on, { ...to, parent: "trash" });
  return changed(on, { ...node, name, updatedAt: on.at });
}

async function move(on: Judging, act: { id: string; parent: string; name?: string | undefined }) {
  const { node, chain } = await find(on, act.id, "write");
  if (node.trashedAt !== null) throw new Refused("not-found");
  const depth = await depthIn(on, act.parent);
  const asked = act.name ?? node.name;
  if (node.parent === act.parent && tidyName(asked) === node.name) return node;
  await notIntoItself(on, node, act.parent);
  await notTooDeep(on, node, { from: chain.nodes.length, to: depth });
  const { kind, id } = node;
  const name = await nameIn(on, { parent: act.parent, name: asked, kind, id });
  if (node.parent !== act.parent) await roomIn(on, act.parent);
  const updatedAt = name === node.name ? node.updatedAt : on.at;
  return changed(on, { ...node, parent: act.parent, name, updatedAt });
}

async function notIntoItself(on: Judging, node: DriveNode, parent: string): Promise<void> {
  if (node.kind === "file" || parent === rootFolder) return;
  const above = await on.view.chain(parent);
  if (above?.nodes.some(({ id }) => id === node.id)) throw new Refused("into-itself");
}

async function notTooDeep(
  on: Judging,
  node: DriveNode,
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (to > mostDepth) throw new Refused("too-deep");
  if (node.kind === "file") return;
  // No folder of the drive is deeper than `depth`, so nothing below this one is either.
  const atMost = to + Math.max(0, on.depth - from);
  if (atMost <= mostDepth) {
    on.depth = Math.max(on.depth, atMost);
    return;
  }
  const deepest = to + (await on.view.heightOf(node.id));
  if (deepest > mostDepth) throw new Refused("too-deep");
  on.depth = Math.max(on.depth, deepest);
}

async function star(on: Judging, act: { id: string; starred: boolean }) {
  const { node } = await find(on, act.id, "see");
  if (on.uid !== on.owner) throw new Refused("not-allowed");
  if (node.starred === act.starred) return node;
  return changed(on, { ...node, starred: act.starred });
}

async function trash(on: Judging, id: string) {
  const { node } = await find(on, id, "write");
  if (node.trashedAt !== null) return node;
  return changed(on, { ...node, trashedAt: on.at });
}

async function restore(on: Judging, id: string) {
  const { node, chain } = await find(on, id, "write");
  if (node.trashedAt === null) return node;
  const above = chain.nodes.slice(1);
  const isThere = chain.isWhole && above.every(({ trashedAt }) => trashedAt === null);
  const parent = isThere ? node.parent : rootFolder;
  if (!isThere) {
    await notTooDeep(on, node, { from: Math.min(chain.nodes.length, mostDepth), to: 1 });
  }
  await roomIn(on, parent);
  const name = await on.view.freeName(parent, node.name, node.kind, id);
  return changed(on, { ...node, parent, name, trashedAt: null });
}

async function deleteForEver(on: Judging, id: string): Promise<null> {
  const entry = await on.view.entry(id);
  if (entry && "gone" in entry && on.uid === on.owner) return null;
  const { node, chain } = await find(on, id, "see");
  if (on.uid !== on.owner) throw new Refused("not-allowed");
  // Nobody's slip deletes what is not in the trash.
  if (chain.nodes.every(({ trashedAt }) => trashedAt === null)) throw new Refused("not-found");
  on.view.gone(goneOf(on, node));
  on.nodes -= 1;
  return null;
}

function changed<Node extends DriveNode>(on: Judging, node: Node): Node {
  on.view.put(node);
  return node;
}
