/** `users/u/a.tar.gz` and 2 → `users/u/a.tar (2).gz`: a name for a file beside another of its name. */
export function keepBothName(name: string, number: number): string {
  const slash = name.lastIndexOf("/");
  const dot = name.lastIndexOf(".");
  // A dot at the beginning of a file's name is no extension.
  const end = dot > slash + 1 ? dot : name.length;
  return `${name.slice(0, end)} (${number})${name.slice(end)}`;
}
