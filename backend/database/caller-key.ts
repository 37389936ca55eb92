/**
 * Callers as text. A change in a room is asked about for each of its listeners: texts go to the reader thread ten times
 * faster than the claims of as many tokens, and are read there once.
 */
import type { Caller } from "../http/index.ts";

const MOST_KNOWN = 10_000;
const known = new Map<string, Caller>();

export function keyOfCaller(caller: Caller): string {
  return caller === null ? "" : JSON.stringify(caller);
}

/** @param key as `keyOfCaller` said it */
export function callerOfKey(key: string): Caller {
  if (key === "") return null;
  let caller = known.get(key);
  if (caller === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    caller = JSON.parse(key) as Caller;
    known.set(key, caller);
  }
  return caller;
}
