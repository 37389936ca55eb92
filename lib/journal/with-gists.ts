/**
 * The head of an entry says of its text what the text says. Both are registers of their own, and of two devices that wrote at
 * once one may have the later head while the texts became one: whoever writes a text, or a gist, puts that right.
 */
import { type Item, equalParts, readItem } from "../records/register.ts";
import type { ReadItem } from "../records/settle-ops.ts";
import { docIn, gistOf } from "./gist.ts";

type Writes = Readonly<Record<string, unknown>>;

/** `KIND/ID` of what has to be read besides to judge them. */
export function besides(writes: Writes): string[] {
  return Object.keys(writes).flatMap((path) => {
    const id = path.split("/")[1] ?? "";
    if (path === textOf(id)) return [`entries/${id}`];
    return path === gistIn(id) ? [`texts/${id}`] : [];
  });
}

/** @param stored also of what `besides` names */
export function withGists(writes: Writes, stored: ReadItem): Writes {
  const next: Record<string, unknown> = { ...writes };
  for (const path of Object.keys(writes)) {
    const id = path.split("/")[1] ?? "";
    if (path !== textOf(id) && path !== gistIn(id)) continue;
    const text = registerIn(writes, textOf(id)) ?? stored("texts", id)?.registers["doc"];
    const raw = text?.value["v"];
    // One that was emptied has no words.
    const doc = raw === "" ? {} : docIn(String(raw));
    if (typeof doc !== "object" || doc === null) continue;
    const { v, words } = gistOf(doc);
    const own = registerIn(writes, gistIn(id));
    const there = stored("entries", id)?.registers["gist"];
    if (isSame((own ?? there)?.value, { v, words })) continue;
    if (stored("entries", id) || own) {
      // Also where that stands there already: later than its own, who has sent it takes it.
      const t = Math.max(text?.t ?? 0, own?.t ?? 0, there?.t ?? 0) + 1;
      next[gistIn(id)] = { v, words, t, p: there?.t ?? 0 };
    }
  }
  return next;
}

type Value = Item["registers"][string]["value"];

/** Of a text without words it says nothing. */
const isSame = (value: Value | undefined, gist: { v: string; words: number }): boolean =>
  value === undefined ? gist.v === "" && gist.words === 0 : equalParts(value, gist);

const textOf = (id: string) => `texts/${id}/doc`;
const gistIn = (id: string) => `entries/${id}/gist`;

const registerIn = (writes: Writes, path: string) =>
  readItem({ at: 0, register: writes[path] })?.registers["register"];
