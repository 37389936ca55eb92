/**
 * Public content of a backend that tells nobody of its commits: read again now and then, while pages are asked for. Who
 * asks does not wait for that and may see what was there some seconds ago; only after a time without visitors, when what
 * is known may be anything old, the first one waits. While the backend is out of reach the last known content is shown.
 */
import type { PublicData, ServerBackend } from "#lib/server-backend.ts";

/** After so long what is known is read again. */
const checkAfterMs = 5_000;
/** After so long it is not shown any more without being read again. */
const oldAfterMs = 60_000;

const longAgo = Number.NEGATIVE_INFINITY;

type ReadContent = {
  /** Reads everything anew; `failed` says that it could not. */
  read: () => Promise<PublicData>;
  /** Milliseconds since 1970. */
  clock: () => number;
};

export type CheckedContent = Pick<ServerBackend, "publicData" | "publicVersion"> & {
  /** What is known is past: this server has just changed it. Who asks next waits for what is there now. */
  expire(): void;
};

export function createCheckedContent({ read, clock }: ReadContent): CheckedContent {
  let version = 0;
  /** How often what was known was known to be past. */
  let expiries = 0;
  let known: { data: PublicData; text: string; readAt: number; isExpired: boolean } | undefined;
  let failure: { data: PublicData; at: number } | undefined;
  let checking: Promise<PublicData> | undefined;

  async function check(): Promise<PublicData> {
    const begun = clock();
    const before = expiries;
    try {
      const found = await read();
      failure = undefined;
      if (found.failed) {
        // Pages that are made of it are not kept.
        const data =
          known === undefined ? found : { ...known.data, failed: true, isLastKnown: true as const };
        failure = { data, at: clock() };
        return data;
      }
      const text = JSON.stringify({ ...found, version: 0 });
      if (known?.text !== text) version += 1;
      const readAt = before === expiries ? begun : longAgo;
      known = { data: { ...found, version }, text, readAt, isExpired: false };
      return known.data;
    } finally {
      checking = undefined;
    }
  }

  const checkOnce = () => (checking ??= check());

  function checkWhenDue(): void {
    const tried = failure?.at ?? known?.readAt;
    if (tried === undefined || isOver(tried, checkAfterMs)) void checkOnce();
  }

  /** A clock that was put back says nothing of how long ago something was: it counts as long ago. */
  function isOver(at: number, ms: number): boolean {
    const age = clock() - at;
    return age < 0 || age >= ms;
  }

  const isOld = ({ readAt }: { readAt: number }) => isOver(readAt, oldAfterMs);

  return {
    expire() {
      expiries += 1;
      if (known !== undefined) known.readAt = longAgo;
    },
    async publicData() {
      // One that began before says what was there before.
      if (known?.readAt === longAgo) await checking;
      if (failure === undefined && (known === undefined || isOld(known))) return checkOnce();
      checkWhenDue();
      return failure?.data ?? known?.data ?? checkOnce();
    },
    publicVersion() {
      if (known === undefined) return version;
      checkWhenDue();
      // Pages that were made of it are not to be shown without a look.
      if (isOld(known) && !known.isExpired) {
        version += 1;
        known.isExpired = true;
      }
      return version;
    },
  };
}
