/**
 * Addresses of files that visitors may open, such as the PDF of a certificate: `/file/{name below public/}`, each part as
 * `encodeURIComponent` writes it. Pictures have addresses of their own (image-address.ts).
 */

export const filePathPrefix = "/file/";
const publicPrefix = "public/";

/** @param name of the object, from `public/` on. Undefined for one that no such address can name. */
export function fileAddress(name: string): string | undefined {
  if (!name.startsWith(publicPrefix) || !name.isWellFormed()) return undefined;
  const segments = name.slice(publicPrefix.length).split("/");
  if (segments.some((segment) => ["", ".", ".."].includes(segment))) return undefined;
  return filePathPrefix + segments.map((segment) => encodeURIComponent(segment)).join("/");
}

/** The object's name. Undefined for everything that `fileAddress` does not make. */
export function fileNameOf(path: string): string | undefined {
  if (!path.startsWith(filePathPrefix)) return undefined;
  const name = publicPrefix + (decode(path.slice(filePathPrefix.length)) ?? "");
  return fileAddress(name) === path ? name : undefined;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    // It is no UTF-8, so no object has that name.
    return undefined;
  }
}
