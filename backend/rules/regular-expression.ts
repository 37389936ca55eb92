/** Regular expressions in linear time, whatever the pattern and the text. */
import { RE2JS } from "re2js";
import type { Spender } from "./service/budget.ts";

export type RegularExpression = {
  /** In instructions; a match takes time in proportion to it and to the text. */
  size: number;
  /** How many groups it has, the whole match not counted. */
  groups: number;
  /** Whether the whole text matches. */
  matchesAll(text: string): boolean;
  /** Whether a part of the text matches. */
  matchesPart(text: string): boolean;
  /** Every match, with its groups: the whole match first, empty for one that took no part. */
  matches(text: string): Iterable<{ start: number; end: number; groups: string[] }>;
};

const lengthLimit = 1_000;
const sizeLimit = 5_000;
const expandedLimit = 20_000;
const cacheLimit = 500;

/** Of rules, which are few. */
const kept = new Map<string, RegularExpression | undefined>();
/** From data, those of the last while. */
const cache = new Map<string, RegularExpression | undefined>();

/**
 * Of a pattern that stands in rules, and is kept. Undefined for one that RE2 does not know, such as a look-ahead, and
 * for one that is too large.
 */
export function compileRegularExpression(
  pattern: string,
  options: { ignoreCase?: boolean } = {},
): RegularExpression | undefined {
  const flags = options.ignoreCase === true ? RE2JS.CASE_INSENSITIVE : 0;
  const key = `${flags} ${pattern}`;
  if (!kept.has(key)) kept.set(key, compile(pattern, flags));
  return kept.get(key);
}

/**
 * Of a pattern that may come from data.
 * @param budget pays for compiling it, whether or not that was done before; one that is kept costs nothing
 */
export function openRegularExpression(
  pattern: string,
  budget: Spender,
): RegularExpression | undefined {
  const key = `0 ${pattern}`;
  if (kept.has(key)) return kept.get(key);
  if (isTooLong(pattern)) return undefined;
  // Classes of Unicode and those without regard to case are large.
  const ofCharacter = /\\[pP]|\(\?[a-zA-Z]*i/.test(pattern) ? 25 : 4;
  budget.spend(pattern.length * ofCharacter + expandedLength(pattern));
  if (!cache.has(key)) {
    if (cache.size >= cacheLimit) cache.clear();
    cache.set(key, compile(pattern, 0));
  }
  return cache.get(key);
}

function isTooLong(pattern: string): boolean {
  return pattern.length > lengthLimit || expandedLength(pattern) > expandedLimit;
}

/** At most as long as this when every `{n,m}` is written out; twice for what may be left out. */
function expandedLength(pattern: string): number {
  let length = 2 * pattern.length;
  let factor = 1;
  for (const repeat of pattern.matchAll(/(\)?)\{([0-9]+)(?:,([0-9]*))?\}/g)) {
    const times = 2 * Math.max(1, Number(repeat[2]), Number(repeat[3] ?? 0));
    if (repeat[1] === ")") factor *= times;
    else length += times;
  }
  return length * factor;
}

function compile(pattern: string, flags: number): RegularExpression | undefined {
  if (isTooLong(pattern)) return undefined;
  try {
    const compiled = RE2JS.compile(pattern, flags);
    const size = compiled.programSize();
    if (size > sizeLimit) return undefined;
    const groups = compiled.groupCount();
    return {
      size,
      groups,
      matchesAll: (text) => compiled.matches(text),
      matchesPart: (text) => compiled.test(text),
      *matches(text) {
        const matcher = compiled.matcher(text);
        while (matcher.find()) {
          const found = Array.from({ length: groups + 1 }, (_, at) => matcher.group(at) ?? "");
          yield { start: matcher.start(), end: matcher.end(), groups: found };
        }
      },
    };
  } catch {
    // A RE2JSException says what is wrong; a pattern that is refused in any other way cannot be used either.
    return undefined;
  }
}
