/** Who is typing in a room just now. */
import { typingMs } from "#lib/chat/limits.ts";
import { openDatabase } from "../firebase.ts";
import { followValue } from "../own-values.ts";
import { onLeave } from "./on-leave.ts";

const sayAgainMs = 3000;

export type TypingMark = { typed: () => void; stopped: () => void; close: () => void };

/** Says that somebody types, at most every three seconds, and takes it back when they stop, or their line is cut. */
export function openTypingMark(
  uid: string,
  room: string,
  write: (value: "now" | null) => Promise<void> = (value) => writeMark(uid, room, value),
  whenLeft: typeof onLeave = onLeave,
): TypingMark {
  let saidAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of who is muted, blocked or removed nobody is told that they type, and they try it once. */
  let isRefused = false;
  const put = (value: "now" | null) => void write(value).catch(() => (isRefused = true));
  const stopped = () => {
    clearTimeout(timer);
    if (saidAt === -Infinity || isRefused) return;
    saidAt = -Infinity;
    put(null);
  };
  const end = whenLeft(uid, stopped);
  return {
    typed() {
      if (isRefused) return;
      clearTimeout(timer);
      timer = setTimeout(stopped, typingMs - 1000);
      const now = performance.now();
      if (now - saidAt < sayAgainMs) return;
      saidAt = now;
      put("now");
    },
    stopped,
    close() {
      end();
      stopped();
    },
  };
}

async function writeMark(uid: string, room: string, value: "now" | null): Promise<void> {
  const { database, sdk } = await openDatabase();
  const place = sdk.ref(database, `chatTyping/${room}/${uid}`);
  if (value === null) {
    await sdk.remove(place);
    return;
  }
  await sdk.onDisconnect(place).remove();
  await sdk.set(place, sdk.serverTimestamp());
}

/**
 * Uids of who types, as it changes. A mark counts for some seconds from when this browser heard of it, whatever its clock
 * says. Returns a function that ends it.
 */
export function followTyping(
  room: string,
  hear: (uids: readonly string[]) => void,
  follow: typeof followValue = followValue,
): () => void {
  let before: Record<string, unknown> = {};
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const tell = () => hear([...timers.keys()]);
  const drop = (uid: string) => {
    clearTimeout(timers.get(uid));
    timers.delete(uid);
  };
  const stop = follow(
    `chatTyping/${room}`,
    (value) => {
      const now = (value ?? {}) as Record<string, unknown>;
      for (const uid of timers.keys()) if (!(uid in now)) drop(uid);
      for (const [uid, at] of Object.entries(now)) {
        if (before[uid] === at) continue;
        clearTimeout(timers.get(uid));
        const over = () => {
          drop(uid);
          tell();
        };
        timers.set(uid, setTimeout(over, typingMs));
      }
      before = now;
      tell();
    },
    () => {},
  );
  return () => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
