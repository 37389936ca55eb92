/**
 * Addresses that drafts give their own files: `/drafts/{name below drafts/}`, each part as `encodeURIComponent` writes it.
 * No server answers them: they say which stored object is meant, until publishing copies it to where everybody may read it.
 */

const draftPrefix = "drafts/";
const addressPrefix = "/drafts/";

/** @param name of the object, from `drafts/` on. Undefined for one that no such address can name. */
export function draftAddress(name: string): string | undefined {
  if (!name.startsWith(draftPrefix) || !name.isWellFormed()) return undefined;
  const segments = name.slice(draftPrefix.length).split("/");
  if (segments.some((segment) => ["", ".", ".."].includes(segment))) return undefined;
  return addressPrefix + segments.map((segment) => encodeURIComponent(segment)).join("/");
}

/** The object's name. Undefined for everything that `draftAddress` does not make, and for what is no text. */
export function draftNameOf(src: unknown): string | undefined {
  if (typeof src !== "string" || !src.startsWith(addressPrefix)) return undefined;
  const name = draftPrefix + (decode(src.slice(addressPrefix.length)) ?? "");
  return draftAddress(name) === src ? name : undefined;
}

/** Below it are the files of one draft. */
export function draftFolder(kind: string, id: string): string {
  return `${draftPrefix}${kind}/${id}/`;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    // It is no UTF-8, so no object has that name.
    return undefined;
  }
}
