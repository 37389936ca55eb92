/**
 * A journal that is being encrypted, or whose encryption is being taken off. It goes on while another view is looked at:
 * at its end the journal that was looked at is another one.
 */
import { useSyncExternalStore } from "react";
import {
  type CopyProgress,
  MissingFilesError,
  copyJournal,
} from "#app/live/journals/copy-journal.ts";
import { closeAtLock } from "#app/live/journals/journal-lock.ts";
import { createLeaveWarning } from "#app/live/leave-warning.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { copyProblem } from "./copy-words.ts";

export type CopyJob = {
  from: string;
  to: string;
  state:
    | { kind: "running"; progress: CopyProgress }
    | { kind: "failed"; text: string }
    /** Photos that are nowhere. */
    | { kind: "missing"; count: number };
};

let job: CopyJob | undefined;
let life: AbortController | undefined;
const listeners = new Set<() => void>();
const warn = createLeaveWarning();

export function useCopyJob(from: string): CopyJob | undefined {
  const now = useSyncExternalStore(subscribe, () => job);
  return now?.from === from ? now : undefined;
}

/** Another journal has its turn in this tab. */
export function useIsBusy(from: string): boolean {
  return useSyncExternalStore(subscribe, () => job?.state.kind === "running" && job.from !== from);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: CopyJob | undefined): void {
  job = next;
  warn(next?.state.kind === "running");
  for (const listener of listeners) listener();
}

type Start = {
  uid: string;
  from: string;
  to: string;
  /** Said at the end. */
  done: string;
  withoutMissing?: boolean;
  /** See CopyParts. */
  isProven?: boolean;
};

/** One at a time. @returns whether it came to its end */
export async function runCopy({
  uid,
  from,
  to,
  done,
  withoutMissing = false,
  isProven = false,
}: Start): Promise<boolean> {
  if (job?.state.kind === "running") return false;
  life = new AbortController();
  const { signal } = life;
  const say = (state: CopyJob["state"]) => set({ from, to, state });
  say({ kind: "running", progress: { step: "waiting" } });
  const onProgress = (progress: CopyProgress) => say({ kind: "running", progress });
  // What is deleted at the end needs no keys; all before does.
  const endLock = closeAtLock(uid, () => {
    if (job?.state.kind !== "running" || job.state.progress.step === "emptying") return;
    stopCopy();
    tell(
      "It stopped, as private journals were locked. Nothing is lost; it goes on in the settings.",
    );
  });
  try {
    await alone(uid, () =>
      copyJournal({ uid, from, to, signal, onProgress, withoutMissing, isProven }),
    );
    set(undefined);
    tell(done);
    return true;
  } catch (error) {
    if (signal.aborted) set(undefined);
    else if (error instanceof MissingFilesError) say({ kind: "missing", count: error.count });
    else say({ kind: "failed", text: copyProblem(error) });
    return false;
  } finally {
    endLock();
  }
}

/** What was copied stays: it can go on. */
export function stopCopy(): void {
  life?.abort();
}

/** It was read. */
export function forgetCopy(): void {
  if (job?.state.kind !== "running") set(undefined);
}

/** In one tab of this browser. */
async function alone(uid: string, run: () => Promise<void>): Promise<void> {
  if ("locks" in navigator) await navigator.locks.request(`foyer-journal-copy ${uid}`, run);
  else await run();
}
