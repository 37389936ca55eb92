/** Which entries a query means, the best first. Every word of it must be found in an entry. */

type Searched = { title: string; kind: string; summary: string; words: string };

/** An entry with its texts as they are compared; made once for each entry. */
export type Prepared<Entry> = { entry: Entry; title: string; rest: string };

const unmarked: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
};

/** Lower case, without accents, as letters and digits with single spaces between. */
export function normalise(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßæœøłđı]/g, (letter) => unmarked[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}+#.]+/gu, " ")
    .trim();
}

export function prepare<Entry extends Searched>(entries: readonly Entry[]): Prepared<Entry>[] {
  return entries.map((entry) => ({
    entry,
    title: ` ${normalise(entry.title)}`,
    rest: ` ${normalise(`${entry.kind} ${entry.words} ${entry.summary}`)}`,
  }));
}

/** At most `limit`; equally good ones keep their order. Nothing for a query without letters. */
export function findEntries<Entry>(
  prepared: readonly Prepared<Entry>[],
  query: string,
  limit: number,
): Entry[] {
  const phrase = normalise(query);
  if (phrase === "") return [];
  const words = phrase.split(" ");
  return prepared
    .flatMap(({ entry, title, rest }) => {
      const score = scoreOf(phrase, words, title, rest);
      return score > 0 ? [{ entry, score }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map((found) => found.entry);
}

/** 0: it is not meant. */
function scoreOf(phrase: string, words: readonly string[], title: string, rest: string): number {
  let score = title === ` ${phrase}` ? 400 : 0;
  if (title.startsWith(` ${phrase}`)) score += 200;
  else if (title.includes(` ${phrase}`)) score += 100;
  for (const word of words) {
    const found = wordScore(word, title, rest);
    if (found === 0) return 0;
    score += found;
  }
  // Of two that fit, what is left unsaid of the shorter title is less.
  return score / words.length + 10 / title.length;
}

function wordScore(word: string, title: string, rest: string): number {
  if (`${title} `.includes(` ${word} `)) return 120;
  if (title.includes(` ${word}`)) return 100;
  if (title.includes(word)) return 60;
  if (rest.includes(` ${word}`)) return 40;
  // One letter is somewhere in every text.
  if (word.length > 1 && rest.includes(word)) return 15;
  return word.length > 2 ? scatterScore(word, title) : 0;
}

/** The letters in their order with gaps between, from the start of a word on: `prjs` for Projects. */
function scatterScore(word: string, title: string): number {
  for (let start = title.indexOf(` ${word[0]}`); start >= 0;) {
    let at = start + 1;
    let gaps = 0;
    for (const letter of word.slice(1)) {
      const next = title.indexOf(letter, at + 1);
      if (next < 0) return 0;
      gaps += next - at - 1;
      at = next;
    }
    if (gaps <= word.length * 2) return 20 / (1 + gaps / word.length);
    start = title.indexOf(` ${word[0]}`, start + 1);
  }
  return 0;
}
