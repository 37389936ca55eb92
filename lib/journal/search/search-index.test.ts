/** The index says what a search through all words of all entries would. FUZZ_SEED runs one seed, FUZZ_RUNS more. */
import { expect, test } from "vitest";
import { type Random, seededRandom } from "../../../tests/support/seeded-random.ts";
import { type SearchEntry, createSearchIndex, joinFound } from "./search-index.ts";
import { openSearchIndex, storeSearchIndex } from "./stored-index.ts";
import { naiveErrors, naiveFind } from "./testing/naive-find.ts";
import { errorsWithin, farApart, lettersMask, unitsOf } from "./errors-within.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 10);
const only = process.env["FUZZ_SEED"];
const seeds = only === undefined ? Array.from({ length: runs }, (_, at) => at + 1) : [Number(only)];

const entry = (id: string, text: string, head = "", when = 0): SearchEntry => ({
  id,
  when,
  version: 1,
  head,
  text,
});
const idsOf = (index: ReturnType<typeof createSearchIndex>, query: string) =>
  index.find(query).found.map(({ id }) => id);

function indexOf(...entries: SearchEntry[]) {
  const index = createSearchIndex();
  for (const one of entries) index.put(one);
  return index;
}

test("all words must be there, each whole or as a beginning", () => {
  const index = indexOf(
    entry("a", "We walked along the Elbe", "Hamburg"),
    entry("b", "The walk was long"),
    entry("c", "Nothing at all"),
  );
  expect(idsOf(index, "walk")).toEqual(["b", "a"]);
  expect(idsOf(index, "walk ELBE")).toEqual(["a"]);
  expect(idsOf(index, "walk nothing")).toEqual([]);
  expect(idsOf(index, "  ,. ")).toEqual([]);
});

test("letters with and without marks, ligatures and other spellings are the same", () => {
  const index = indexOf(entry("a", "Straße in Łódź, Ærø und ΟΔΟΣ, ﬁnal İzmir"));
  for (const query of ["strasse", "STRASSE", "lodz", "aero", "οδος", "οδοσ", "final", "izmir"]) {
    expect(idsOf(index, query), query).toEqual(["a"]);
  }
});

test("any part of a run without spaces is found, in each of those scripts", () => {
  const index = indexOf(
    entry("tokyo", "昨日は東京都へ行きました。"),
    entry("bangkok", "วันนี้ไปกรุงเทพ"),
    entry("seoul", "오늘은 서울에 갔다"),
  );
  expect(idsOf(index, "京都")).toEqual(["tokyo"]);
  expect(idsOf(index, "都")).toEqual(["tokyo"]);
  expect(idsOf(index, "東京都へ")).toEqual(["tokyo"]);
  expect(idsOf(index, "東都")).toEqual([]);
  expect(idsOf(index, "กรุงเทพ")).toEqual(["bangkok"]);
  expect(idsOf(index, "서울")).toEqual(["seoul"]);
});

test("a typing error is forgiven where fewer than three entries have the word, and never of a number", () => {
  const index = indexOf(
    entry("a", "chocolate in 2024"),
    entry("b", "hello 2025"),
    entry("c", "cat"),
  );
  for (const query of ["chocolat", "chcolate", "chocloate", "hocolate", "cxocolatte"]) {
    expect(idsOf(index, query), query).toEqual(["a"]);
  }
  expect(idsOf(index, "ehllo")).toEqual(["b"]);
  expect(idsOf(index, "2023")).toEqual([]);
  expect(idsOf(index, "cta")).toEqual([]);
  for (const id of ["d", "e", "f"]) index.put(entry(id, "hallo"));
  expect(idsOf(index, "hallo")).not.toContain("b");
  index.remove("d");
  expect(idsOf(index, "hallo")).toEqual(["e", "f", "b"]);
});

test("first those with it in the head, then as it was typed, then the newer", () => {
  const index = indexOf(
    entry("oldText", "jonas", "", 1),
    entry("newText", "jonas", "", 9),
    entry("beginning", "jonasson", "", 50),
    entry("head", "", "with Jonas", 0),
  );
  expect(idsOf(index, "jonas")).toEqual(["head", "newText", "oldText", "beginning"]);
});

test("what only resembles the word in a head stands behind what has it in the text", () => {
  const index = indexOf(entry("like", "", "jones", 9), entry("has", "jonas", "", 1));
  expect(idsOf(index, "jonas")).toEqual(["has", "like"]);
});

test("an entry that is put again has its new words and no old one, before and after a merge", () => {
  const index = indexOf(entry("a", "apple"), entry("b", "banana"));
  index.merge();
  index.put({ ...entry("a", "cherry"), version: 2 });
  index.remove("b");
  index.remove("nobody");
  for (const step of ["before", "after"]) {
    expect(idsOf(index, "apple"), step).toEqual([]);
    expect(idsOf(index, "banana"), step).toEqual([]);
    expect(idsOf(index, "cherry"), step).toEqual(["a"]);
    expect([index.size, index.versionOf("a"), index.versionOf("b"), ...index.ids()]).toEqual([
      1,
      2,
      undefined,
      "a",
    ]);
    index.merge();
    expect(index.waiting).toBe(0);
  }
  // Nor do its words stay behind.
  expect(new TextDecoder("utf-16le").decode(index.base().letters)).toBe("cherry");
});

test("a filter and a limit: the count is of all that fit", () => {
  const index = indexOf(...Array.from({ length: 50 }, (_, at) => entry(`e${at}`, "word", "", at)));
  const { count, found } = index.find("word", { only: (id) => id !== "e49", most: 2 });
  expect([count, found.map(({ id }) => id)]).toEqual([49, ["e48", "e47"]]);
});

test("several journals are one list", () => {
  const one = indexOf(entry("a", "tea", "", 3), entry("b", "tea", "", 1)).find("tea");
  const other = indexOf(entry("c", "tea", "", 2), entry("d", "", "tea", 0)).find("tea");
  const { count, found } = joinFound([one, other], 3);
  expect([count, found.map(({ id }) => id)]).toEqual([4, ["d", "a", "c"]]);
});

test("words that objects have of themselves are words like others", () => {
  const index = indexOf(entry("__proto__", "constructor toString hasOwnProperty __proto__"));
  for (const query of ["constructor", "tostring", "proto"]) {
    expect(idsOf(index, query)).toEqual(["__proto__"]);
  }
  expect(idsOf(index, "valueof")).toEqual([]);
});

test("a word of any length, and half a letter, is taken and found", () => {
  const long = "a".repeat(500_000);
  const emoji = `${"x".repeat(39)}\u{10400}y`;
  const index = indexOf(entry("a", long), entry("b", emoji), entry("c", "\uD800broken \uDC00"));
  expect(idsOf(index, long)).toEqual(["a"]);
  expect(idsOf(index, emoji)).toEqual(["b"]);
  expect(idsOf(index, "broken")).toEqual(["c"]);
  const opened = openSearchIndex(storeSearchIndex(index.base(), 0));
  expect(idsOf(createSearchIndex(opened?.base), emoji)).toEqual(["b"]);
});

test("more entries than 16 bits can tell are kept apart", () => {
  const index = createSearchIndex();
  for (let at = 0; at < 33_000; at++) index.put(entry(`e${at}`, at === 32_999 ? "last" : "x"));
  expect(idsOf(index, "last")).toEqual(["e32999"]);
  const opened = openSearchIndex(storeSearchIndex(index.base(), 0));
  expect(idsOf(createSearchIndex(opened?.base), "last")).toEqual(["e32999"]);
});

const letters = ["a", "b", "c", "d", "é", "Z", "1", "東", "京", "都"];
const wordIn = ({ below, pick }: Random) =>
  Array.from({ length: 1 + below(10) }, () => pick(below(8) === 0 ? letters : letters.slice(0, 4)));
const textIn = (random: Random, most: number) =>
  Array.from({ length: random.below(most) }, () => wordIn(random).join("")).join(
    random.pick([" ", "\n", ", ", "’"]),
  );

test.each(seeds)(
  "seed %i: what is found and in which order is what a naive search says",
  (seed) => {
    const random = seededRandom(seed);
    const { below, pick } = random;
    let index = createSearchIndex();
    const entries = new Map<string, SearchEntry>();
    for (let step = 0; step < 150; step++) {
      const id = `e${below(40)}`;
      const act = below(20);
      if (act < 12) {
        const made = {
          ...entry(id, textIn(random, 12), textIn(random, 3), below(5)),
          version: step,
        };
        entries.set(id, made);
        index.put(made);
      } else if (act < 15) {
        entries.delete(id);
        index.remove(id);
      } else if (act === 15) index.merge();
      else if (act === 16) {
        index = createSearchIndex(openSearchIndex(storeSearchIndex(index.base(), step))?.base);
      }
      const known = pick(["", ...[...entries.values()].map((one) => `${one.text} ${one.head}`)]);
      const words = known.split(/[\s,’]+/u);
      const query = Array.from({ length: 1 + below(2) }, () =>
        below(3) === 0 ? wordIn(random).join("") : mistyped(pick(words), random),
      ).join(" ");
      const filter = below(3) === 0 ? (one: string) => one.endsWith("1") : undefined;
      const { count, found } = index.find(query, { most: 1000, ...(filter && { only: filter }) });
      const naive = naiveFind([...entries.values()], query).filter((one) => filter?.(one) ?? true);
      expect([query, count, found.map((one) => one.id)]).toEqual([query, naive.length, naive]);
      expect([index.size, index.versionOf(id)]).toEqual([entries.size, entries.get(id)?.version]);
    }
  },
);

function mistyped(word: string, { below, pick }: Random): string {
  const at = below(word.length + 1);
  const [start, end] = [word.slice(0, at), word.slice(at)];
  return pick([
    word,
    start,
    start + end.slice(1),
    `${start}${pick(letters)}${end}`,
    `${start}${pick(letters)}${end.slice(1)}`,
    `${start}${end.slice(1, 2)}${end.slice(0, 1)}${end.slice(2)}`,
  ]);
}

test.each(seeds)("seed %i: errors between words are counted as the textbook does", (seed) => {
  const random = seededRandom(seed);
  for (let step = 0; step < 500; step++) {
    const one = wordIn(random).join("");
    const other = random.below(2) === 0 ? wordIn(random).join("") : mistyped(one, random);
    const [units, all] = [unitsOf(one), unitsOf(`xy${other}z`)];
    const errors = naiveErrors(one, other);
    for (const most of [1, 2]) {
      const within = errorsWithin(units, all, 2, 2 + other.length, most);
      expect([one, other, within]).toEqual([one, other, Math.min(errors, most + 1)]);
      const masks = [
        lettersMask(units, 0, units.length),
        lettersMask(all, 2, 2 + other.length),
      ] as const;
      expect(errors <= most && farApart(...masks, most)).toBe(false);
    }
  }
});
