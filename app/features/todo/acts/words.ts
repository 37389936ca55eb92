/** A task or list in a sentence: quoted, and not longer than fits. */
export function quoted(name: string): string {
  const text = name.trim() || "Untitled";
  return `“${text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text}”`;
}

export function tasksWord(count: number): string {
  return count === 1 ? "1 task" : `${count} tasks`;
}
