/** What an account sees of a folder in somebody else's drive, for as long as somebody looks at it. */
import type { DriveAct, DriveActResult, DriveRole } from "#lib/drive/acts.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { FolderPage } from "#lib/drive/people.ts";
import { type LookingParts, keepLooking } from "../journals/looking.ts";
import { NoAnswerError } from "../outbox/outbox.ts";
import { type ActsCall, createActSender } from "./send-acts.ts";

export type SharedState = {
  /** denied: the folder is not there, or not for this account (any more); offline: the last look got no answer. */
  status: "loading" | "ready" | "offline" | "denied";
  role: DriveRole;
  /** What the folder was called when it was seen last; empty: never. */
  name: string;
  /** A sentence: why it is not as it is now. */
  problem: string | undefined;
  /** Of the folders that were looked into; in it they themselves, too. */
  nodes: ReadonlyMap<string, DriveNode>;
  /** By folder. */
  paths: ReadonlyMap<string, { id: string; name: string }[]>;
};

export type SharedDrive = {
  /** The same object until something changes. */
  snapshot(): SharedState;
  /** It is looked at while anybody listens. */
  subscribe(listener: () => void): () => void;
  /** The same array until it changes. Undefined: it is looked into now. */
  childrenOf(folder: string): readonly DriveNode[] | undefined;
  /** As `Drive.act`; what is done is shown once it is answered. */
  act(acts: readonly DriveAct[]): Promise<DriveActResult[]>;
  refresh(): void;
};

const none: readonly DriveNode[] = [];
/** Many acts follow each other: what they come to is looked at together. */
const pauseMs = 1500;

export type Seen = { page: Omit<FolderPage, "nodes" | "next">; children: readonly DriveNode[] };

export type SharedParts = {
  /** The folder that is shown. */
  folder: string;
  /** By folder, what was seen of this owner's drive before; goes on being kept there. */
  seen: Map<string, Seen>;
  /** All of a folder. @throws DeniedError */
  read: (folder: string, signal: AbortSignal) => Promise<Seen>;
  call: ActsCall;
  wakes: LookingParts["wakes"];
  after: LookingParts["after"];
  /** A sentence of it. */
  textOf: (error: unknown) => string;
};

/** The folder is not there, or not for this account. */
export class DeniedError extends Error {
  override readonly name = "DeniedError";
}

export function createSharedDrive(parts: SharedParts): SharedDrive {
  const { folder, seen, read, call, wakes, after, textOf } = parts;
  const listeners = new Set<() => void>();
  /** Besides the folder that is shown: where something is to be moved to. */
  const wanted = new Set<string>();
  /** Those that were not there when they were looked for last. */
  const closed = new Set<string>();
  const send = createActSender(call);
  let state: SharedState = known({ status: "loading", name: "", problem: undefined });
  let acts = 0;
  let endPause = () => {};
  let end = () => {};
  let wakeNow = () => {};

  function known({
    status,
    problem,
    name,
  }: Pick<SharedState, "status" | "problem" | "name">): SharedState {
    const nodes = new Map<string, DriveNode>();
    const paths = new Map<string, { id: string; name: string }[]>();
    for (const [id, { page, children }] of seen) {
      for (const child of children) nodes.set(child.id, child);
      paths.set(id, page.path);
    }
    // What was moved here may still stand where it was seen before.
    for (const child of seen.get(folder)?.children ?? []) nodes.set(child.id, child);
    for (const [id, { page }] of seen) nodes.set(id, page.node);
    const node = nodes.get(folder);
    const page = seen.get(folder)?.page ?? seen.get(node?.parent ?? "")?.page;
    const role = page?.role ?? "viewer";
    return { status, problem, role, name: node?.name ?? name, nodes, paths };
  }

  function show(changed: Pick<SharedState, "status" | "problem">): void {
    state = known({ ...changed, name: state.name });
    for (const listener of listeners) listener();
  }

  async function look(signal: AbortSignal): Promise<void> {
    try {
      const actsBefore = acts;
      const found = await read(folder, signal);
      // Somebody may have taken one out of the trash.
      const others = [...wanted, ...closed];
      const readOthers = await Promise.all(others.map((other) => readOther(other, signal)));
      // What was done meanwhile may be missing in it.
      if (acts !== actsBefore && seen.has(folder)) {
        endPause();
        endPause = after(pauseMs, () => wakeNow());
        return;
      }
      put(folder, found);
      for (const [at, other] of others.entries()) {
        const one = readOthers[at];
        if (one === undefined) {
          forget(other);
          continue;
        }
        put(other, one);
        wanted.add(other);
        closed.delete(other);
      }
      show({ status: "ready", problem: undefined });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof DeniedError)) throw error;
      seen.clear();
      wanted.clear();
      show({ status: "denied", problem: undefined });
    }
  }

  function forget(other: string): void {
    seen.delete(other);
    wanted.delete(other);
    closed.add(other);
  }

  async function readOther(other: string, signal: AbortSignal): Promise<Seen | undefined> {
    try {
      return await read(other, signal);
    } catch (error) {
      if (error instanceof DeniedError) return undefined;
      throw error;
    }
  }

  function put(id: string, found: Seen): void {
    const before = seen.get(id);
    // The same array, so that nothing is drawn anew.
    const isSame = before !== undefined && same(before.children, found.children);
    seen.set(id, isSame ? { ...found, children: before.children } : found);
  }

  /** As it is known now, until it is looked at again. */
  function apply(result: DriveActResult, id: string): void {
    if (!("node" in result)) return;
    const { node } = result;
    for (const [parent, { page, children }] of seen) {
      const isIn = node !== null && node.parent === parent && node.trashedAt === null;
      const others = children.filter((child) => child.id !== id);
      if (!isIn && others.length === children.length) continue;
      seen.set(parent, { page, children: isIn ? [...others, node] : others });
    }
  }

  async function actOne(act: DriveAct): Promise<DriveActResult> {
    acts += 1;
    const result = await send(act);
    apply(result, act.id);
    acts += 1;
    show(state);
    return result;
  }

  function start(): () => void {
    return keepLooking({
      look,
      wakes: [
        ...wakes,
        (wake) => {
          wakeNow = wake;
          return () => {};
        },
      ],
      after,
      failed(error) {
        // What is shown stays.
        show({
          status: state.status === "denied" ? "denied" : "offline",
          problem: textOf(error),
        });
      },
    });
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      if (listeners.size === 0) end = start();
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        endPause();
        end();
      };
    },
    childrenOf(id) {
      if (closed.has(id)) return none;
      const found = seen.get(id);
      if (found === undefined && id !== folder && !wanted.has(id) && state.status !== "denied") {
        wanted.add(id);
        // It is asked while something is drawn.
        queueMicrotask(() => wakeNow());
      }
      return found?.children;
    },
    async act(asked) {
      const settled = await Promise.allSettled(asked.map(actOne));
      const results: DriveActResult[] = [];
      for (const one of settled) {
        if (one.status === "rejected") {
          // It may have been done all the same, or the folder is closed to them.
          wakeNow();
          throw toNoAnswer(one.reason);
        }
        results.push(one.value);
      }
      if (results.some((result) => "error" in result)) wakeNow();
      return results;
    },
    refresh: () => wakeNow(),
  };

  function toNoAnswer(error: unknown): unknown {
    return error instanceof NoAnswerError
      ? error
      : new NoAnswerError(textOf(error), { cause: error });
  }
}

function same(a: readonly DriveNode[], b: readonly DriveNode[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}
