/** A folder of somebody else as the list, previews and dialogs take it, live. */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { openSharedDrive } from "#app/live/drive/open-shared-drive.ts";
import type { Seen, SharedDrive, SharedState } from "#app/live/drive/shared-drive.ts";
import type { DriveSource } from "../source.ts";

export type SharedSource = {
  /** denied: it is not there, or not shared with who asks (any more). */
  status: "loading" | "ready" | "denied" | "problem";
  /** A new object with each change. */
  source: DriveSource | undefined;
  /** What the folder was called when it was seen last; empty: never. */
  name: string;
  /** A sentence; with a source what is shown may be of before. */
  problem: string | undefined;
  retry: () => void;
};

const nothing: SharedState = {
  status: "loading",
  role: "viewer",
  name: "",
  problem: undefined,
  nodes: new Map(),
  paths: new Map(),
};

let kept: { of: string; seen: Map<string, Seen> } | undefined;

/** Of the owner that was looked at last. */
function seenOf(uid: string, owner: string): Map<string, Seen> {
  const of = `${uid} ${owner}`;
  if (kept?.of !== of) kept = { of, seen: new Map() };
  return kept.seen;
}

/** @param uid who looks @param owner empty: nothing is asked for */
export function useSharedSource(uid: string, owner: string, folder: string): SharedSource {
  // From one folder to the next what is known is shown at once.
  const seen = useMemo(() => seenOf(uid, owner), [uid, owner]);
  const drive = useMemo(
    () => (owner === "" ? undefined : openSharedDrive(uid, owner, { folder, seen })),
    [uid, owner, folder, seen],
  );
  const state = useSyncExternalStore(
    useCallback((told: () => void) => drive?.subscribe(told) ?? noSubscription, [drive]),
    () => drive?.snapshot() ?? nothing,
    () => nothing,
  );
  return useMemo(
    () => ({
      status: statusOf(state, folder),
      source:
        drive && state.status !== "denied" && state.nodes.has(folder)
          ? sharedSourceOf(owner, drive, state)
          : undefined,
      name: state.name,
      problem: state.problem,
      retry: () => drive?.refresh(),
    }),
    [drive, state, owner, folder],
  );
}

function statusOf({ status, nodes }: SharedState, folder: string): SharedSource["status"] {
  if (status !== "offline") return status;
  return nodes.has(folder) ? "ready" : "problem";
}

function sharedSourceOf(owner: string, drive: SharedDrive, state: SharedState): DriveSource {
  const { nodes, paths, role } = state;
  return {
    owner,
    role,
    childrenOf: (folder) => drive.childrenOf(folder),
    nodeOf: (id) => nodes.get(id),
    pathOf(id) {
      // Its own one ends with itself.
      const own = paths.get(id);
      return own ? own.slice(0, -1) : (paths.get(nodes.get(id)?.parent ?? "") ?? []);
    },
    act: (acts) => drive.act(acts),
  };
}

const noSubscription = () => {};
