/** Who may receive a content now: nobody alone takes all the slots. */
import { StorageBusyError } from "../errors.ts";

const MAX_AT_ONCE = 64;
const MAX_AT_ONCE_OF_HOLDER = 8;

/** `holder` is whom an upload is counted for, see `holderOf`. @throws StorageBusyError when no slot is free for it */
export type UploadSlots = <Result>(holder: string, work: () => Promise<Result>) => Promise<Result>;

export function createUploadSlots(): UploadSlots {
  const taken = new Map<string, number>();
  let total = 0;

  return async (holder, work) => {
    const own = taken.get(holder) ?? 0;
    if (total >= MAX_AT_ONCE || own >= MAX_AT_ONCE_OF_HOLDER) {
      throw new StorageBusyError("Too many uploads are under way; try again shortly.");
    }
    taken.set(holder, own + 1);
    total += 1;
    try {
      return await work();
    } finally {
      total -= 1;
      const left = (taken.get(holder) ?? 1) - 1;
      if (left === 0) taken.delete(holder);
      else taken.set(holder, left);
    }
  };
}
