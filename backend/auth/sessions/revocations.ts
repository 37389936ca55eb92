/**
 * Which ID tokens are over before they expire, in memory: every request asks. What the database holds of the last
 * hours is read at the start, what is revoked later is noted before the request that did it is answered.
 */
import { REVOCATION_KEPT_MS, type Revocation, type StoredRevocation } from "./revocation-store.ts";

/** About 15 MB. */
export const MAX_REVOCATIONS_KNOWN = 100_000;

type Token = { uid: string; epoch: number; sid: string | undefined; iatS: number };

export type Revocations = {
  note(revocations: readonly Revocation[]): void;
  /** `unknown`: the token is from before what is held in memory, so the database has to be asked. */
  verdictOn(token: Token): "over" | "good" | "unknown";
  size(): number;
};

/** @param loaded newest first; as many as `max`: then there may be more. */
export function createRevocations(
  loaded: readonly StoredRevocation[],
  clock: () => number,
  max = MAX_REVOCATIONS_KNOWN,
): Revocations {
  /** Oldest first. A floor's key is the uid behind a letter, a session's its id behind another. */
  const known = new Map<string, { epoch: number; atMs: number }>();
  let allSinceMs = loaded.length < max ? -Infinity : (loaded.at(-1)?.atMs ?? -Infinity);
  for (const { uid, sid, epoch, atMs } of loaded.toReversed()) {
    known.set(sid === "" ? `u${uid}` : `s${sid}`, { epoch, atMs });
  }

  function add(key: string, epoch: number, atMs: number): void {
    known.delete(key);
    known.set(key, { epoch, atMs });
  }

  function prune(): void {
    const tooOldMs = clock() - REVOCATION_KEPT_MS;
    for (const [key, { atMs }] of known) {
      if (atMs >= tooOldMs && known.size <= max) return;
      if (atMs >= tooOldMs) allSinceMs = Math.max(allSinceMs, atMs);
      known.delete(key);
    }
  }

  return {
    note(revocations) {
      for (const revocation of revocations) {
        if ("epoch" in revocation) add(`u${revocation.uid}`, revocation.epoch, revocation.atMs);
        else if ("sid" in revocation) add(`s${revocation.sid}`, 0, revocation.atMs);
      }
      prune();
    },
    verdictOn({ uid, epoch, sid, iatS }) {
      if ((known.get(`u${uid}`)?.epoch ?? 0) > epoch) return "over";
      if (sid !== undefined && known.has(`s${sid}`)) return "over";
      return iatS * 1000 > allSinceMs ? "good" : "unknown";
    },
    size: () => known.size,
  };
}
