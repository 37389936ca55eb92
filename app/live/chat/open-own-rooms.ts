import { followValue } from "../own-values.ts";
import { type Rooms, openRooms } from "./rooms.ts";

/** Starts at once with what this browser keeps of it. */
export function openOwnRooms(uid: string): Rooms {
  let life: AbortSignal | undefined;
  const look = async () => {
    life = await (await import("./open-outgoing.ts")).lifeOf(uid);
  };
  // Without a sign-in service nobody signs out.
  look().catch(() => undefined);
  return openRooms(uid, {
    follow: followValue,
    onRooms(ids) {
      // A browser that keeps nothing has nothing to forget.
      import("./page-cache.ts")
        .then(({ forgetPages }) => forgetPages(uid, ids))
        .catch(() => undefined);
    },
    mayKeep: () => life?.aborted !== true,
  });
}
