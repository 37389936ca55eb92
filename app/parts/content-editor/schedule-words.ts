import { minuteOf } from "#app/parts/tool-frame/when.ts";

/** The job is asked every few seconds; after this it is late. */
const lateMs = 5 * 60_000;

/**
 * What is said of a document that is to be published by itself.
 * @param at RFC 3339
 * @param problem a sentence: why it was not published then
 * @param now milliseconds since 1970
 */
export function scheduleSaid(
  { at, problem }: { at: string; problem: string | null },
  now: number,
): { isFailed: boolean; text: string } {
  const when = minuteOf(at);
  if (problem !== null) {
    const text = `Was to be published on ${when}, and was not: ${problem} Visitors see what they saw before.`;
    return { isFailed: true, text };
  }
  if (now - Date.parse(at) > lateMs) {
    const text = `Was to be published on ${when}, and that has not happened yet. Cancel it to publish it now.`;
    return { isFailed: true, text };
  }
  const text = `Will be published on ${when}, as it was saved when that was set.`;
  return { isFailed: false, text };
}
