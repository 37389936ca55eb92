/** Regular expressions in linear time, whatever the pattern and the text. */
import { RE2JS, RE2JSException } from "re2js";

export type RegularExpression = {
  /** Whether the whole text matches. */
  matchesAll(text: string): boolean;
  /** Whether a part of the text matches. */
  matchesPart(text: string): boolean;
  /** The parts between the matches. */
  split(text: string): string[];
};

const lengthLimit = 1_000;

/** Undefined for a pattern that RE2 does not know, such as a look-ahead, and for one that is too long. */
export function compileRegularExpression(
  pattern: string,
  options: { ignoreCase?: boolean } = {},
): RegularExpression | undefined {
  if (pattern.length > lengthLimit) return undefined;
  try {
    const compiled = RE2JS.compile(
      pattern,
      options.ignoreCase === true ? RE2JS.CASE_INSENSITIVE : 0,
    );
    return {
      matchesAll: (text) => compiled.matches(text),
      matchesPart: (text) => compiled.matcher(text).find(),
      split: (text) => compiled.split(text),
    };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

// What https://firebase.google.com/docs/database/security/regex lists: anchors only at the ends, no (?…), no other
// escapes of letters.
const databasePattern =
  /^\^?(?:[^\\^$[(]|\\[swdSWD]|\\[^A-Za-z0-9]|\((?!\?)|\[\^?(?:[^\\[\]]|\\[swdSWD]|\\[^A-Za-z0-9])+\])*\$?$/;

/** Undefined for a pattern that the Realtime Database does not know. */
export function compileDatabasePattern(
  pattern: string,
  ignoreCase: boolean,
): RegularExpression | undefined {
  return databasePattern.test(pattern)
    ? compileRegularExpression(pattern, { ignoreCase })
    : undefined;
}
