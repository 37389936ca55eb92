/** Without the slashes behind; `/` stays. A loop, because a regular expression would take quadratic time on `////…a`. */
export function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
