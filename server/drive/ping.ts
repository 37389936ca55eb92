/** Who is told that a drive has changed: `drivePings/{uid}`, the time, which browsers follow. */
import { faultOfKey } from "#lib/database-key.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { chainOf } from "./access.ts";
import type { DriveStore } from "./store.ts";

export type DrivePing = {
  /** @throws BackendError */
  ping(uids: readonly string[]): Promise<void>;
  /** Its owner, and who is in a folder above these; not waited for. */
  changed(owner: string, folders?: readonly string[]): void;
  close(): Promise<void>;
};

export function createDrivePing(deps: {
  backend: Pick<ServerBackend, "updateValues">;
  store: Pick<DriveStore, "readEntry">;
  peopleOf: (owner: string, folders: readonly string[]) => Promise<string[]>;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): DrivePing {
  const { backend, store, peopleOf, log, now } = deps;
  const running = new Set<Promise<void>>();

  async function ping(uids: readonly string[]): Promise<void> {
    const those = [...new Set(uids)].filter((uid) => faultOfKey(uid) === undefined);
    if (those.length === 0) return;
    const at = now();
    await backend.updateValues(Object.fromEntries(those.map((uid) => [`drivePings/${uid}`, at])));
  }

  async function tell(owner: string, folders: readonly string[]): Promise<void> {
    try {
      await ping([owner]);
      const chains = await Promise.all(
        folders
          .filter((folder) => folder !== "")
          .map((folder) => chainOf(folder, (id) => store.readEntry(owner, id))),
      );
      const above = new Map(
        chains.flatMap((chain) => chain?.nodes ?? []).map((one) => [one.id, one]),
      );
      const shared = [...above.values()].filter((node) => node.shared);
      if (shared.length > 0)
        await ping(
          await peopleOf(
            owner,
            shared.map(({ id }) => id),
          ),
        );
    } catch (error) {
      // They look when they come back to their tab.
      log.warn({ err: error }, "nobody was told that a drive has changed");
    }
  }

  return {
    ping,
    changed(owner, folders = []) {
      const telling = tell(owner, folders);
      running.add(telling);
      void telling.finally(() => running.delete(telling));
    },
    async close() {
      await Promise.all(running);
    },
  };
}
