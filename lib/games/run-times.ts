/** Whether a run was played as fast as it says, by the clock of the server alone. docs/games.md */

export const mostRests = 5;
/** A rest for so many ticks that are played is no time; what is more is: who could rest more would play slowly meanwhile. */
const ticksOfRest = 7200;
export const mostRestMs = 60_000;

const tickMs = 1000 / 60;
/** Of both ends of whatever the server hears of, for the way there. */
const wayMs = 4000;
/** Of the whole run: frames come late now and then, and a slow machine drops some. */
const slowestWhole = 1.05;
const wholeMsMore = 3000;
/** Between two times that the server heard of it, once. */
const slowestPart = 2;

/** No run that counts takes longer: an hour, as slow as it may be, its rests, and the way of its log. */
export const longestRunMs = 70 * 60_000;

/** When the server had heard of so many ticks. */
export type Heard = { tick: number; atMs: number };
/** From when to when the server was told that nothing is played. */
export type Rest = { fromMs: number; toMs: number };

/**
 * @param startedAtMs when the server gave the run out
 * @param heard commits and the end, in their order
 * @param rests in their order; none overlaps another one
 * @returns undefined where it is so; `fast`: more ticks than there was time for; `slow`: it was slowed down or stood still
 */
export function faultOfTimes(
  startedAtMs: number,
  heard: readonly Heard[],
  rests: readonly Rest[],
): "fast" | "slow" | undefined {
  const lastTick = heard.at(-1)?.tick ?? 0;
  if (rests.some((rest) => lengthOf(rest) > mostRestMs + wayMs)) return "slow";
  const free = rests
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, Math.min(mostRests, Math.trunc(lastTick / ticksOfRest)));
  const passedMs = (fromMs: number, toMs: number) =>
    toMs - fromMs - free.reduce((sum, rest) => sum + overlapMs(rest, fromMs, toMs), 0);
  let before: Heard = { tick: 0, atMs: startedAtMs };
  for (const now of heard) {
    const wholeMs = passedMs(startedAtMs, now.atMs);
    const playedMs = now.tick * tickMs;
    if (playedMs > wholeMs + wayMs) return "fast";
    if (wholeMs > playedMs * slowestWhole + wholeMsMore) return "slow";
    const partMs = passedMs(before.atMs, now.atMs);
    if (partMs > (now.tick - before.tick) * tickMs * slowestPart + wayMs) return "slow";
    before = now;
  }
  return undefined;
}

const lengthOf = ({ fromMs, toMs }: Rest) => toMs - fromMs;

function overlapMs({ fromMs, toMs }: Rest, fromWhenMs: number, toWhenMs: number): number {
  return Math.max(0, Math.min(toMs, toWhenMs) - Math.max(fromMs, fromWhenMs));
}
