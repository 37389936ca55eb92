import { followValue } from "../own-values.ts";
import { onLeave } from "./on-leave.ts";
import { type Rooms, openRooms } from "./rooms.ts";

/** Starts at once with what this browser keeps of it. */
export function openOwnRooms(uid: string): Rooms {
  let isThere = true;
  onLeave(uid, () => {
    isThere = false;
  });
  return openRooms(uid, {
    follow: followValue,
    onRooms(ids) {
      // A browser that keeps nothing has nothing to forget.
      import("./page-cache.ts")
        .then(({ forgetPages }) => forgetPages(uid, ids))
        .catch(() => undefined);
    },
    mayKeep: () => isThere,
  });
}
