/**
 * Files that no node knows come into the drive itself: those from before there was a tree, and those whose tab died between
 * storing and saying where. Of what it does not know it deletes thumbs without their object, and nothing else.
 */
import { createHash } from "node:crypto";
import { nameFrom } from "#lib/drive/names.ts";
import {
  type DriveFile,
  type DriveNode,
  objectNameOf,
  rootFolder,
  thumbNameOf,
} from "#lib/drive/node.ts";
import { makeTree } from "#lib/drive/tree.ts";
import type { ObjectInfo, ServerBackend } from "#lib/server-backend.ts";
import { createActView } from "./act-view.ts";
import { adoptedBy } from "./judge-act.ts";
import { newDriveId } from "./new-id.ts";
import type { DriveStore } from "./store.ts";

export type AdoptBackend = Pick<ServerBackend, "listObjects" | "getObject" | "deleteObject">;

/** @returns how many files came into the drive @throws BackendError, DriveBusyError */
export type Adopt = (owner: string, signal?: AbortSignal) => Promise<number>;

/** Whoever has just stored it will say where it belongs. */
const youngMs = 3_600_000;
const someFiles = 100;

export function createAdopt(deps: {
  backend: AdoptBackend;
  store: DriveStore;
  changed: (owner: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): Adopt {
  const { backend, store, changed, now } = deps;

  async function namesIn(prefix: string): Promise<Set<string>> {
    const names = new Set<string>();
    for (let token: string | undefined; ;) {
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const page = await backend.listObjects(prefix, { token, size: 1000, delimiter: "/" });
      for (const name of page.names) names.add(name.slice(prefix.length));
      token = page.next;
      if (token === undefined) return names;
    }
  }

  async function readAll(owner: string) {
    const known = new Set<string>();
    const nodes: DriveNode[] = [];
    for await (const page of store.everyEntry(owner)) {
      for (const entry of page) {
        if ("gone" in entry) {
          for (const object of entry.gone.objects) known.add(object);
          continue;
        }
        const { node } = entry;
        nodes.push(node);
        if (node.kind === "folder") continue;
        for (const { object } of [node.version, ...node.older]) known.add(object);
      }
    }
    return { known, nodes };
  }

  /** Counts that have gone wrong are mended, unless something changes meanwhile. */
  async function recount(
    owner: string,
    seenAt: string,
    nodes: readonly DriveNode[],
  ): Promise<void> {
    const tree = makeTree(nodes);
    let depth = 0;
    for (const { id, kind } of nodes) {
      if (kind === "folder") depth = Math.max(depth, tree.pathOf(id).length + 1);
    }
    const count = nodes.length;
    await store.update(owner, async (head) => {
      const adoptedAt = new Date(now()).toISOString();
      const counted = head.changedAt === seenAt ? { nodes: count, depth } : {};
      return { result: undefined, writes: [], head: { ...counted, adoptedAt } };
    });
  }

  async function adoptSome(owner: string, found: readonly [string, ObjectInfo][]): Promise<number> {
    return store.update(owner, async (_head, at) => {
      const view = createActView(store, owner);
      let added = 0;
      for (const [object, info] of found) {
        // oxlint-disable no-await-in-loop -- each name makes the next one taken
        if ((await view.withObject(object)).length > 0) continue;
        const usual = idOfObject(object);
        const id = (await view.entry(usual)) ? newDriveId() : usual;
        const raw = nameFrom(info.customMetadata["fileName"] ?? object);
        const name = await view.freeName(rootFolder, raw, "file");
        // oxlint-enable no-await-in-loop
        view.put(fileOf({ id, name, object, info, at }));
        added += 1;
      }
      return { result: added, writes: view.writes(), added };
    });
  }

  return async (owner, signal) => {
    const { changedAt, nodes: before } = await store.readHead(owner);
    // Objects first: what gets its node meanwhile is known then.
    const objects = await namesIn(objectNameOf(owner, ""));
    const { known, nodes } = await readAll(owner);
    const unknown = [...objects].filter((object) => !known.has(object) && object !== "");
    let adopted = 0;
    for (let from = 0; from < unknown.length; from += someFiles) {
      signal?.throwIfAborted();
      const some = unknown.slice(from, from + someFiles);
      // oxlint-disable-next-line no-await-in-loop -- some at once
      const infos = await Promise.all(
        some.map((one) => backend.getObject(objectNameOf(owner, one))),
      );
      const found = some.flatMap((object, index): [string, ObjectInfo][] => {
        const { [index]: info } = infos;
        if (!info) return [];
        const isYoung = before > 0 && Date.parse(info.updated) > now() - youngMs;
        return isYoung ? [] : [[object, info]];
      });
      // oxlint-disable-next-line no-await-in-loop
      if (found.length > 0) adopted += await adoptSome(owner, found);
    }
    for (const thumb of await namesIn(thumbNameOf(owner, ""))) {
      // One that came since is not listed.
      if (objects.has(thumb)) continue;
      signal?.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- they are few
      if (await backend.getObject(objectNameOf(owner, thumb))) continue;
      // oxlint-disable-next-line no-await-in-loop
      await backend.deleteObject(thumbNameOf(owner, thumb));
    }
    if (nodes.length > 0 || adopted > 0) await recount(owner, changedAt, nodes);
    if (adopted > 0) changed(owner);
    return adopted;
  };
}

function fileOf(of: {
  id: string;
  name: string;
  object: string;
  info: ObjectInfo;
  at: string;
}): DriveFile {
  const { id, name, object, info, at } = of;
  const came = Number.isNaN(Date.parse(info.updated)) ? at : new Date(info.updated).toISOString();
  const type = (info.contentType ?? "application/octet-stream").split(";")[0]?.trim() ?? "";
  return {
    kind: "file",
    id,
    parent: rootFolder,
    name,
    createdAt: came,
    updatedAt: came,
    trashedAt: null,
    starred: false,
    links: 0,
    shared: false,
    version: {
      object,
      size: info.sizeBytes,
      type: type.slice(0, 200),
      sha256: null,
      at: came,
      by: adoptedBy,
    },
    older: [],
  };
}

/** The same again for the same object, so that two who look at once make one. */
function idOfObject(object: string): string {
  const digest = createHash("sha256").update(object).digest("hex");
  return BigInt(`0x${digest}`).toString(36).padStart(20, "0").slice(-20);
}
