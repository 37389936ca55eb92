import type { Log } from "../sqlite/index.ts";

/** `generation` null: it was deleted. */
export type ObjectChange = { name: string; generation: number | null };
export type ObjectChangeListener = (change: ObjectChange) => void | Promise<void>;

export type ObjectChanges = {
  /** Returns a function that ends it. */
  listen: (listener: ObjectChangeListener) => () => void;
  /** Resolves when all listeners have: whoever changed the object is answered then. Never throws. */
  tell(change: ObjectChange): Promise<void>;
};

export function createObjectChanges(log: Log): ObjectChanges {
  const listeners = new Set<ObjectChangeListener>();

  async function tellOne(listener: ObjectChangeListener, change: ObjectChange): Promise<void> {
    try {
      await listener(change);
    } catch (error) {
      log.error({ err: error, name: change.name }, "A listener to object changes failed");
    }
  }

  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async tell(change) {
      await Promise.all([...listeners].map((listener) => tellOne(listener, change)));
    },
  };
}
