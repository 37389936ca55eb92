/** What is directly in a folder, read by seeking: a folder of a million objects costs one step. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Access, checkAccess } from "./ask-rules.ts";
import { invalidArgument } from "../errors.ts";
import { firstName } from "./storage-store.ts";

export type ListResult = { prefixes: string[]; names: string[]; nextName: string | null };

/**
 * `prefix` is empty or ends with a slash; `fromName` is the `nextName` of the page before.
 * `maxResults` counts prefixes and names.
 * @throws OperationError PERMISSION_DENIED, INVALID_ARGUMENT
 */
export function listObjects(
  db: StoreDatabase,
  input: Access & {
    prefix: string;
    isRecursive: boolean;
    fromName: string | null;
    maxResults: number;
  },
): ListResult {
  const { prefix, isRecursive, fromName, maxResults } = input;
  checkAccess(db, input, { method: "list", name: prefix });
  // The rules were asked about this folder, not about those in it.
  if (isRecursive && input.caller !== "admin") throw invalidArgument("delimiter must be a slash.");
  const end = prefix === "" ? null : afterFolder(prefix);
  const prefixes: string[] = [];
  const names: string[] = [];
  // A page's mark may say anything; before the prefix it must not begin.
  let from = fromName !== null && fromName.startsWith(prefix) ? fromName : prefix;
  for (;;) {
    const name = firstName(db, from, end);
    if (name === undefined) return { prefixes, names, nextName: null };
    if (prefixes.length + names.length >= maxResults) return { prefixes, names, nextName: name };
    const slash = isRecursive ? -1 : name.indexOf("/", prefix.length);
    if (slash === -1) {
      names.push(name);
      from = `${name}\0`;
    } else {
      const folder = name.slice(0, slash + 1);
      prefixes.push(folder);
      from = afterFolder(folder);
    }
  }
}

/** The first text after all that begin with `folder`, which ends with a slash: 0 is the next character. */
function afterFolder(folder: string): string {
  return `${folder.slice(0, -1)}0`;
}
