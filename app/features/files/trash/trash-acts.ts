/** Into the trash and back, said in passing, each with its way back. */
import { offerUndo, PartlyUndone, tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type { Undo } from "#app/parts/tool-frame/toasts.ts";
import type { Drive } from "#app/live/drive/drive.ts";
import type { DriveAct } from "#lib/drive/acts.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";
import { type ActsOutcome, runActs } from "./run-acts.ts";
import { driveName, itemsWord, reasonOf } from "./words.ts";

type Names = ReadonlyMap<string, string>;

/** @returns whether all of it was done */
export async function restoreNodes(drive: Drive, nodes: readonly DriveNode[]): Promise<boolean> {
  const outcome = await runActs(drive, nodes.map(restoring));
  const rest = restOf(nodes, outcome);
  const { done } = outcome;
  if (done.length > 0) {
    offerUndo({
      text: restoredWords(drive, nodes, outcome),
      undo: undoing(drive, done.map(trashing), namesOf(nodes)),
      about: done,
    });
  }
  return tellRest("restored", outcome, namesOf(nodes), () => void restoreNodes(drive, rest));
}

/** @param text what is said, "Moved … to the trash." left out @returns whether all of it was done */
export async function trashNodes(
  drive: Drive,
  nodes: readonly DriveNode[],
  text?: string,
): Promise<boolean> {
  const outcome = await runActs(drive, nodes.map(trashing));
  const rest = restOf(nodes, outcome);
  const { done } = outcome;
  if (done.length > 0) {
    const [first] = nodes;
    const what = nodes.length === 1 && first ? quoted(first.name) : itemsWord(done.length);
    offerUndo({
      text: text !== undefined && rest.length === 0 ? text : `Moved ${what} to the trash.`,
      undo: undoing(drive, done.map(restoring), namesOf(nodes)),
      about: done,
    });
  }
  return tellRest(
    "moved to the trash",
    outcome,
    namesOf(nodes),
    () => void trashNodes(drive, rest, text),
  );
}

/** What comes of deleting for good, once it is over. */
export function tellPurged(outcome: ActsOutcome, of: number): void {
  const count = outcome.done.length + outcome.failed.filter(isGone).length;
  const left = of - count;
  const words = `Deleted ${itemsWord(count)} for ever.`;
  if (left === 0) tell(words);
  else if (outcome.problem !== undefined) {
    tellProblem(`${words} ${itemsWord(left)} ${areThere(left)} in the trash. ${outcome.problem}`);
  } else if (outcome.left.length > 0)
    tell(`${words} ${itemsWord(left)} ${areThere(left)} in the trash.`);
  else tell(`${words} ${itemsWord(left)} changed meanwhile, and stayed.`);
}

function areThere(count: number): string {
  return count === 1 ? "is still" : "are still";
}

function isGone({ error }: { error: string }): boolean {
  return error === "not-found";
}

const restoring = (node: { id: string } | string): DriveAct => ({
  act: "restore",
  id: typeof node === "string" ? node : node.id,
});

const trashing = (node: { id: string } | string): DriveAct => ({
  act: "trash",
  id: typeof node === "string" ? node : node.id,
});

function namesOf(nodes: readonly DriveNode[]): Names {
  return new Map(nodes.map(({ id, name }) => [id, name]));
}

function restOf(nodes: readonly DriveNode[], { failed, left }: ActsOutcome): DriveNode[] {
  const ids = new Set([...failed, ...left].map(({ id }) => id));
  return nodes.filter(({ id }) => ids.has(id));
}

/** Where it went is said only when that is not where it was. */
function restoredWords(
  drive: Drive,
  nodes: readonly DriveNode[],
  { done, nodes: now }: ActsOutcome,
): string {
  const [before] = nodes;
  const [after] = now;
  if (done.length !== 1 || nodes.length !== 1 || !before || !after) {
    const moved = now.filter(({ id, parent }) => {
      const old = nodes.find((node) => node.id === id);
      return old !== undefined && old.parent !== parent;
    }).length;
    const where =
      moved === 0
        ? ""
        : ` Of ${itemsWord(moved)} the folder is gone: ${moved === 1 ? "it is" : "they are"} in ${driveName} now.`;
    return `Restored ${itemsWord(done.length)}.${where}`;
  }
  const folder = drive.snapshot().nodes.get(after.parent)?.name ?? driveName;
  const as = after.name === before.name ? "" : ` as ${quoted(after.name)}, as its name is taken`;
  const why = after.parent === before.parent ? "" : ", as its folder is gone";
  return `Restored ${quoted(before.name)} to ${quoted(folder)}${as}${why}.`;
}

function undoing(drive: Drive, acts: readonly DriveAct[], names: Names): Undo {
  return async () => {
    const outcome = await runActs(drive, acts);
    const rest = [...outcome.failed, ...outcome.left];
    if (rest.length === 0) return;
    const ids = new Set(rest.map(({ id }) => id));
    throw new PartlyUndone(
      `${whatOf([...ids], names)} stayed as ${rest.length === 1 ? "it is" : "they are"}. ${whyOf(outcome)}`,
      undoing(
        drive,
        acts.filter(({ id }) => ids.has(id)),
        names,
      ),
    );
  };
}

function tellRest(verb: string, outcome: ActsOutcome, names: Names, again: () => void): boolean {
  const rest = [...outcome.failed, ...outcome.left].map(({ id }) => id);
  if (rest.length === 0) return true;
  const was = rest.length === 1 ? "was" : "were";
  tellProblem(`${whatOf(rest, names)} ${was} not ${verb}. ${whyOf(outcome)}`, again);
  return false;
}

function whatOf(ids: readonly string[], names: Names): string {
  const [only] = ids;
  const name = ids.length === 1 && only !== undefined ? names.get(only) : undefined;
  return name === undefined ? itemsWord(ids.length) : quoted(name);
}

function whyOf({ problem, failed }: ActsOutcome): string {
  const [first] = failed;
  return problem ?? (first ? reasonOf(first.error) : "Try again.");
}
