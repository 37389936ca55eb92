/**
 * Whether an update of a journal may be taken, and what it makes of the items it is about. For todos the rules of the
 * database say so; here the server cannot read what is written, so each browser asks this on what it has just read, and
 * the server takes the documents only if nobody else was quicker.
 */
import { type Item, type Register, equalParts, readItem } from "../records/register.ts";
import type { ReadItem } from "../records/settle-ops.ts";
import { itemIdForm } from "./documents.ts";
import { faultOfValue } from "./item-values.ts";
import { type JournalKind, isDeleted, isJournalKind } from "./shape.ts";
import { withGists } from "./with-gists.ts";

/** A clock may be so far ahead of the server's. Milliseconds. */
const aheadMs = 600_000;

/** Without these nothing is made; what is there without them can be mended. */
const neededOf: Record<JournalKind, readonly string[]> = {
  entries: ["when"],
  texts: ["doc"],
  media: ["of", "file"],
  tags: ["name"],
  people: ["name"],
  templates: ["name"],
  journal: ["name"],
  lost: ["of", "text"],
  revs: ["of", "doc"],
};

export type Change = {
  kind: JournalKind;
  id: string;
  /** As it is afterwards, with the `at` of before; null: it is deleted for good. */
  item: Item | null;
};

/**
 * `stale`: it was made in ignorance of what is stored: read that and settle again. `wrong`: it can never be taken. Else what
 * changes, in the order of the writes; nothing, if all of it is stored already.
 */
export type Verdict = "stale" | "wrong" | { changes: Change[] };

export type Update = {
  /** As `settleOps` and a purge make them: `KIND/ID/REGISTER`, `KIND/ID: null`, `meta/seen`. */
  writes: Readonly<Record<string, unknown>>;
  /** Also of what `besides` names, see with-gists.ts. */
  stored: ReadItem;
  /** The server's clock when that was read, milliseconds. */
  now: number;
};

export function judgeWrites({ writes: asked, stored, now }: Update): Verdict {
  const writes = withGists(asked, stored);
  const changes = new Map<string, Change>();
  let isStale = false;
  const seen = writes["meta/seen"];
  for (const [path, value] of Object.entries(writes)) {
    const [kind = "", id = "", register, more] = path.split("/");
    if (kind === "meta" || register === "at") continue;
    if (!isJournalKind(kind) || !itemIdForm.test(id) || more !== undefined) return "wrong";
    const key = `${kind}/${id}`;
    const before = stored(kind, id);
    const change = changes.get(key);
    if (register === undefined) {
      if (value !== null || change) return "wrong";
      if (before === undefined) continue;
      if (!mayGo(kind, before, seen)) isStale = true;
      changes.set(key, { kind, id, item: null });
      continue;
    }
    const next = readRegister(register, value);
    if (!next || change?.item === null) return "wrong";
    if (faultOfValue(kind, register, next.value) !== undefined) return "wrong";
    const there = before?.registers[register];
    // It arrived, and the answer was lost.
    if (there?.t === next.t && equalParts(there.value, next.value)) continue;
    if (!hasSeen(next, there, now)) isStale = true;
    const item = change?.item ?? before ?? { at: 0, registers: {} };
    const registers = { ...item.registers, [register]: next };
    changes.set(key, { kind, id, item: { ...item, registers } });
  }
  const all = [...changes.values()];
  return isStale || !all.every((change) => isWhole(change, stored)) ? "stale" : { changes: all };
}

export { besides } from "./with-gists.ts";

/** What somebody wrote into since it was read stays. A revision is nobody's work any more. */
function mayGo(kind: JournalKind, before: Item, seen: unknown): boolean {
  if (typeof seen !== "number" || before.at > seen) return false;
  return kind === "revs" || isDeleted(kind, before);
}

function isWhole({ kind, id, item }: Change, stored: ReadItem): boolean {
  if (item === null || stored(kind, id) !== undefined) return true;
  return neededOf[kind].every((register) => Object.hasOwn(item.registers, register));
}

function hasSeen({ t, p }: Register, there: Register | undefined, now: number): boolean {
  return p === (there?.t ?? 0) && t > p && t <= (now + aheadMs) * 1000;
}

function readRegister(name: string, value: unknown): Register | undefined {
  const next = readItem({ at: 0, [name]: value })?.registers[name];
  if (!next || !Number.isSafeInteger(next.t) || !Number.isSafeInteger(next.p)) return undefined;
  // What is left out by reading would not be what was meant to be written.
  return Object.keys(next.value).length + 2 === Object.keys(value as object).length
    ? next
    : undefined;
}
