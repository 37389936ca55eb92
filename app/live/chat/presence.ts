/** Who is there: one connection for each open tab, which the server takes away when the tab is gone. */
import { openDatabase } from "../firebase.ts";
import { followValue } from "../own-values.ts";
import { randomId } from "../random-id.ts";
import { onLeave } from "./on-leave.ts";

/** While it is not ended this tab counts as somebody who is there. Returns a function that ends it. */
export function bePresent(uid: string): () => void {
  const life = new AbortController();
  const path = `presence/${uid}/connections/${randomId().slice(0, 20)}`;
  const begin = async () => {
    const { database, sdk } = await openDatabase();
    if (life.signal.aborted) return;
    const place = sdk.ref(database, path);
    const stop = sdk.onValue(sdk.ref(database, ".info/connected"), (told) => {
      if (told.val() !== true) return;
      const put = async () => {
        // Each line has to say anew what is done when it ends.
        await sdk.onDisconnect(place).remove();
        if (!life.signal.aborted) await sdk.set(place, true);
      };
      put().catch(() => undefined);
    });
    life.signal.addEventListener("abort", () => {
      stop();
      void sdk.remove(place).catch(() => undefined);
    });
  };
  begin().catch(() => undefined);
  const stop = onLeave(uid, () => life.abort());
  return () => {
    stop();
    life.abort();
  };
}

/** Whether somebody is there, as it changes. Returns a function that ends it. */
export function followPresence(uid: string, hear: (isThere: boolean) => void): () => void {
  return followValue(
    `presence/${uid}/connections`,
    (value) => hear(value !== null),
    () => hear(false),
  );
}
