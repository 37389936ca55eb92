/** Which uploads under way give way to a new one, where there is no place or no quota for it. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import {
  type GoneUpload,
  countUploads,
  findSpare,
  largestHolder,
  longestIdle,
  removeUpload,
} from "./upload-store.ts";
import { type SpaceLimits, excessOf } from "./usage.ts";

/** Of uploads of several requests. */
const MAX_UPLOADS = 4096;
const MAX_OF_ACCOUNT = 256;
/** Of who has no account. */
const MAX_OF_ADDRESS = 16;
/** A holder's upload that was not used for so long gives way to a new one of the same holder. */
const IDLE_MS = 60 * 60 * 1000;
/** The same for its quota, when half of it came or more: who has sent that much may come back for it. */
const MOSTLY_THERE_IDLE_MS = 24 * IDLE_MS;
/** The same, when nothing came and it is begun again: sooner it may be another tab that has just begun. */
const AGAIN_MS = 60 * 1000;

type New = { holder: string; nowMs: number; busy: readonly string[] };

/** Null when nothing gives way. */
export function makePlace(db: StoreDatabase, { holder, nowMs, busy }: New): GoneUpload[] | null {
  const own = countUploads(db, holder);
  const isOwnFull = own >= (holder.startsWith("address ") ? MAX_OF_ADDRESS : MAX_OF_ACCOUNT);
  if (!isOwnFull && countUploads(db, null) < MAX_UPLOADS) return [];
  const spare = isOwnFull
    ? longestIdle(db, { holder, beforeMs: nowMs - IDLE_MS, busy })
    : longestIdleOfLargest(db, own, busy);
  if (spare === undefined) return null;
  removeUpload(db, spare.idHash);
  return [spare];
}

/** Of who has the most, and more than `ownCount`: whoever has few is not kept out by who has many. */
function longestIdleOfLargest(
  db: StoreDatabase,
  ownCount: number,
  busy: readonly string[],
): GoneUpload | undefined {
  const crowd = largestHolder(db);
  if (crowd === undefined || crowd.uploads <= ownCount) return undefined;
  return longestIdle(db, { holder: crowd.holder, beforeMs: Number.MAX_SAFE_INTEGER, busy });
}

/**
 * Only the account's own give way, and no more of them than needed: the id of an upload whose answer was lost, or whose
 * page is gone, is known to nobody any more, and only so its bytes are given back. It may not be enough.
 */
export function makeQuota(
  db: StoreDatabase,
  input: New & { owner: string; name: string; limits: Pick<SpaceLimits, "usualBytes"> },
): GoneUpload[] {
  let excessBytes = excessOf(db, input.owner, input.limits);
  if (excessBytes === 0) return [];
  const gone: GoneUpload[] = [];
  const { nowMs } = input;
  const usedBefore = {
    againMs: nowMs - AGAIN_MS,
    fewMs: nowMs - IDLE_MS,
    mostMs: nowMs - MOSTLY_THERE_IDLE_MS,
  };
  for (const spare of findSpare(db, { ...input, ...usedBefore })) {
    if (excessBytes <= 0) break;
    removeUpload(db, spare.idHash);
    excessBytes -= spare.chargedBytes;
    gone.push(spare);
  }
  return gone;
}
