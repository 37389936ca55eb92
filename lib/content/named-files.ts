/** Which stored files a document leads to. What deletes or hides files asks here, so nothing that is shown goes. */
import type { PlainFields } from "../firestore-value.ts";
import { storedNameOf } from "./content-media.ts";

/**
 * Wherever a text of the document leads to one: a picture's address, a link in a text with or without a host, a name.
 * @returns names of stored files, below `public/`, `drafts/` or elsewhere; whether they are there is not looked at
 */
export function filesNamedIn(fields: PlainFields): Set<string> {
  const names = new Set<string>();
  visit(fields);
  return names;

  function visit(value: PlainFields[string]): void {
    if (typeof value === "string") {
      const name = isName.test(value) ? value : nameOfAddress(value);
      if (name !== undefined) names.add(name);
    } else if (typeof value === "object" && value !== null) {
      for (const entry of Object.values(value)) visit(entry);
    }
  }
}

const isName = /^(?:drafts|public)\/./;
const storagePath = /^\/v0\/b\/[^/]+\/o\/([^/?]+)/;

function nameOfAddress(text: string): string | undefined {
  if (!/^(?:\/|https?:)/i.test(text) || !URL.canParse(text, "http://site.invalid"))
    return undefined;
  const { pathname } = new URL(text, "http://site.invalid");
  const encoded = storagePath.exec(pathname)?.[1];
  if (encoded === undefined) return storedNameOf(pathname);
  try {
    return decodeURIComponent(encoded);
  } catch {
    // It is no UTF-8, so no object has that name.
    return undefined;
  }
}
