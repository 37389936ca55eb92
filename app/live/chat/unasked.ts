/**
 * Messages that were stored, while the AI was not asked for an answer: why, in this browser, until it is asked again. The
 * message itself does not say.
 */
import type { AskSaid } from "#lib/ai/api.ts";
import { readKept, writeKept } from "./kept-chat.ts";

export type Unasked = Exclude<AskSaid, "begun">;

type Place = { room: string; id: string };

const name = "unasked";
const most = 50;
const listeners = new Set<() => void>();
type All = Readonly<Record<string, Unasked>>;
let kept: { of: string; all: All } | undefined;

const nameOf = ({ room, id }: Place) => `${room} ${id}`;

/** By room and id of the message. */
function allOf(uid: string): All {
  if (kept?.of === uid) return kept.all;
  const value = readKept(uid, name);
  const all = typeof value === "object" && value !== null ? (value as All) : {};
  kept = { of: uid, all };
  return all;
}

export const unaskedAt = (uid: string, place: Place): Unasked | undefined =>
  allOf(uid)[nameOf(place)];

export function noteUnasked(uid: string, place: Place, said: Unasked): void {
  const others = Object.entries(allOf(uid)).filter(([one]) => one !== nameOf(place));
  const { refused, message, most: dear, balance } = said;
  const bare = { refused, message, ...(dear !== undefined && { most: dear }) };
  const entry: Unasked = { ...bare, ...(balance !== undefined && { balance }) };
  change(uid, [...others.slice(1 - most), [nameOf(place), entry]]);
}

export function forgetUnasked(uid: string, place: Place): void {
  const others = Object.entries(allOf(uid)).filter(([one]) => one !== nameOf(place));
  change(uid, others);
}

function change(uid: string, entries: readonly (readonly [string, Unasked])[]): void {
  const all = Object.fromEntries(entries);
  kept = { of: uid, all };
  writeKept(uid, name, entries.length === 0 ? null : all);
  for (const listener of listeners) listener();
}

/** Also of what other tabs note. */
export function subscribeUnasked(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key !== null && !key.endsWith(`:${name}`)) return;
    kept = undefined;
    listener();
  };
  listeners.add(listener);
  addEventListener("storage", heard);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", heard);
  };
}
