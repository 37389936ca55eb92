/** What the keys of the whole site mean, one after the other: single ones, `g` with a letter, and one long secret. */

export type KeyMeaning = { open: "search" | "sheet" } | { go: string } | "theme";

/** After `g`. */
export const places: readonly (readonly [letter: string, path: string])[] = [
  ["h", "/"],
  ["p", "/project"],
  ["e", "/certificates"],
  ["r", "/resume"],
  ["a", "/about"],
  ["c", "/contact"],
  ["g", "/github"],
  ["l", "/leetcode"],
  ["b", "/foodblog"],
  ["w", "/foodwishlist"],
];

const konami = "ArrowUp ArrowUp ArrowDown ArrowDown ArrowLeft ArrowRight ArrowLeft ArrowRight b a";

/** How long the letter after `g` may take. */
const patienceMs = 1500;

/** What it gives takes each key with its time: milliseconds of any clock that only goes forward. */
export function createKeyReader(): (key: string, at: number) => KeyMeaning | undefined {
  let last: string[] = [];
  let leaderAt = -Infinity;

  return (key, at) => {
    last = [...last, key.length === 1 ? key.toLowerCase() : key].slice(-10);
    if (last.join(" ") === konami) return { go: "/secret" };
    const isAfterLeader = at - leaderAt <= patienceMs;
    leaderAt = -Infinity;
    if (isAfterLeader) {
      const place = places.find(([letter]) => letter === key);
      return place && { go: place[1] };
    }
    if (key === "g") leaderAt = at;
    if (key === "/") return { open: "search" };
    if (key === "?") return { open: "sheet" };
    return key === "t" ? "theme" : undefined;
  };
}
