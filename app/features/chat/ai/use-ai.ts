/** Whether there is an AI and what it costs, as the server said last, once for all that ask in this tab. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { readAiState } from "#app/live/ai/ai-api.ts";
import { useSession } from "#app/session/session.ts";
import type { AiState } from "#lib/ai/api.ts";

export type KnownAi = { status: "loading" | "failed" | "ready"; state: AiState | undefined };

const freshMs = 30_000;
const nothing: KnownAi = { status: "loading", state: undefined };
const listeners = new Set<() => void>();
let of = "";
let known = nothing;
let readAt = -Infinity;
let reading: Promise<void> | undefined;

function put(next: KnownAi): void {
  known = next;
  for (const listener of listeners) listener();
}

/** Resolves once it is known, or cannot be. */
export function readAi(uid: string, isForced = true): Promise<void> {
  if (of !== uid) {
    of = uid;
    reading = undefined;
    readAt = -Infinity;
    put(nothing);
  }
  if (reading) return reading;
  if (!isForced && performance.now() - readAt < freshMs) return Promise.resolve();
  const read = async () => {
    try {
      const state = await readAiState();
      if (of !== uid) return;
      readAt = performance.now();
      put({ status: "ready", state });
    } catch {
      // What was known stays: the server judges anew whatever is asked.
      if (of === uid && known.state === undefined) put({ status: "failed", state: undefined });
    }
  };
  const now = read().finally(() => {
    if (reading === now) reading = undefined;
  });
  reading = now;
  return now;
}

export const aiKnown = (uid: string): KnownAi => (of === uid ? known : nothing);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** @param isWanted false: nobody is asked */
export function useAi(uid: string, isWanted = true): KnownAi & { balance: number } {
  const balance = useSession().user?.userAITokens ?? 0;
  useEffect(() => {
    if (isWanted) void readAi(uid, false);
  }, [uid, isWanted]);
  const snapshot = useCallback(() => aiKnown(uid), [uid]);
  const found = useSyncExternalStore(subscribe, snapshot, () => nothing);
  return useMemo(() => ({ ...found, balance }), [found, balance]);
}
