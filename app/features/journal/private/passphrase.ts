/** Who has the disk may try as many as there is time for. */
const shortest = 10;
const fewestDifferent = 5;
/** What fingers find by themselves. */
const runs = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** Of its pairs of letters so many stand beside each other in a run. */
const mostInRuns = 0.7;

/** Keyboards of phones put a space behind a word that was chosen. */
export const typedPassphrase = (typed: string): string => typed.trim();

/** Why it cannot be taken for a new one. */
export function weakness(passphrase: string): string | undefined {
  const letters = Array.from(passphrase.toLowerCase());
  if (letters.length < shortest) return `Take at least ${shortest} letters.`;
  const pairs = letters.slice(1).map((letter, at) => letters[at]! + letter);
  const inRuns = pairs.filter(isInRun).length / pairs.length;
  if (new Set(letters).size >= fewestDifferent && inRuns < mostInRuns) return undefined;
  return "This one is guessed in seconds. Take some words that have nothing to do with each other.";
}

function isInRun(pair: string): boolean {
  const back = Array.from(pair).toReversed().join("");
  return runs.some((run) => run.includes(pair) || run.includes(back));
}
