/** What an object is now. Where asking costs a way through the network, an answer counts for a moment. */
import { LRUCache } from "lru-cache";
import type { ObjectInfo } from "#lib/server-backend.ts";
import { busyWithPictures } from "./errors.ts";

export type ObjectLookup = {
  /** @throws ImageError when too many are asked for at once; what `getObject` throws. */
  get(name: string): Promise<ObjectInfo | null>;
  /** What was asked before is no answer any more. */
  forget(name: string): void;
};

type Answer = { info: Promise<ObjectInfo | null>; untilMs: number };

const maxKept = 2000;
/** Visitors can think of more names than the network carries questions. */
const maxAtOnce = 64;

export function createObjectLookup(options: {
  getObject: (name: string) => Promise<ObjectInfo | null>;
  /** 0: every call asks. */
  keepMs: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
}): ObjectLookup {
  const { getObject, keepMs, now } = options;
  if (keepMs === 0) return { get: getObject, forget: () => {} };
  const answers = new LRUCache<string, Answer>({ max: maxKept });
  let asking = 0;

  async function ask(name: string): Promise<ObjectInfo | null> {
    asking += 1;
    try {
      return await getObject(name);
    } catch (error) {
      // A failure is nobody else's answer.
      answers.delete(name);
      throw error;
    } finally {
      asking -= 1;
    }
  }

  return {
    async get(name) {
      const known = answers.get(name);
      if (known !== undefined && known.untilMs > now()) return known.info;
      if (asking >= maxAtOnce) throw busyWithPictures();
      const info = ask(name);
      answers.set(name, { info, untilMs: now() + keepMs });
      return info;
    },
    forget: (name) => void answers.delete(name),
  };
}
