/** Regular expressions in linear time, whatever the pattern and the text. */
import { RE2JS } from "re2js";

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
const cacheLimit = 500;

const cache = new Map<string, RegularExpression | undefined>();

/**
 * Undefined for a pattern that RE2 does not know, such as a look-ahead, and for one that is too large. Patterns can
 * come from data; those of the last while are kept.
 */
export function compileRegularExpression(
  pattern: string,
  options: { ignoreCase?: boolean } = {},
): RegularExpression | undefined {
  const flags = options.ignoreCase === true ? RE2JS.CASE_INSENSITIVE : 0;
  const key = `${flags} ${pattern}`;
  const known = cache.get(key);
  if (known !== undefined || cache.has(key)) return known;
  const compiled = compile(pattern, flags);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(key, compiled);
  return compiled;
}

function compile(pattern: string, flags: number): RegularExpression | undefined {
  if (pattern.length > lengthLimit) return undefined;
  try {
    const compiled = RE2JS.compile(pattern, flags);
    const size = compiled.programSize();
    if (size > sizeLimit) return undefined;
    const groups = compiled.groupCount();
    return {
      size,
      groups,
      matchesAll: (text) => compiled.matches(text),
      matchesPart: (text) => compiled.matcher(text).find(),
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
