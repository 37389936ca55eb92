/** Where each file goes: its folder, its name there, and what becomes of it when the name is taken. */
import { freeName, nameKey } from "#lib/drive/names.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { Existing, Job } from "./job.ts";

export type Placed = Pick<Job, "name" | "onTaken" | "version" | "existing"> &
  ({ state: "waiting" | "asked" } | { state: "done"; outcome: "skipped" });

function existingOf(node: DriveNode): Existing {
  const size = node.kind === "file" ? node.version.size : 0;
  return { id: node.id, kind: node.kind, size, updatedAt: node.updatedAt };
}

/**
 * Of jobs that all go into one folder.
 * @param there what lies in it @param coming names of others on their way into it
 */
export function placeAll(
  jobs: readonly Job[],
  there: readonly DriveNode[],
  coming: Iterable<string>,
): Map<string, Placed> {
  const own = new Set(jobs.map(({ id }) => id));
  // What one has become already, though its answer was lost, is in nobody's way.
  const others = there.filter(({ id }) => !own.has(id));
  const nodes = new Map(others.map((node) => [nameKey(node.name), node]));
  const taken = new Set<string>([...nodes.keys(), ...Array.from(coming, nameKey)]);
  const placed = new Map<string, Placed>();
  for (const job of jobs) placed.set(job.id, placeOf(job, nodes, taken));
  return placed;
}

function placeOf(job: Job, nodes: ReadonlyMap<string, DriveNode>, taken: Set<string>): Placed {
  const { name, onTaken, version } = job;
  const same = { name, onTaken, version, existing: job.existing };
  if (version !== undefined) return { ...same, state: "waiting" };
  const key = nameKey(name);
  const node = nodes.get(key);
  const besides = (): Placed => {
    const free = freeName(name, (one) => taken.has(one));
    taken.add(nameKey(free));
    return { ...same, name: free, onTaken: "keep-both", state: "waiting" };
  };
  if (node === undefined) {
    // Of two that come together neither was there before, so that there is nothing to decide.
    if (taken.has(key)) return besides();
    taken.add(key);
    return { ...same, state: "waiting" };
  }
  switch (onTaken) {
    case "keep-both":
      return besides();
    case "skip":
      return { ...same, state: "done", outcome: "skipped" };
    case "replace":
      // A folder has no versions.
      if (node.kind === "folder") return besides();
      return { ...same, version: node.id, state: "waiting" };
    case "ask":
      return { ...same, existing: existingOf(node), state: "asked" };
  }
}
