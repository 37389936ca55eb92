/** In UTF-8. */
const MAX_BYTES = 1024;

/**
 * Why no stored file can have this name, as a sentence; undefined when one can. The rules of Cloud Storage
 * (https://cloud.google.com/storage/docs/objects#naming), and no control characters.
 */
export function faultOfObjectName(name: string): string | undefined {
  if (name === "") return "The object's name is missing.";
  if (new TextEncoder().encode(name).length > MAX_BYTES) {
    return `An object's name must not be longer than ${MAX_BYTES} bytes.`;
  }
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x1f\x7f]/.test(name)) {
    return "An object's name must not contain control characters.";
  }
  if (!name.isWellFormed()) return "An object's name must be valid Unicode.";
  // Harmless here; whoever makes files of the objects, or an archive, would write to other places.
  if (name.split("/").some((segment) => segment === "." || segment === "..")) {
    return "An object's name must not have . or .. between its slashes.";
  }
  return undefined;
}

export function isObjectName(name: string): boolean {
  return faultOfObjectName(name) === undefined;
}
