/** Keys and paths of the Realtime Database: what they may be, and Firebase's order of them (SDK: nameCompare). */

export const MAX_DATABASE_DEPTH = 32;
/** Of a path as text, and so of a key (SDK: MAX_PATH_LENGTH_BYTES). Every row repeats its path. */
const MAX_PATH_BYTES = 768;
const INT32_MIN = -0x80000000;
const INT32_MAX = 0x7fffffff;

/** The key as the 32-bit integer by which it is ordered; undefined for a key that is ordered as text. */
export function integerOf(key: string): number | undefined {
  if (!/^-?0*\d{1,10}$/.test(key)) return undefined;
  const integer = Number(key);
  return integer >= INT32_MIN && integer <= INT32_MAX ? integer : undefined;
}

export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const intA = integerOf(a);
  const intB = integerOf(b);
  if (intA === undefined && intB === undefined) return a < b ? -1 : 1;
  if (intA === undefined) return 1;
  if (intB === undefined) return -1;
  return intA - intB || a.length - b.length;
}

/** Why a key cannot be used; undefined when it can. */
export function faultOfKey(key: string): string | undefined {
  if (key === "") return "A key must not be empty.";
  // oxlint-disable-next-line no-control-regex
  if (/[.#$/[\]\u0000-\u001f\u007f]/.test(key)) {
    const shown = JSON.stringify(key.length > 100 ? `${key.slice(0, 100)}…` : key);
    return `The key ${shown} must not contain . # $ / [ ] or control characters.`;
  }
  return undefined;
}

/** Why a path of keys that can be used cannot be used itself; undefined when it can. */
export function faultOfPath(path: readonly string[]): string | undefined {
  if (path.length > MAX_DATABASE_DEPTH) {
    return `A path must not be deeper than ${MAX_DATABASE_DEPTH} keys.`;
  }
  const text = path.join("/");
  if (text.length * 3 > MAX_PATH_BYTES && sizeOf(text) > MAX_PATH_BYTES) {
    return `A path must not be longer than ${MAX_PATH_BYTES} bytes.`;
  }
  return undefined;
}

const sizeOf = (text: string): number => new TextEncoder().encode(text).length;
