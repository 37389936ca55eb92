/** An id that comes out of what it is of: whoever imports the same thing twice has it once. */
import { hashOf } from "../../records/hash-of.ts";

export function stableId(start: string, ...parts: readonly string[]): string {
  const text = parts.join("\n");
  return `${start}-${hashOf(`1${text}`)}${hashOf(`2${text}`)}`;
}
