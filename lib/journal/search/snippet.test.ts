import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { snippetOf } from "./snippet.ts";

/** Found words in brackets. */
const shown = (text: string, query: string, length?: number) =>
  snippetOf(text, query, length)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join("");

test("found words are marked as they stand in the text", () => {
  expect(shown("We walked to the Café, then\n home.", "cafe walk")).toBe(
    "We [walked] to the [Café], then home.",
  );
  expect(shown("Cafe\u0301 noir", "café")).toBe("[Cafe\u0301] noir");
  expect(shown("Die Straße", "strasse")).toBe("Die [Straße]");
  expect(shown("昨日は東京都へ", "京都")).toBe("昨日は東[京都]へ");
  expect(shown("昨日は東京都へ", "東京都")).toBe("昨日は[東京都]へ");
});

test("a word with typing errors is marked if the text has no better one", () => {
  expect(shown("chocolate and choclate", "chocolat")).toBe("[chocolate] and choclate");
  expect(shown("only choclate", "chocolat")).toBe("only [choclate]");
});

test("it is the place where most of the words stand together, between whole words", () => {
  const text = `tea ${"lorem ipsum ".repeat(40)}then tea with Zoë ${"dolor sit ".repeat(40)}`;
  const line = shown(text, "zoe tea", 80);
  expect(line).toContain("then [tea] with [Zoë]");
  expect(line).toMatch(/^…(?:lorem|ipsum) .* (?:dolor|sit)…$/);
  expect(line.length).toBeLessThan(100);
});

test("without a found word it is the beginning", () => {
  expect(shown("one two three four", "zebra", 8)).toBe("one two…");
  expect(shown("", "zebra")).toBe("");
});

test("whatever the texts are, the parts are the text's own letters in one piece", () => {
  const { below, pick } = seededRandom(15);
  const signs = [
    "a",
    "b",
    "ß",
    "\u0301",
    " ",
    "\n",
    "東",
    "京",
    "👩‍👧",
    "\uD800",
    "ﬁ",
    "İ",
    "ab ",
    ".",
  ];
  const some = (most: number) => Array.from({ length: below(most) }, () => pick(signs)).join("");
  for (let run = 0; run < 2000; run++) {
    const [text, query, length] = [some(120), some(6), 40 + below(60)];
    const parts = snippetOf(text, query, length);
    const whole = parts.filter(
      (part, at) => part.text !== "…" || (at > 0 && at < parts.length - 1),
    );
    const joined = whole.map((part) => part.text).join("");
    const flat = (of: string) => of.replace(/\s+/gu, "");
    expect(flat(text)).toContain(flat(joined));
    expect(joined.length).toBeLessThanOrEqual(length + 45);
  }
});
