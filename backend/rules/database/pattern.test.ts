/** Which regular expressions the Realtime Database has, and what they match. */
import { expect, test } from "vitest";
import { newDatabaseBudget } from "./budget.ts";
import { compileDatabasePattern } from "./pattern.ts";
import { noValue, tooCostly } from "../evaluation.ts";

const known: [string, string[], string[]][] = [
  ["foo", ["foo", "a foo b"], ["fo", "FOO", ""]],
  ["^foo", ["foo", "foobar"], ["a foo"]],
  ["foo$", ["foo", "a foo"], ["foobar", "foo\n"]],
  ["^foo$", ["foo"], ["foobar", "a foo"]],
  ["a|b", ["xa", "b"], ["c"]],
  ["^(a|b)$", ["a", "b"], ["ab", "c"]],
  ["^(a|(b|cd)+)$", ["a", "bcdb"], ["ab", ""]],
  ["^a+b*c?$", ["a", "aabbc"], ["b", "acc"]],
  ["^a{2}$", ["aa"], ["a", "aaa"]],
  ["^a{2,}$", ["aa", "aaaa"], ["a"]],
  ["^a{1,3}$", ["a", "aaa"], ["", "aaaa"]],
  ["^.$", ["a", "\u{1f600}"], ["", "ab", "\n"]],
  ["^[a-c_]+$", ["abc_"], ["d", "", "-"]],
  ["^[^a-c]$", ["d", "-"], ["a", ""]],
  ["^[\\w.-]+$", ["a.b-c"], ["a b"]],
  ["^[^\\s]+$", ["ab"], ["a b"]],
  ["^[(|)*+?{}$^.]$", ["(", "$", "."], ["a"]],
  ["^\\d\\D\\w\\W\\s\\S$", ["1aa- a"], ["11a- a"]],
  ["^\\^\\$\\.\\(\\)\\[\\]\\{\\}\\|\\*\\+\\?\\\\$", ["^$.()[]{}|*+?\\"], [""]],
  ["\\$$", ["5$"], ["5"]],
  ["\\{foo}", ["{foo}"], ["foo"]],
  ["^\\/a\\-b\\_$", ["/a-b_"], []],
  ["^((((a))))$", ["a"], ["b"]],
  ["^é$", ["é"], ["e"]],
];

function compile(pattern: string, ignoreCase = false) {
  const matches = compileDatabasePattern(pattern, ignoreCase);
  return matches && ((text: string) => matches(text, newDatabaseBudget()));
}

test.each(known)("%s matches some of a text", (pattern, matching, others) => {
  const matches = compile(pattern);
  for (const text of matching) expect(matches?.(text), text).toBe(true);
  for (const text of others) expect(matches?.(text), text).toBe(false);
});

test("i takes large and small letters as the same", () => {
  const matches = compile("^[a-z]É$", true);
  expect([matches?.("Aé"), matches?.("bÉ"), matches?.("1é")]).toEqual([true, true, false]);
});

test("letters that only Unicode takes for one of a to z have no answer with i", () => {
  const matches = compile("^[a-z]$", true);
  for (const text of ["\u017f", "\u212a"]) expect(() => matches?.(text)).toThrow(noValue);
  expect(compile("^[a-z]$")?.("\u212a")).toBe(false);
});

test("a long text costs too much, the sooner the larger the pattern is", () => {
  const text = "a".repeat(300_000);
  expect(compile("b")?.(text)).toBe(false);
  expect(() => compile("b")?.(text.repeat(4))).toThrow(tooCostly);
  expect(() => compile("^a{1,200}b$")?.(text)).toThrow(tooCostly);
});

const unknown = [
  "",
  "^",
  "^$",
  "a|",
  "|a",
  "a||b",
  "^a|b",
  "a|b$",
  "(^a)",
  "(a$)b",
  "(^foo$|bar)",
  "^(foo|)$",
  "()",
  "a(",
  "a)",
  "a(?=b)",
  "(?:a)",
  "(?i)a",
  "*a",
  "+a",
  "?a",
  "a**",
  "a+?",
  "a{2}?",
  "a{",
  "a{b}",
  "a{,2}",
  "a{2,1}",
  "a{2000}",
  "[]",
  "[a",
  "a]",
  "[[:alpha:]]",
  "[b-a]",
  "\\ba",
  "\\p{L}",
  "\\x41",
  "\\1",
  "\\",
  "a^b",
  "a$b",
  "$a",
  "a".repeat(1_001),
  "(".repeat(500),
];

test.each(unknown)("%s is not known", (pattern) => {
  expect(compileDatabasePattern(pattern, false)).toBeUndefined();
  expect(compileDatabasePattern(pattern, true)).toBeUndefined();
});
