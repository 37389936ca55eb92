/** What this visitor picked last in the palette, in this browser only. */
const key = "foyer:recent";
const maxPicks = 5;

/** Ids of entries, the last one first. Empty where storage is switched off or holds something else. */
export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((id) => typeof id === "string").slice(0, maxPicks)
      : [];
  } catch {
    return [];
  }
}

export function rememberPick(id: string): void {
  const picks = [id, ...readRecent().filter((other) => other !== id)].slice(0, maxPicks);
  try {
    localStorage.setItem(key, JSON.stringify(picks));
  } catch {
    // Storage is switched off or full: nothing is remembered.
  }
}
