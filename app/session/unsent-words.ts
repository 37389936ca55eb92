import type { Unsent } from "#app/live/unsent.ts";

export function countOf({ changes, files, replies }: Unsent): number {
  return changes + files + replies;
}

/** "3 changes, 1 file and 1 message are not saved yet" */
export function unsentWords(unsent: Unsent): string {
  const { changes, files, replies } = unsent;
  const parts = [
    spelled(changes, "change", "changes"),
    spelled(files, "file", "files"),
    spelled(replies, "message", "messages"),
  ].filter((text) => text !== "");
  const list = parts.join(", ").replace(/, (?=[^,]*$)/, " and ");
  return `${list} ${countOf(unsent) === 1 ? "is" : "are"} not saved yet`;
}

function spelled(count: number, one: string, many: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
