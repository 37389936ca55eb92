/** The content's part of the palette: fetched once it is wanted, kept for the visit, looked at again when it is old. */
import type { SearchEntry, SearchIndex } from "#lib/search-entry.ts";

export type IndexState = {
  status: "loading" | "ready" | "failed" | "offline";
  /** What was fetched last, also while newer is on its way or does not come. */
  entries: readonly SearchEntry[];
};

const freshForMs = 60_000;
const timeoutMs = 15_000;

let state: IndexState = { status: "loading", entries: [] };
let fetchedAt = -Infinity;
let underWay: Promise<void> | undefined;
const listeners = new Set<() => void>();

export function currentIndex(): IndexState {
  return state;
}

export function subscribeToIndex(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Fetches it unless it is new. Never throws: what went wrong is in the state. */
export function fetchIndex(): Promise<void> {
  if (performance.now() - fetchedAt < freshForMs) return Promise.resolve();
  underWay ??= load().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function load(): Promise<void> {
  if (state.status !== "ready") change({ ...state, status: "loading" });
  try {
    const answer = await fetch("/search.json", { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const { entries } = (await answer.json()) as SearchIndex;
    fetchedAt = performance.now();
    change({ status: "ready", entries });
  } catch {
    // Said where it is looked at, with a way to try again.
    change({ ...state, status: navigator.onLine ? "failed" : "offline" });
    addEventListener("online", retry, { once: true });
  }
}

function retry(): void {
  void fetchIndex();
}

function change(next: IndexState): void {
  state = next;
  for (const listener of listeners) listener();
}
