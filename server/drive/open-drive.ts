/** Somebody opens their drive: what it does not know yet of their files comes in. */
import type { Log } from "../log.ts";
import type { Adopt } from "./adopt.ts";
import { type DriveStore, DriveBusyError } from "./store.ts";

/** @throws BackendError */
export type OpenDrive = (uid: string) => Promise<void>;

const dayMs = 86_400_000;

export function createOpenDrive(deps: {
  store: Pick<DriveStore, "readHead">;
  adopt: Adopt;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): OpenDrive & { close(): Promise<void> } {
  const { store, adopt, log, now } = deps;
  const running = new Map<string, Promise<void>>();

  async function lookOnce(uid: string): Promise<void> {
    try {
      await adopt(uid);
    } catch (error) {
      if (!(error instanceof DriveBusyError)) throw error;
      log.warn({ err: error }, "files without a place wait for the next time");
    }
  }

  function look(uid: string): Promise<void> {
    const looking = running.get(uid) ?? lookOnce(uid).finally(() => void running.delete(uid));
    running.set(uid, looking);
    return looking;
  }

  async function open(uid: string): Promise<void> {
    const { nodes, adoptedAt } = await store.readHead(uid);
    // Who has nothing yet waits for what may be there from before.
    if (nodes === 0) return look(uid);
    if (adoptedAt !== null && Date.parse(adoptedAt) > now() - dayMs) return;
    look(uid).catch((error: unknown) => {
      log.warn({ err: error }, "files without a place could not be looked for");
    });
  }

  return Object.assign(open, {
    async close() {
      await Promise.allSettled(running.values());
    },
  });
}
