/**
 * The documents of drives: nodes at `users/{owner}/files/{id}`, and `drives/{owner}`, through which all changes of a drive
 * go one after the other, so that no two of them undo each other's conditions. docs/files.md
 */
import { setTimeout as sleep } from "node:timers/promises";
import { nameKey } from "#lib/drive/names.ts";
import { type DriveNode, readDriveNode } from "#lib/drive/node.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import {
  type ServerBackend,
  type StoredDocument,
  type Write,
  isConflict,
} from "#lib/server-backend.ts";
import { createTurns } from "../hosted-files/turns.ts";

export type StoreBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

/** A node that was deleted for good, or a note of objects that are to go. */
export type GoneNode = {
  id: string;
  parent: string;
  /** ISO, UTC. */
  goneAt: string;
  /** Whether objects, or nodes below, are still there. */
  left: boolean;
  objects: string[];
  /** Not before: whoever wrote it may still give them to a node. ISO, UTC; null: at once. */
  waitsUntil: string | null;
  /** It had links or members. */
  known: boolean;
};

export type Entry = { node: DriveNode } | { gone: GoneNode };

export type DriveHead = {
  /** ISO, UTC: of the last change; no two of a drive have the same. */
  changedAt: string;
  nodes: number;
  /** No folder is deeper. */
  depth: number;
  /** ISO, UTC: when files without a node were last looked for; null: never. */
  adoptedAt: string | null;
  /** Whether something is left of what was deleted. */
  left: boolean;
};

export type NodeWrite =
  | { put: DriveNode }
  | { gone: GoneNode }
  /** Without a word. */
  | { forget: string };

export type DriveChange<Result> = {
  result: Result;
  writes: readonly NodeWrite[];
  /** In the same commit. */
  also?: readonly Write[];
  /** How many nodes more there are. */
  added?: number;
  head?: Partial<Omit<DriveHead, "changedAt">>;
};

/** Every call may throw a BackendError. */
export type DriveStore = {
  /** Undefined when there is none, or it is gone. */
  readNode(owner: string, id: string): Promise<DriveNode | undefined>;
  readEntry(owner: string, id: string): Promise<Entry | undefined>;
  /** Not trashed, by id; go on after `next`. */
  childrenOf(
    owner: string,
    parent: string,
    page: { after?: string | undefined; limit: number },
  ): Promise<{ nodes: DriveNode[]; next: string | undefined }>;
  /** Not trashed, each folder before what is in it. */
  everyBelow(owner: string, id: string): AsyncGenerator<DriveNode, void>;
  /** Trashed and gone ones, too, by id. */
  everyEntryIn(owner: string, parent: string): AsyncGenerator<Entry, void>;
  /** Deleted for good, of which something is left. */
  leftOvers(owner: string, limit: number, after?: string): Promise<GoneNode[]>;
  /** What was put into the trash at or before this instant, the first ones. */
  trashedBy(owner: string, at: string, limit: number): Promise<DriveNode[]>;
  /** What was deleted for good at or before this instant, the first ones. */
  goneBy(owner: string, at: string, limit: number): Promise<GoneNode[]>;
  /** All of a drive, by id. */
  everyEntry(owner: string): AsyncGenerator<Entry[], void>;
  /** What has this name in a folder and is not in the trash. */
  named(owner: string, parent: string, key: string): Promise<DriveNode[]>;
  /** Whose current version is this object. */
  withObject(owner: string, object: string): Promise<DriveNode[]>;
  readHead(owner: string): Promise<DriveHead>;
  /**
   * `work` is done again when somebody was quicker; nothing else of the drive changes between its reading and its writing.
   * @throws DriveBusyError
   */
  update<Result>(
    owner: string,
    work: (head: DriveHead, at: string) => Promise<DriveChange<Result>>,
  ): Promise<Result>;
};

/** Others were quicker again and again. */
export class DriveBusyError extends Error {
  override name = "DriveBusyError";
}

const entriesPage = 500;
const tries = 30;
const none: DriveHead = { changedAt: "", nodes: 0, depth: 0, adoptedAt: null, left: false };

export function createDriveStore(deps: {
  backend: StoreBackend;
  /** Milliseconds since 1970. */
  now: () => number;
}): DriveStore {
  const { backend, now } = deps;
  const turns = createTurns();
  const nodesOf = (owner: string) => `users/${owner}/files`;

  async function readEntry(owner: string, id: string): Promise<Entry | undefined> {
    const document = await backend.getDocument(`${nodesOf(owner)}/${id}`);
    return document === null ? undefined : entryOf(document);
  }

  async function find(
    owner: string,
    query: Parameters<StoreBackend["findDocuments"]>[1],
  ): Promise<Entry[]> {
    const found = await backend.findDocuments(nodesOf(owner), query);
    return found.flatMap((document) => entryOf(document) ?? []);
  }

  const goneOnes = (entries: Entry[]) =>
    entries.flatMap((entry) => ("gone" in entry ? [entry.gone] : []));

  async function* everyEntryIn(owner: string, parent: string): AsyncGenerator<Entry, void> {
    let last: string | undefined;
    for (;;) {
      const query = { where: { parent }, after: last, limit: entriesPage };
      // oxlint-disable-next-line no-await-in-loop -- one page at a time
      const found = await backend.findDocuments(nodesOf(owner), query);
      yield* found.flatMap((document) => entryOf(document) ?? []);
      if (found.length < entriesPage) return;
      last = found.at(-1)?.id;
    }
  }

  async function childrenOf(
    owner: string,
    parent: string,
    { after, limit }: { after?: string | undefined; limit: number },
  ) {
    const found = await backend.findDocuments(nodesOf(owner), { where: { parent }, after, limit });
    const nodes = found.flatMap((document) => shownNode(entryOf(document)) ?? []);
    return { nodes, next: found.length < limit ? undefined : found.at(-1)?.id };
  }

  async function nodesWith(owner: string, where: Record<string, string>): Promise<DriveNode[]> {
    const found = await find(owner, { where, limit: 20 });
    return found.flatMap((entry) => ("node" in entry ? [entry.node] : []));
  }

  async function headDocument(owner: string) {
    const document = await backend.getDocument(headPath(owner));
    return { document, head: headOf(document) };
  }

  async function tryOnce<Result>(
    owner: string,
    work: (head: DriveHead, at: string) => Promise<DriveChange<Result>>,
  ): Promise<{ done: Result } | undefined> {
    const { document, head } = await headDocument(owner);
    const at = new Date(Math.max(now(), after(head.changedAt))).toISOString();
    const change = await work(head, at);
    const { also = [] } = change;
    const isNothing = change.writes.length === 0 && also.length === 0;
    if (isNothing && change.head === undefined) return { done: change.result };
    const nodes = Math.max(0, head.nodes + (change.added ?? 0));
    const isLeft = change.writes.some((write) => "gone" in write && write.gone.left);
    const left = isLeft || head.left;
    const data = { ...head, nodes, left, ...change.head, uid: owner, changedAt: at };
    const when =
      document === null ? { exists: false as const } : { updateTime: document.updateTime };
    const writes: Write[] = [{ set: headPath(owner), data, when }];
    for (const write of change.writes) writes.push(toWrite(nodesOf(owner), write, at));
    writes.push(...also);
    try {
      await backend.commit(writes);
    } catch (error) {
      if (isConflict(error)) return undefined;
      throw error;
    }
    return { done: change.result };
  }

  const update: DriveStore["update"] = (owner, work) =>
    // One after the other already here, so that only other copies of the server are in the way.
    turns.take(owner, async () => {
      for (let round = 0; round < tries; round += 1) {
        // oxlint-disable no-await-in-loop -- each round looks at what the one before has left
        const tried = await tryOnce(owner, work);
        if (tried) return tried.done;
        await sleep(Math.random() * Math.min(400, 10 * 2 ** round));
        // oxlint-enable no-await-in-loop
      }
      throw new DriveBusyError("Others change this drive at the same time.");
    });

  return {
    readEntry,
    async readNode(owner, id) {
      const entry = await readEntry(owner, id);
      return entry && "node" in entry ? entry.node : undefined;
    },
    childrenOf,
    async *everyBelow(owner, id) {
      const folders = [id];
      for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
        let next: string | undefined;
        do {
          // oxlint-disable-next-line no-await-in-loop -- one page at a time
          const page = await childrenOf(owner, folder, { after: next, limit: entriesPage });
          for (const node of page.nodes) {
            yield node;
            if (node.kind === "folder") folders.push(node.id);
          }
          ({ next } = page);
        } while (next !== undefined);
      }
    },
    everyEntryIn,
    leftOvers: async (owner, limit, after) =>
      goneOnes(await find(owner, { where: { left: true }, after, limit })),
    async trashedBy(owner, at, limit) {
      const found = await find(owner, { order: { field: "trashedAt", upTo: at }, limit });
      return found.flatMap((entry) => ("node" in entry ? [entry.node] : []));
    },
    goneBy: async (owner, at, limit) =>
      goneOnes(await find(owner, { order: { field: "goneAt", upTo: at }, limit })),
    async *everyEntry(owner) {
      let last: string | undefined;
      for (;;) {
        const query = { after: last, limit: entriesPage };
        // oxlint-disable-next-line no-await-in-loop -- one page at a time
        const found = await backend.findDocuments(nodesOf(owner), query);
        yield found.flatMap((document) => entryOf(document) ?? []);
        if (found.length < entriesPage) return;
        last = found.at(-1)?.id;
      }
    },
    named: (owner, parent, key) => nodesWith(owner, { place: placeOf(parent, key) }),
    withObject: (owner, object) => nodesWith(owner, { object }),
    async readHead(owner) {
      return (await headDocument(owner)).head;
    },
    update,
  };
}

function headPath(owner: string): string {
  return `drives/${owner}`;
}

function headOf(document: Pick<StoredDocument, "data"> | null): DriveHead {
  if (document === null) return none;
  const { changedAt, nodes, depth, adoptedAt, left } = document.data;
  return {
    changedAt: typeof changedAt === "string" ? changedAt : "",
    nodes: Number(nodes ?? 0),
    depth: Number(depth ?? 0),
    adoptedAt: typeof adoptedAt === "string" ? adoptedAt : null,
    left: left === true,
  };
}

function entryOf({ id, data }: Pick<StoredDocument, "id" | "data">): Entry | undefined {
  if (data["gone"] !== true) {
    const node = readDriveNode(data);
    // What says it is another one would be found where it is not.
    return node?.id === id ? { node } : undefined;
  }
  const { parent, goneAt, left, objects, waitsUntil, known } = data;
  return {
    gone: {
      id,
      parent: typeof parent === "string" ? parent : "",
      goneAt: typeof goneAt === "string" ? goneAt : "",
      left: left === true,
      objects: Array.isArray(objects) ? objects.filter((one) => typeof one === "string") : [],
      waitsUntil: typeof waitsUntil === "string" ? waitsUntil : null,
      known: known === true,
    },
  };
}

/** What stays of a node, until all that hangs on it is deleted, and some time after. */
export function goneOf({ at }: { at: string }, node: DriveNode): GoneNode {
  return {
    id: node.id,
    parent: node.parent,
    goneAt: at,
    left: true,
    objects: node.kind === "file" ? [node.version, ...node.older].map(({ object }) => object) : [],
    waitsUntil: null,
    known: node.shared || node.links > 0,
  };
}

/** A note in a drive that is not the one whose turn it is: its devices never hear of it, the purge of each day finds it. */
export function noteIn(owner: string, gone: GoneNode): Extract<Write, { set: string }> {
  return { set: `users/${owner}/files/${gone.id}`, data: { ...gone, gone: true } };
}

function shownNode(entry: Entry | undefined): DriveNode | undefined {
  return entry && "node" in entry && entry.node.trashedAt === null ? entry.node : undefined;
}

function toWrite(collection: string, write: NodeWrite, changedAt: string): Write {
  if ("forget" in write) return { delete: `${collection}/${write.forget}` };
  if ("gone" in write) {
    const data = { ...write.gone, gone: true, changedAt };
    return { set: `${collection}/${write.gone.id}`, data };
  }
  const { put } = write;
  const place = put.trashedAt === null ? placeOf(put.parent, nameKey(put.name)) : null;
  const object = put.kind === "file" ? put.version.object : null;
  const data: PlainFields = { ...put, place, object, changedAt };
  return { set: `${collection}/${put.id}`, data };
}

/** One field, so that one index finds it however full the folder is. */
function placeOf(parent: string, key: string): string {
  return `${parent}/${key}`;
}

/** The next instant that a text of milliseconds tells from this one. */
function after(changedAt: string): number {
  const time = Date.parse(changedAt);
  return Number.isNaN(time) ? 0 : time + 1;
}
