/** One unmodified SDK with a connection of its own, and a listener whose every event is checked. */
import { isDeepStrictEqual } from "node:util";
import { deleteApp, initializeApp } from "firebase/app";
import {
  type DataSnapshot,
  type Database,
  type Query,
  getDatabase,
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onValue,
  ref,
} from "firebase/database";
import { type ModelQuery, orderedKeys, selectedKeys, toSdk } from "./model-query.ts";
import { type ModelNode, exportOf, nodeAt, pathOf } from "./model-tree.ts";

export type ModelClient = AsyncDisposable & { db: Database };

let apps = 0;

export function openModelClient(databaseURL: string, appId = "app"): ModelClient {
  apps += 1;
  const app = initializeApp({ projectId: "foyer", databaseURL, appId }, `model-${apps}`);
  return { db: getDatabase(app), [Symbol.asyncDispose]: () => deleteApp(app) };
}

/** The error that a promise ends in; its code as the SDK gives it. */
export async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason as { code?: string; message: string },
  );
  return error?.code ?? error?.message;
}

/** The values that a listener gets, to be waited for. */
export function watch(target: Query) {
  const seen: unknown[] = [];
  let wake = () => {};
  const stop = onValue(target, (snapshot) => {
    seen.push(snapshot.val());
    wake();
  });
  return {
    seen,
    stop,
    async until(is: (value: unknown) => boolean): Promise<unknown> {
      while (seen.length === 0 || !is(seen.at(-1))) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
      return seen.at(-1);
    },
  };
}

export function keysOf(snapshot: DataSnapshot): string[] {
  const keys: string[] = [];
  snapshot.forEach((child) => void keys.push(child.key));
  return keys;
}

type Event = { kind: string; key: string; previous: string | null };

export type Follower = ReturnType<typeof follow>;

/** Listens for all five kinds of events; without `query` to all data. */
export function follow(db: Database, path: string, modelQuery?: ModelQuery) {
  const target: Query = modelQuery === undefined ? ref(db, path) : toSdk(ref(db, path), modelQuery);
  const name = `${path}${modelQuery === undefined ? "" : ` ${JSON.stringify(modelQuery)}`}`;
  const faults: string[] = [];
  /** What the child events make. */
  const children = new Map<string, unknown>();
  let events: Event[] = [];
  let last: DataSnapshot | undefined;

  const note =
    (kind: "added" | "changed" | "moved") => (snapshot: DataSnapshot, previous?: string | null) => {
      const key = String(snapshot.key);
      if (children.has(key) === (kind === "added")) faults.push(`${key} was ${kind} out of turn`);
      if (kind !== "moved") children.set(key, snapshot.exportVal());
      events.push({ kind, key, previous: previous ?? null });
    };
  const cancelled = (error: Error) => void faults.push(error.message);
  const stops = [
    onChildRemoved(target, (snapshot) => {
      const key = String(snapshot.key);
      if (!children.delete(key)) faults.push(`${key} was removed out of turn`);
      events = events.filter((event) => event.key !== key);
    }),
    onChildAdded(target, note("added"), cancelled),
    onChildMoved(target, note("moved")),
    onChildChanged(target, note("changed")),
    onValue(target, (snapshot) => {
      // Before the first value the SDK tells of the children that it happens to know.
      if (last === undefined) events = [];
      last = snapshot;
      const keys = keysOf(snapshot);
      for (const { kind, key, previous } of events) {
        const right = keys[keys.indexOf(key) - 1] ?? null;
        if (previous !== right) faults.push(`${key} was ${kind} after ${previous}, not ${right}`);
      }
      events = [];
    }),
  ];

  return {
    name,
    path,
    query: modelQuery,
    stop: () => stops.forEach((stop) => stop()),
    /** What is wrong with what it was told, when the whole tree is `root`; undefined when nothing is. */
    faultOf(root: ModelNode, hiddenKey?: string): string | undefined {
      if (faults.length > 0) return faults.join("; ");
      if (last === undefined) return "no value has come";
      const node = nodeAt(root, pathOf(path));
      const right = exportOf(node);
      const rightKeys =
        modelQuery === undefined ? orderedKeys(node, "priority") : selectedKeys(node, modelQuery);
      const keys = keysOf(last).filter((key) => key !== hiddenKey);
      if (!isDeepStrictEqual(keys, rightKeys)) {
        return `keys are ${JSON.stringify(keys)}, not ${JSON.stringify(rightKeys)}`;
      }
      const told = last.exportVal() as Record<string, unknown>;
      for (const key of rightKeys) {
        const rightChild = (right as Record<string, unknown>)[key];
        if (!isDeepStrictEqual(told[key], rightChild)) {
          return `${key} is ${JSON.stringify(told[key])}, not ${JSON.stringify(rightChild)}`;
        }
        if (!isDeepStrictEqual(children.get(key), rightChild)) {
          return `child events made ${key} ${JSON.stringify(children.get(key))}, not ${JSON.stringify(rightChild)}`;
        }
      }
      if (children.size !== keysOf(last).length) {
        return `child events left ${JSON.stringify([...children.keys()])}`;
      }
      if (modelQuery !== undefined || hiddenKey !== undefined) return undefined;
      return isDeepStrictEqual(told, right)
        ? undefined
        : `it is ${JSON.stringify(told)}, not ${JSON.stringify(right)}`;
    },
  };
}
