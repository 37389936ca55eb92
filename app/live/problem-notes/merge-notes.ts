const gap = "\n\n";

/**
 * Notes with what somebody made of them. What another wrote meanwhile stays, and what was written here comes behind it.
 * The same change comes to the same, however often it is made.
 */
export function mergeNotes(stored: string, { from, to }: { from: string; to: string }): string {
  if (stored === from || stored === to || stored === "") return to;
  if (to.trim() !== "" && stored.includes(to)) return stored;
  if (isBehind(stored, from)) return joined(stored.slice(0, -(gap + from).length), to);
  return joined(stored, to);
}

/** As this joins them: one who goes on writing changes their own part. */
function isBehind(stored: string, text: string): boolean {
  return text.trim() !== "" && stored.endsWith(gap + text);
}

function joined(theirs: string, own: string): string {
  return own.trim() === "" ? theirs : theirs + gap + own;
}
