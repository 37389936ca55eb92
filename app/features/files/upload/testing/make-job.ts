import type { Job } from "../job.ts";

export function makeJob(change: Partial<Job> = {}): Job {
  const name = change.name ?? "a.txt";
  return {
    id: "j",
    uid: "ann",
    tab: "t",
    order: 1,
    owner: "ann",
    base: "",
    path: [],
    parent: "",
    name,
    file: { name, sizeBytes: 5, lastModifiedMs: 7, type: "text/plain" },
    object: "o",
    version: undefined,
    onTaken: "ask",
    existing: undefined,
    sha256: null,
    isBegun: false,
    state: "waiting",
    outcome: undefined,
    error: undefined,
    sentBytes: 0,
    hasFile: true,
    isInstant: false,
    ...change,
  };
}
