/** Where the installed packages are: what a process of its own may read to load one of them. */
import { createRequire } from "node:module";
import { sep } from "node:path";

/** @param packageName one that this process could load too. */
export function packagesFolder(packageName: string): string {
  const path = createRequire(import.meta.url).resolve(packageName);
  const name = `${sep}node_modules${sep}`;
  return path.slice(0, path.indexOf(name) + name.length);
}
