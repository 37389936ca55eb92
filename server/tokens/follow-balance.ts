/** `users/{uid}/userAITokens` follows the account's balance: what the browser shows. Nobody waits for it. */
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { accountPath, readAccount } from "./token-account.ts";

export type Follower = {
  /** Never rejects; what fails is mended at the next start. */
  follow(uid: string): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
};

export function createFollower(deps: {
  backend: Pick<ServerBackend, "getValue" | "putValue">;
  log: Log;
}): Follower {
  const { backend, log } = deps;
  const underWay = new Map<string, { again: boolean; ended: Promise<void> }>();

  async function balanceOf(uid: string): Promise<number | undefined> {
    return readAccount((await backend.getValue(accountPath(uid))).value)?.balance;
  }

  async function followNow(uid: string): Promise<void> {
    const path = `users/${uid}/userAITokens`;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until both are the same
      const { value, etag } = await backend.getValue(path);
      // oxlint-disable-next-line no-await-in-loop -- see above
      const balance = await balanceOf(uid);
      // Without a record nothing is written: it would be a piece of one.
      if (balance === undefined || value === null || value === (balance as DatabaseJson)) return;
      // oxlint-disable-next-line no-await-in-loop -- see above; another change may have come in between
      await backend.putValue(path, balance, etag);
    }
  }

  async function followUntilDone(uid: string): Promise<void> {
    const state = underWay.get(uid);
    for (;;) {
      if (state !== undefined) state.again = false;
      try {
        // oxlint-disable-next-line no-await-in-loop -- what came meanwhile is one more
        await followNow(uid);
      } catch (error) {
        log.error({ err: error, uid }, "a record does not show its tokens");
      }
      if (state?.again !== true) break;
    }
    underWay.delete(uid);
  }

  return {
    follow(uid) {
      const state = underWay.get(uid);
      if (state !== undefined) {
        state.again = true;
        return;
      }
      const begun = { again: false, ended: Promise.resolve() };
      underWay.set(uid, begun);
      begun.ended = followUntilDone(uid);
    },
    async settled() {
      while (underWay.size > 0) {
        // oxlint-disable-next-line no-await-in-loop -- until nothing is left
        await Promise.all([...underWay.values()].map(({ ended }) => ended));
      }
    },
  };
}
