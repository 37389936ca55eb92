/** One number for a whole state: two that differ anywhere differ in it, but for one in four thousand million. */

export type Hashable =
  | number
  | boolean
  | string
  | undefined
  | readonly Hashable[]
  | { readonly [name: string]: Hashable };

/** @returns an integer from 0 to 2^32 - 1 @throws Error for what is no integer: it could differ between engines */
export function hashState(state: Hashable): number {
  return end(mixValue(0, state));
}

const kinds = { undefined: 1, boolean: 2, number: 3, string: 4, list: 5, record: 6 };

function mixValue(hash: number, value: Hashable): number {
  if (value === undefined) return mix(hash, kinds.undefined);
  if (typeof value === "boolean") return mix(mix(hash, kinds.boolean), value ? 1 : 0);
  if (typeof value === "number") return mixNumber(mix(hash, kinds.number), value);
  if (typeof value === "string") return mixText(hash, value);
  return isList(value) ? mixList(hash, value) : mixRecord(hash, value);
}

type List = readonly Hashable[];
type Fields = { readonly [name: string]: Hashable };

const isList = (value: List | Fields): value is List => Array.isArray(value);

function mixList(hash: number, list: List): number {
  return list.reduce<number>(mixValue, mix(mix(hash, kinds.list), list.length));
}

function mixRecord(hash: number, fields: Fields): number {
  const names = Object.keys(fields).toSorted();
  const begun = mix(mix(hash, kinds.record), names.length);
  return names.reduce((so, name) => mixValue(mixText(so, name), fields[name]), begun);
}

function mixText(hash: number, text: string): number {
  let so = mix(mix(hash, kinds.string), text.length);
  for (let at = 0; at < text.length; at += 1) so = mix(so, text.charCodeAt(at));
  return so;
}

function mixNumber(hash: number, value: number): number {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no integer.`);
  return mix(mix(hash, value | 0), Math.floor(value / 0x100000000) | 0);
}

/** Of MurmurHash3 (Austin Appleby), for one word. */
function mix(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  const h = hash ^ Math.imul(k, 0x1b873593);
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

function end(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
