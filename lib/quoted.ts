/** A name in a sentence: quoted, and not longer than fits. */
export function quoted(name: string): string {
  const text = name.trim() || "Untitled";
  return `“${text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text}”`;
}
