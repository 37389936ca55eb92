/** Nodes and a drive for tests. */
import type { Drive } from "#app/live/drive/drive.ts";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import type { DriveFile, DriveFolder, DriveNode, DriveVersion } from "#lib/drive/node.ts";
import { makeTree } from "#lib/drive/tree.ts";

/** @param name letters and digits */
export function idOf(name: string): string {
  return name.toLowerCase().padStart(20, "0");
}

export function version(size: number, sha256: string | null = null): DriveVersion {
  const object = idOf(`o${size}${sha256?.slice(0, 3) ?? ""}`);
  return { object, size, type: "text/plain", sha256, at: "2026-11-01T00:00:00.000Z", by: "ann" };
}

export function file(name: string, parts: Partial<DriveFile> = {}): DriveFile {
  return { kind: "file", ...base(name), version: version(1), older: [], ...parts };
}

export function folder(name: string, parts: Partial<DriveFolder> = {}): DriveFolder {
  return { kind: "folder", ...base(name), ...parts };
}

function base(name: string) {
  return {
    id: idOf(name),
    parent: "",
    name,
    createdAt: "2026-11-01T00:00:00.000Z",
    updatedAt: "2026-11-01T00:00:00.000Z",
    trashedAt: null,
    starred: false,
    links: 0,
    shared: false,
  };
}

type Answer = (act: DriveAct, nodes: Map<string, DriveNode>) => DriveActResult;

/** Keeps what it is asked for. @param answer what comes of an act; without it the trash is kept */
export function driveOf(
  given: readonly DriveNode[],
  answer: Answer = keepTrash,
): Drive & { asked: DriveAct[][] } {
  const nodes = new Map(given.map((node) => [node.id, node]));
  const asked: DriveAct[][] = [];
  return {
    asked,
    snapshot: () => ({
      nodes,
      tree: makeTree(nodes.values()),
      status: "fresh",
      problem: undefined,
    }),
    subscribe: () => () => {},
    act(acts) {
      asked.push([...acts]);
      return Promise.resolve(acts.map((act) => answer(act, nodes)));
    },
    refresh: () => Promise.resolve(),
    close: () => {},
  };
}

function keepTrash({ act, id }: DriveAct, nodes: Map<string, DriveNode>): DriveActResult {
  const node = nodes.get(id);
  if (!node) return { error: "not-found" };
  if (act === "delete-for-ever") {
    nodes.delete(id);
    return { node: null };
  }
  const now = { ...node, trashedAt: act === "trash" ? "2026-11-20T00:00:00.000Z" : null };
  nodes.set(id, now);
  return { node: now };
}
