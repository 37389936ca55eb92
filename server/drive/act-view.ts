/** A drive as it will be after the acts judged so far: what is read is read once, what is changed lies above it. */
import { mostDepth } from "#lib/drive/limits.ts";
import { nameKey, numberedName } from "#lib/drive/names.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { type FoundChain, chainOf } from "./access.ts";
import type { DriveStore, Entry, GoneNode, NodeWrite } from "./store.ts";

export type ActView = {
  entry(id: string): Promise<Entry | undefined>;
  chain(id: string): Promise<FoundChain | undefined>;
  /** @param except whose own name it may be */
  isTaken(parent: string, name: string, except?: string): Promise<boolean>;
  /** The name itself or with a number, in this folder. */
  freeName(parent: string, name: string, kind: DriveNode["kind"], except?: string): Promise<string>;
  /** How deep folders lie below this one, also those in the trash. */
  heightOf(folder: string): Promise<number>;
  /** Whose current version is this object. */
  withObject(object: string): Promise<DriveNode[]>;
  put(node: DriveNode): void;
  gone(node: GoneNode): void;
  forget(id: string): void;
  writes(): NodeWrite[];
  /** In which something has changed, or is no more. */
  folders(): Promise<string[]>;
};

const oneByOne = 12;
const foldersAtOnce = 50;

export function createActView(
  store: Pick<DriveStore, "readEntry" | "named" | "withObject" | "everyEntryIn">,
  owner: string,
  /** Called before so many folders are looked into. */
  looksInto: (folders: number) => void = () => {},
): ActView {
  const read = new Map<string, Promise<Entry | undefined>>();
  const named = new Map<string, Promise<DriveNode[]>>();
  const changed = new Map<string, NodeWrite>();
  /** Those that are put, by folder and name. */
  const putNamed = new Map<string, Set<string>>();

  const keyOf = (parent: string, key: string) => `${parent}/${key}`;

  function entry(id: string): Promise<Entry | undefined> {
    const change = changed.get(id);
    if (change) {
      if ("put" in change) return Promise.resolve({ node: change.put });
      return Promise.resolve("gone" in change ? { gone: change.gone } : undefined);
    }
    return cached(read, id, () => store.readEntry(owner, id));
  }

  async function isTaken(parent: string, name: string, except = ""): Promise<boolean> {
    const key = keyOf(parent, nameKey(name));
    const ids = putNamed.get(key);
    if (ids && [...ids].some((id) => id !== except)) return true;
    const stored = await cached(named, key, () => store.named(owner, parent, nameKey(name)));
    return stored.some(({ id }) => id !== except && !changed.has(id));
  }

  async function freeName(
    parent: string,
    name: string,
    kind: DriveNode["kind"],
    except?: string,
  ): Promise<string> {
    const isFree = async (number: number) =>
      !(await isTaken(parent, numberedName(name, number, kind), except));
    if (!(await isTaken(parent, name, except))) return name;
    let number = 2;
    // oxlint-disable no-await-in-loop -- each asks because the one before was taken
    while (number < oneByOne && !(await isFree(number))) number += 1;
    if (number === oneByOne) {
      let taken = oneByOne - 1;
      while (!(await isFree(number))) {
        taken = number;
        number *= 2;
      }
      // One that is free behind one that is not: where there are gaps it need not be the first.
      while (number - taken > 1) {
        const middle = Math.floor((number + taken) / 2);
        if (await isFree(middle)) number = middle;
        else taken = middle;
      }
    }
    // oxlint-enable no-await-in-loop
    return numberedName(name, number, kind);
  }

  function unname(id: string): boolean {
    const before = changed.get(id);
    if (!before || !("put" in before)) return false;
    putNamed.get(keyOf(before.put.parent, nameKey(before.put.name)))?.delete(id);
    return true;
  }

  async function foldersBelow(level: readonly string[]): Promise<string[]> {
    looksInto(level.length);
    const found: string[] = [];
    for (let at = 0; at < level.length; at += foldersAtOnce) {
      const some = level.slice(at, at + foldersAtOnce);
      // oxlint-disable-next-line no-await-in-loop -- others have their turn
      for (const ids of await Promise.all(some.map((one) => foldersIn(one)))) found.push(...ids);
    }
    return found;
  }

  async function foldersIn(folder: string): Promise<string[]> {
    const found: string[] = [];
    for await (const stored of store.everyEntryIn(owner, folder)) {
      if (!("node" in stored) || stored.node.kind === "file") continue;
      if (!changed.has(stored.node.id)) found.push(stored.node.id);
    }
    for (const change of changed.values()) {
      if (!("put" in change) || change.put.kind === "file") continue;
      if (change.put.parent === folder) found.push(change.put.id);
    }
    return found;
  }

  return {
    entry,
    async heightOf(folder) {
      let height = 0;
      let level = [folder];
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- one level after the other
        level = await foldersBelow(level);
        if (level.length === 0 || height > mostDepth) return height;
        height += 1;
      }
    },
    chain: (id) => chainOf(id, entry),
    isTaken,
    freeName,
    async withObject(object) {
      const stored = await store.withObject(owner, object);
      const put = [...changed.values()].flatMap((one) => ("put" in one ? [one.put] : []));
      return [...stored.filter(({ id }) => !changed.has(id)), ...put].filter(
        (node) => node.kind === "file" && node.version.object === object,
      );
    },
    put(node) {
      unname(node.id);
      changed.set(node.id, { put: node });
      if (node.trashedAt !== null) return;
      const key = keyOf(node.parent, nameKey(node.name));
      const ids = putNamed.get(key) ?? new Set();
      putNamed.set(key, ids.add(node.id));
    },
    gone(node) {
      unname(node.id);
      changed.set(node.id, { gone: node });
    },
    forget(id) {
      unname(id);
      changed.set(id, { forget: id });
    },
    writes: () => [...changed.values()],
    async folders() {
      const found = new Set<string>();
      for (const [id, change] of changed) {
        if ("put" in change) found.add(change.put.parent);
        // oxlint-disable-next-line no-await-in-loop -- it was read already
        const before = await read.get(id);
        if (before && "node" in before) found.add(before.node.parent);
      }
      return [...found];
    },
  };

  function cached<Value>(
    map: Map<string, Promise<Value>>,
    key: string,
    make: () => Promise<Value>,
  ): Promise<Value> {
    const known = map.get(key);
    if (known) return known;
    const made = make();
    map.set(key, made);
    return made;
  }
}
