import { followValue } from "../own-values.ts";
import { type Rooms, openRooms } from "./rooms.ts";

/** Starts at once with what this browser keeps of it. */
export const openOwnRooms = (uid: string): Rooms =>
  openRooms(uid, followValue, (ids) => {
    // A browser that keeps nothing has nothing to forget.
    import("./page-cache.ts")
      .then(({ forgetPages }) => forgetPages(uid, ids))
      .catch(() => undefined);
  });
