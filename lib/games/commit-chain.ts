/**
 * While a run is played the browser says every ten seconds what it has written so far, as one number that holds all before
 * it: what was said cannot be played otherwise afterwards. docs/games.md
 */

export type Commit = {
  /** How many ticks were over. */
  tick: number;
  /** How many bytes of the log were written by then. */
  bytes: number;
  /** SHA-256, in hexadecimal, of the chain before it and the bytes since. */
  chain: string;
};

/** The chain before the first commit: what only who started the run and the server know. */
export const firstChain = (run: string): string => run;

export async function nextChain(before: string, written: Uint8Array<ArrayBuffer>): Promise<string> {
  const start = new TextEncoder().encode(`${before}\n`);
  const whole = new Uint8Array(start.length + written.length);
  whole.set(start);
  whole.set(written, start.length);
  const digest = await crypto.subtle.digest("SHA-256", whole);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param bytesAt how many bytes of the log were written after so many ticks
 * @returns whether the log is what was said at each of them, in their order
 */
export async function holdsCommits(
  run: string,
  { log, commits }: { log: Uint8Array<ArrayBuffer>; commits: readonly Commit[] },
  bytesAt: (tick: number) => number | undefined,
): Promise<boolean> {
  let chain = firstChain(run);
  let [tick, bytes] = [0, 0];
  for (const commit of commits) {
    if (commit.tick <= tick || commit.bytes < bytes || bytesAt(commit.tick) !== commit.bytes)
      return false;
    // oxlint-disable-next-line no-await-in-loop -- each needs the one before
    chain = await nextChain(chain, log.slice(bytes, commit.bytes));
    if (chain !== commit.chain) return false;
    ({ tick, bytes } = commit);
  }
  return true;
}
