/** A drive in memory that judges names as the server does, and uploads that a test moves. */
import type { Upload, Uploads } from "#app/live/uploads/upload.ts";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { freeName, nameKey } from "#lib/drive/names.ts";
import type { DriveFile, DriveNode } from "#lib/drive/node.ts";
import type { Drives } from "../drives.ts";

export type SmallDrive = Drives & {
  nodes: Map<string, DriveNode>;
  /** Sizes by the object's name. */
  stored: Map<string, number>;
  /** How many acts each request had. */
  requests: number[];
  /** Thrown instead of the next answers; the acts are done all the same where `isDone`. */
  failNext: { error: Error; isDone: boolean }[];
};

const at = "2026-01-01T00:00:00.000Z";

export function createSmallDrive(): SmallDrive {
  const nodes = new Map<string, DriveNode>();
  const stored = new Map<string, number>();
  const requests: number[] = [];
  const failNext: SmallDrive["failNext"] = [];
  const used = new Set<string>();
  const childrenOf = (folder: string) => [...nodes.values()].filter((n) => n.parent === folder);

  function fileOf(id: string, parent: string, name: string, of: DriveFile["version"]): DriveFile {
    const shown = { starred: false, links: 0, shared: false, trashedAt: null };
    const times = { createdAt: at, updatedAt: at };
    return { kind: "file", id, parent, name, version: of, older: [], ...shown, ...times };
  }

  function judge(act: DriveAct): DriveActResult {
    if (
      act.act !== "make-folder" &&
      act.act !== "add-file" &&
      act.act !== "add-version" &&
      act.act !== "copy-file"
    )
      throw new Error("Not of uploads.");
    const before = nodes.get(act.id);
    if (act.act === "add-version") {
      if (before?.kind !== "file") return { error: "not-found" };
      const size = stored.get(act.object);
      if (size === undefined) return { error: "no-object" };
      if (before.version.object === act.object) return { node: before };
      const version = { object: act.object, size, type: "", sha256: act.sha256, at, by: "ann" };
      const node = { ...before, version, older: [before.version, ...before.older] };
      nodes.set(act.id, node);
      return { node };
    }
    if (before) return { node: before };
    if (act.parent !== "" && nodes.get(act.parent)?.kind !== "folder")
      return { error: "no-folder" };
    const taken = new Set(childrenOf(act.parent).map(({ name }) => nameKey(name)));
    if (taken.has(nameKey(act.name)))
      return { error: "name-taken", name: freeName(act.name, (key) => taken.has(key)) };
    if (act.act === "make-folder") {
      const { version: _v, older: _o, ...rest } = fileOf(act.id, act.parent, act.name, none);
      const node: DriveNode = { ...rest, kind: "folder" };
      nodes.set(act.id, node);
      return { node };
    }
    const from = act.act === "copy-file" ? nodes.get(act.from) : undefined;
    const size = from?.kind === "file" ? from.version.size : stored.get(act.object);
    if (size === undefined || used.has(act.object)) return { error: "no-object" };
    used.add(act.object);
    const sha256 =
      act.act === "add-file" ? act.sha256 : from?.kind === "file" ? from.version.sha256 : null;
    const version = { object: act.object, size, type: "", sha256, at, by: "ann" };
    const node = fileOf(act.id, act.parent, act.name, version);
    nodes.set(act.id, node);
    return { node };
  }

  return {
    nodes,
    stored,
    requests,
    failNext,
    childrenOf: async (_owner, folder) => childrenOf(folder),
    async act(_owner, acts) {
      requests.push(acts.length);
      const failing = failNext.shift();
      if (failing && !failing.isDone) throw failing.error;
      const results = acts.map(judge);
      if (failing) throw failing.error;
      return results;
    },
    look: async () => {},
    ownOfSize: async (size) =>
      [...nodes.values()].flatMap((node) =>
        node.kind === "file" && node.version.size === size && node.version.sha256 !== null
          ? [{ id: node.id, sha256: node.version.sha256 }]
          : [],
      ),
    close: () => {},
  };
}

const none = { object: "", size: 0, type: "", sha256: null, at, by: "" };

export type SmallUploads = Uploads & {
  /** Names of objects whose upload is said to fail. */
  failing: (fileName: string) => Upload["error"];
  /** Called for each that would be sent; false: it stays on its way. */
  goesOn: (fileName: string) => boolean;
  sent: string[];
  /** Names of objects. */
  added: string[];
  cancelled: string[];
};

/**
 * Each is there at once, unless a test says otherwise.
 * @param left of an earlier tab: they need their files
 */
export function createSmallUploads(drive: SmallDrive, left: readonly Upload[] = []): SmallUploads {
  let list = left.map((upload): Upload => ({ ...upload, state: "needs-file", canGoAgain: false }));
  const listeners = new Set<() => void>();
  let made = 0;
  const put = (upload: Upload) => {
    list = [...list.filter(({ id }) => id !== upload.id), upload];
    for (const listener of listeners) listener();
  };
  const finish = (upload: Upload) => {
    const error = uploads.failing(upload.fileName);
    if (error) return put({ ...upload, state: "failed", error });
    if (!uploads.goesOn(upload.fileName)) return put({ ...upload, state: "uploading" });
    uploads.sent.push(upload.fileName);
    drive.stored.set(upload.name.split("/").at(-1)!, upload.sizeBytes);
    put({ ...upload, state: "done", outcome: "uploaded", sentBytes: upload.sizeBytes });
  };
  const byId = (id: string) => list.find((upload) => upload.id === id);
  const uploads: SmallUploads = {
    failing: () => null,
    goesOn: () => true,
    sent: [],
    added: [],
    cancelled: [],
    async add(files) {
      for (const { file, name } of files) {
        made += 1;
        uploads.added.push(name);
        const upload: Upload = {
          id: `${left.length}-${made}`,
          name,
          fileName: file.name,
          sizeBytes: file.size,
          sentBytes: 0,
          state: "waiting",
          outcome: null,
          error: null,
          beganAgain: null,
          canGoAgain: true,
        };
        put(upload);
        queueMicrotask(() => byId(upload.id) && finish(byId(upload.id)!));
      }
      return [];
    },
    pause: (id) => put({ ...byId(id)!, state: "paused" }),
    resume: (id) => finish(byId(id)!),
    retry: (id) => finish({ ...byId(id)!, error: null }),
    again: () => {},
    async cancel(id) {
      uploads.cancelled.push(byId(id)?.name ?? "");
      list = list.filter((upload) => upload.id !== id);
      for (const listener of listeners) listener();
    },
    attach: async (files, isMeant = () => true) =>
      files.filter((file) => {
        const found = list.find(
          ({ state, fileName, sizeBytes, name }) =>
            state === "needs-file" &&
            fileName === file.name &&
            sizeBytes === file.size &&
            isMeant(name),
        );
        if (found) queueMicrotask(() => finish(found));
        return found === undefined;
      }),
    clear: () => {},
    snapshot: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {},
  };
  return uploads;
}
