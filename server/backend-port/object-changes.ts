/** Who wants to know of changed objects, where the backend tells nobody: those changes that this server makes or is told of. */
import type { ObjectChange, ObjectChangeListener } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import type { ObjectsClient } from "./objects-client.ts";

export type ObjectChanges = {
  onObjectChange: (listener: ObjectChangeListener) => () => void;
  /** Resolves when every listener has done its part; what fails in one is logged. */
  tell: (change: ObjectChange) => Promise<void>;
};

export function createObjectChanges(log: Log): ObjectChanges {
  const listeners = new Set<ObjectChangeListener>();
  return {
    onObjectChange(listener) {
      // One of its own for each call, so that each ends what it began.
      const own: ObjectChangeListener = (change) => listener(change);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    async tell(change) {
      await Promise.all(
        Array.from(listeners, async (listener) => {
          try {
            await listener(change);
          } catch (error) {
            log.error({ err: error, object: change.name }, "a changed object was not followed");
          }
        }),
      );
    },
  };
}

/** The same client, which tells of what it changes. */
export function tellingClient(
  client: ObjectsClient,
  tell: ObjectChanges["tell"],
): Pick<ObjectsClient, "putObject" | "updateObject" | "deleteObject"> {
  return {
    async putObject(name, body, metadata) {
      const info = await client.putObject(name, body, metadata);
      await tell({ name, generation: Number(info.generation) });
      return info;
    },
    async updateObject(name, change) {
      const info = await client.updateObject(name, change);
      await tell({ name, generation: Number(info.generation) });
      return info;
    },
    async deleteObject(name) {
      const existed = await client.deleteObject(name);
      if (existed) await tell({ name, generation: null });
      return existed;
    },
  };
}
