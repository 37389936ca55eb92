export function cardsWord(count: number): string {
  return count === 1 ? "1 card" : `${count.toLocaleString("en")} cards`;
}

/** `2 of 5`; how many fit is said where it is not any number. */
export function fillWords(count: number, limit: number): string {
  return limit === 0 ? `${count}` : `${count} of ${limit}`;
}
