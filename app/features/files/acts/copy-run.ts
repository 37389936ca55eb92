/** Copies of files and whole folders: one request for each file, so that it can be stopped, and goes on where one fails. */
import { newDriveId } from "#app/live/drive/new-drive-id.ts";
import type { DriveAct } from "#lib/drive/acts.ts";
import { freeName, nameKey } from "#lib/drive/names.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { DriveSource } from "../source.ts";
import { reasonOf } from "../trash/words.ts";
import { runAll } from "./run-all.ts";

const atOnce = 3;

export type CopyState = {
  /** Files and folders. */
  done: number;
  of: number;
  bytes: number;
  ofBytes: number;
  /** Names and why not. */
  failed: readonly { name: string; why: string }[];
  isOver: boolean;
  isStopped: boolean;
  /** Ids of the copies at the top. */
  made: readonly string[];
};

export type CopyRun = {
  state: () => CopyState;
  subscribe: (listener: () => void) => () => void;
  /** What is copied by then stays. */
  stop: () => void;
};

type Step = { act: DriveAct; name: string; bytes: number; isTop: boolean };

/** @returns folders before what is in them */
export function planCopy(
  source: Pick<DriveSource, "childrenOf">,
  nodes: readonly DriveNode[],
  folder: string,
): Step[] {
  const taken = new Set((source.childrenOf(folder) ?? []).map(({ name }) => nameKey(name)));
  const steps: Step[] = [];
  const add = (node: DriveNode, parent: string, name: string, isTop: boolean): void => {
    const id = newDriveId();
    if (node.kind === "file") {
      const act = {
        act: "copy-file",
        from: node.id,
        id,
        object: newDriveId(),
        parent,
        name,
      } as const;
      steps.push({ act, name, bytes: node.version.size, isTop });
      return;
    }
    steps.push({ act: { act: "make-folder", id, parent, name }, name, bytes: 0, isTop });
    // What is there now: a copy into itself has an end.
    for (const child of source.childrenOf(node.id) ?? []) add(child, id, child.name, false);
  };
  for (const node of nodes) {
    const name = freeName(node.name, (key) => taken.has(key), node.kind);
    taken.add(nameKey(name));
    add(node, folder, name, true);
  }
  return steps;
}

/** Runs at once. */
export function startCopy(
  source: DriveSource,
  nodes: readonly DriveNode[],
  folder: string,
): CopyRun {
  const steps = planCopy(source, nodes, folder);
  const listeners = new Set<() => void>();
  const life = new AbortController();
  let next = 0;
  /** Below what was not made nothing is tried. */
  const missing = new Set<string>();
  let state: CopyState = {
    done: 0,
    of: steps.length,
    bytes: 0,
    ofBytes: steps.reduce((bytes, step) => bytes + step.bytes, 0),
    failed: [],
    isOver: false,
    isStopped: false,
    made: [],
  };
  const say = (changed: Partial<CopyState>) => {
    state = { ...state, ...changed };
    for (const listener of listeners) listener();
  };

  async function runStep({ act, name, bytes, isTop }: Step): Promise<void> {
    const parent = "parent" in act ? act.parent : "";
    const { results, problem } = missing.has(parent)
      ? { results: [], problem: "Its folder was not copied." }
      : await runAll(source, [act]);
    const [result] = results;
    if (result && "node" in result) {
      const made = isTop ? [...state.made, act.id] : state.made;
      say({ done: state.done + 1, bytes: state.bytes + bytes, made });
      return;
    }
    missing.add(act.id);
    const why = result ? reasonOf(result.error) : (problem ?? "The server gave no answer.");
    say({ failed: [...state.failed, { name, why }] });
  }

  async function work(): Promise<void> {
    while (!life.signal.aborted) {
      const step = steps[next];
      if (step === undefined || step.act.act === "make-folder") return;
      next += 1;
      // oxlint-disable-next-line no-await-in-loop -- the next one of this line
      await runStep(step);
    }
  }

  async function run(): Promise<void> {
    while (next < steps.length && !life.signal.aborted) {
      const step = steps[next];
      // A folder is there before what goes into it.
      // oxlint-disable no-await-in-loop
      if (step?.act.act === "make-folder") {
        next += 1;
        await runStep(step);
      } else await Promise.all(Array.from({ length: atOnce }, work));
      // oxlint-enable no-await-in-loop
    }
    say({ isOver: true, isStopped: life.signal.aborted && next < steps.length });
  }
  void run();

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      life.abort();
      say({});
    },
  };
}
