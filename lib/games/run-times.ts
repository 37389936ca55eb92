/** Whether a run was played as fast as it says, by the clock of the server alone. docs/games.md */

/** Seconds without a tick that a run may have in all: each pause is said, and there are five of a minute. */
const mostPausedMs = 5 * 60_000;
/** Frames come late now and then, and a slow machine drops some: of the time that is played. */
const slackPart = 0.1;
/** Of each of both ends, for the way to the server. */
const slackMs = 4000;
const tickMs = 1000 / 60;

/** When the server had heard of so many ticks. */
export type Heard = { tick: number; atMs: number };

/**
 * @param startedAtMs when the server gave the run out
 * @param heard commits and the end, in their order
 * @returns undefined where it is so; `fast`: more ticks than there was time for; `slow`: it was slowed down or stood still
 */
export function faultOfTimes(
  startedAtMs: number,
  heard: readonly Heard[],
): "fast" | "slow" | undefined {
  let before: Heard = { tick: 0, atMs: startedAtMs };
  let stoodMs = 0;
  for (const now of heard) {
    const playedMs = (now.tick - before.tick) * tickMs;
    const passedMs = now.atMs - before.atMs;
    if (now.tick * tickMs > now.atMs - startedAtMs + slackMs) return "fast";
    stoodMs += Math.max(0, passedMs - playedMs * (1 + slackPart));
    before = now;
  }
  return stoodMs > mostPausedMs + slackMs * 2 ? "slow" : undefined;
}
