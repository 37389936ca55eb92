/** What is known and done outside of this page. */
type Outside = {
  /** Whether the site can be reached. */
  answers: () => Promise<boolean>;
  /** Until it may be reached again. */
  untilBack: (signal: AbortSignal) => Promise<void>;
  /** Only another document gets it, that of a newer build perhaps. */
  onLost: () => void;
};

/** Asks again for what is only of use once it is there. Undefined: it does not come, or nobody waits for it any more. */
export async function loadQuietly<Part>(
  load: () => Promise<Part>,
  outside: Outside,
  signal: AbortSignal,
): Promise<Part | undefined> {
  const isOver = () => signal.aborted;
  try {
    return await load();
  } catch (error) {
    if (isOver()) return undefined;
    // oxlint-disable-next-line no-console -- the browser's own words, for who looks there
    console.error("A part of this page did not load:", error);
  }
  const isReachable = await outside.answers();
  if (isOver()) return undefined;
  if (isReachable) {
    outside.onLost();
    return undefined;
  }
  await outside.untilBack(signal);
  return isOver() ? undefined : loadQuietly(load, outside, signal);
}
