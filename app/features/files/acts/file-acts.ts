/** What is done with files and folders of a source: said in passing, with its way back; what fails, with why. */
import { newDriveId } from "#app/live/drive/new-drive-id.ts";
import {
  type Undo,
  PartlyUndone,
  offerUndo,
  tell,
  tellProblem,
} from "#app/parts/tool-frame/toasts.ts";
import type { DriveAct, DriveActError } from "#lib/drive/acts.ts";
import { nameKey, freeName } from "#lib/drive/names.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";
import type { DriveSource } from "../source.ts";
import { driveName, itemsWord, reasonOf } from "../trash/words.ts";
import { runAll } from "./run-all.ts";

type Done = { node: DriveNode; now: DriveNode | null };
type Change = {
  act: (node: DriveNode) => DriveAct;
  back: (node: DriveNode, now: DriveNode) => readonly DriveAct[];
  /** "Moved “a” to “b”." @param what "“a”" or "3 items" */
  said: (what: string, done: readonly Done[]) => string;
  /** "was moved": what did not happen. */
  verb: string;
};

async function change(
  source: DriveSource,
  nodes: readonly DriveNode[],
  how: Change,
): Promise<boolean> {
  const { results, problem } = await runAll(source, nodes.map(how.act));
  const done: Done[] = [];
  const rest: DriveNode[] = [];
  let why = problem;
  for (const [at, node] of nodes.entries()) {
    const result = results[at];
    if (result && "node" in result) done.push({ node, now: result.node });
    else {
      rest.push(node);
      if (result) why ??= reasonOf(result.error);
    }
  }
  offerBack(source, done, how);
  if (rest.length === 0) return true;
  tellProblem(
    `${whatOf(rest)} ${rest.length === 1 ? "was" : "were"} not ${how.verb}. ${why ?? ""}`.trim(),
    () => void change(source, rest, how),
  );
  return false;
}

function offerBack(source: DriveSource, done: readonly Done[], how: Change): void {
  if (done.length === 0) return;
  const acts = done.flatMap(({ node, now }) => (now ? how.back(node, now) : []));
  offerUndo({
    text: how.said(whatOf(done.map(({ node }) => node)), done),
    undo: undoing(source, acts),
    about: done.map(({ node }) => node.id),
  });
}

function undoing(source: DriveSource, acts: readonly DriveAct[]): Undo {
  return async () => {
    const { results, problem } = await runAll(source, acts);
    const rest = acts.filter((_, at) => {
      const result = results[at];
      return result === undefined || "error" in result;
    });
    if (rest.length === 0) return;
    const failed = results.find((result) => result && "error" in result);
    const why = problem ?? (failed && "error" in failed ? reasonOf(failed.error) : "");
    throw new PartlyUndone(
      `${itemsWord(rest.length)} stayed as ${rest.length === 1 ? "it is" : "they are"}. ${why}`,
      undoing(source, rest),
    );
  };
}

export function whatOf(nodes: readonly { name: string }[]): string {
  const [only] = nodes;
  return nodes.length === 1 && only ? quoted(only.name) : itemsWord(nodes.length);
}

export function trash(source: DriveSource, nodes: readonly DriveNode[]): Promise<boolean> {
  return change(source, nodes, {
    act: ({ id }) => ({ act: "trash", id }),
    back: ({ id }) => [{ act: "restore", id }],
    said: (what) => `Moved ${what} to the trash.`,
    verb: "moved to the trash",
  });
}

/** All of them, or none where all are. */
export function star(source: DriveSource, nodes: readonly DriveNode[]): Promise<boolean> {
  const starred = nodes.some((node) => !node.starred);
  return change(
    source,
    nodes.filter((node) => node.starred !== starred),
    {
      act: ({ id }) => ({ act: "star", id, starred }),
      back: ({ id }) => [{ act: "star", id, starred: !starred }],
      said: (what) => (starred ? `Starred ${what}.` : `Took the star off ${what}.`),
      verb: starred ? "starred" : "changed",
    },
  );
}

/** @returns why not, in a sentence; undefined when it is done. What no answer came for is said in passing. */
export async function rename(
  source: DriveSource,
  node: DriveNode,
  name: string,
): Promise<string | undefined> {
  const { results, problem } = await runAll(source, [{ act: "rename", id: node.id, name }]);
  const [result] = results;
  if (result === undefined) return problem;
  if ("error" in result) return nameReason(result.error, result.name);
  const now = result.node;
  if (now) {
    offerUndo({
      text: `Renamed ${quoted(node.name)} to ${quoted(now.name)}.`,
      undo: undoing(source, [{ act: "rename", id: node.id, name: node.name }]),
      about: [node.id],
    });
  }
  return undefined;
}

/** @returns the new folder's id, or why not */
export async function makeFolder(
  source: DriveSource,
  parent: string,
  name: string,
): Promise<{ id: string } | { why: string }> {
  const id = newDriveId();
  const { results, problem } = await runAll(source, [{ act: "make-folder", id, parent, name }]);
  const [result] = results;
  if (result === undefined) return { why: problem ?? "The server gave no answer. Try again." };
  if ("error" in result) return { why: nameReason(result.error, result.name) };
  tell(`Made the folder ${quoted(result.node?.name ?? name)}.`, [id]);
  return { id };
}

function nameReason(error: DriveActError, free: string | undefined): string {
  if (error !== "name-taken") return reasonOf(error);
  const why = "This name is taken in this folder.";
  return free === undefined ? why : `${why} ${quoted(free)} is free.`;
}

/** What may go into a folder: not what is there already, nor a folder into itself or below. */
export function movable(
  source: DriveSource,
  nodes: readonly DriveNode[],
  folder: string,
): DriveNode[] {
  const above = new Set([folder, ...source.pathOf(folder).map(({ id }) => id)]);
  return nodes.filter(({ id, parent }) => parent !== folder && !above.has(id));
}

/** A name that is taken there gets a number. */
export async function move(
  source: DriveSource,
  nodes: readonly DriveNode[],
  folder: string,
): Promise<boolean> {
  const where = quoted(source.nodeOf(folder)?.name ?? driveName);
  const all = movable(source, nodes, folder);
  if (all.length === 0) return true;
  // Known before it is asked: those get their number on their way.
  const taken = new Set((source.childrenOf(folder) ?? []).map(({ name }) => nameKey(name)));
  const names = new Map<string, string>();
  for (const { id, name, kind } of all) {
    const free = taken.has(nameKey(name)) ? freeName(name, (key) => taken.has(key), kind) : name;
    taken.add(nameKey(free));
    names.set(id, free);
  }
  const how: Change = {
    act: ({ id, name }) => ({ act: "move", id, parent: folder, name: names.get(id) ?? name }),
    back: ({ id, parent, name }) => [{ act: "move", id, parent, name }],
    said: (what, done) => `Moved ${what} to ${where}.${numbered(done)}`,
    verb: "moved",
  };
  return change(source, all, how);
}

/** Says that all of it was copied. @param made ids of the copies in that folder */
export function tellCopied(
  source: DriveSource,
  nodes: readonly DriveNode[],
  { folder, made }: { folder: string; made: readonly string[] },
): void {
  offerUndo({
    text: `Copied ${whatOf(nodes)} to ${quoted(source.nodeOf(folder)?.name ?? driveName)}.`,
    undo: undoing(
      source,
      made.map((id) => ({ act: "trash", id })),
    ),
    about: made,
  });
}

function numbered(done: readonly Done[]): string {
  const others = done.filter(({ node, now }) => now && now.name !== node.name);
  const [first] = others;
  if (!first) return "";
  return others.length === 1
    ? ` It is ${quoted(first.now?.name ?? "")} now, as its name was taken.`
    : ` ${itemsWord(others.length)} got a number, as their names were taken.`;
}
