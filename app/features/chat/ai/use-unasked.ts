import { useCallback, useSyncExternalStore } from "react";
import { type Unasked, subscribeUnasked, unaskedAt } from "#app/live/chat/unasked.ts";

/** Why the AI was not asked for an answer to one's own message; undefined: it was, or nobody wished it. */
export function useUnasked(uid: string, room: string, id: string): Unasked | undefined {
  const snapshot = useCallback(() => unaskedAt(uid, { room, id }), [uid, room, id]);
  return useSyncExternalStore(subscribeUnasked, snapshot, () => undefined);
}
