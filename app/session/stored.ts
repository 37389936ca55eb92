/** In the browser's storage; holds the uid while somebody is signed in, so that a page knows it before any download. */
export const lastUserKey = "foyer:signed-in";

/** Null also where storage is switched off. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
