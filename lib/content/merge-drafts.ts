/**
 * How the changes of several editors become one draft (docs/drafts.md). A change says of each field from what to what, so
 * that nobody's words are taken for another's: who began from what is stored has their text put in its place, who began
 * from something else finds theirs kept as a conflict, until somebody chooses. Pure; the same in tests and browser.
 */
import type { PlainFields } from "../firestore-value.ts";
import { maxConflicts, type DraftConflict } from "./draft.ts";

type Value = PlainFields[string];

/** A missing side: the field is not there. */
type FieldChange = { from?: Value; to?: Value };

export type DraftChange = {
  /** By field; one that is split has its parts: `document.work`. */
  fields: { [field: string]: FieldChange };
  /** About these somebody has chosen; each goes only with the text that was seen then. */
  settled: DraftConflict[];
  /** These were settled, and are to be chosen about again. */
  unsettled?: DraftConflict[];
};

export type Merged = {
  fields: PlainFields;
  conflicts: DraftConflict[];
  /** Fields whose text is a conflict now. */
  lost: string[];
};

export type Author = Pick<DraftConflict, "by" | "byName" | "over" | "at">;

export class TooManyConflictsError extends Error {
  override readonly name = "TooManyConflictsError";
}

/** Objects whose parts are edited by themselves: the JSON Resume. */
const splitFields: ReadonlySet<string> = new Set(["document"]);

/** What differs, field by field. In `after`, undefined says that a field goes. */
export function changesOf(
  before: PlainFields,
  after: Readonly<Record<string, unknown>>,
): DraftChange["fields"] {
  const changes: DraftChange["fields"] = {};
  for (const [field, to] of Object.entries(after as Record<string, Value | undefined>)) {
    const from = before[field];
    if (splitFields.has(field) && isMap(from) && isMap(to)) {
      for (const part of new Set([...Object.keys(from), ...Object.keys(to)])) {
        note(changes, `${field}.${part}`, from[part], to[part]);
      }
    } else note(changes, field, from, to);
  }
  return changes;
}

/** Both as one, the second made after the first; undefined when the second began from something else. */
export function joinChanges(first: DraftChange, next: DraftChange): DraftChange | undefined {
  const fields = { ...first.fields };
  for (const [field, change] of Object.entries(next.fields)) {
    const before = fields[field];
    if (before === undefined) {
      if (Object.keys(fields).some((other) => isWithin(other, field))) return undefined;
      fields[field] = change;
      continue;
    }
    if (!sameValue(before.to, change.from)) return undefined;
    delete fields[field];
    note(fields, field, before.from, change.to);
  }
  const before = (first.unsettled ?? []).filter((conflict) => !isAmong(conflict, next.settled));
  const unsettled = [...before, ...(next.unsettled ?? [])];
  const settled = [...first.settled, ...next.settled];
  return { fields, settled, ...(unsettled.length > 0 && { unsettled }) };
}

export function isEmptyChange({ fields, settled, unsettled = [] }: DraftChange): boolean {
  return settled.length + unsettled.length + Object.keys(fields).length === 0;
}

/** As it is shown where it was made, before it is saved: never a conflict. */
export function showChange(stored: PlainFields, change: DraftChange): PlainFields {
  let shown = stored;
  for (const [field, { from, to }] of Object.entries(change.fields)) {
    shown = withField(shown, field, mergedWords(readField(shown, field), from, to) ?? to);
  }
  return shown;
}

/** @throws TooManyConflictsError when one more would have no room */
export function mergeChange(
  stored: Pick<Merged, "fields" | "conflicts">,
  change: DraftChange,
  author: Author,
): Merged {
  const conflicts = stored.conflicts.filter((conflict) => !isAmong(conflict, change.settled));
  conflicts.push(...(change.unsettled ?? []).filter((one) => !isAmong(one, conflicts)));
  const lost: string[] = [];
  let { fields } = stored;
  for (const [field, { from, to }] of Object.entries(change.fields)) {
    const now = readField(fields, field);
    // Somebody goes on with a text of theirs that lost before.
    const own = conflicts.findIndex(
      (conflict) =>
        conflict.by === author.by && conflict.field === field && sameValue(conflict.value, from),
    );
    const merged = mergedWords(now, from, to);
    if (sameValue(now, to) || sameValue(now, from)) fields = withField(fields, field, to);
    else if (merged !== undefined) fields = withField(fields, field, merged);
    else if (to !== undefined && !isNothing(to)) {
      lost.push(field);
      const before = conflicts[own];
      const conflict = { ...(before?.over && { over: before.over }), field, value: to, ...author };
      if (before === undefined) conflicts.push(conflict);
      else conflicts[own] = conflict;
      continue;
    }
    if (own !== -1) conflicts.splice(own, 1);
  }
  // A draft that has more already may still be put in order.
  if (conflicts.length > Math.max(maxConflicts, stored.conflicts.length)) {
    throw new TooManyConflictsError(`There are more than ${maxConflicts} conflicts.`);
  }
  return { fields, conflicts, lost };
}

/** Of the same text by the same person, whenever it was saved. */
export function sameConflict(a: DraftConflict, b: DraftConflict): boolean {
  return a.by === b.by && a.field === b.field && sameValue(a.value, b.value);
}

function isAmong(conflict: DraftConflict, some: readonly DraftConflict[]): boolean {
  return some.some((one) => sameConflict(one, conflict));
}

/** Of a field, or of a part of a split one. */
export function readField(fields: PlainFields, field: string): Value | undefined {
  const [name, part] = partsOf(field);
  const value = fields[name];
  if (part === undefined) return value;
  return isMap(value) ? value[part] : undefined;
}

/** A copy; undefined takes it away. */
export function withField(
  fields: PlainFields,
  field: string,
  value: Value | undefined,
): PlainFields {
  const [name, part] = partsOf(field);
  const whole = fields[name];
  const next =
    part === undefined ? value : withField(isMap(whole) ? whole : {}, `\u0000${part}`, value);
  const { [name]: _before, ...rest } = fields;
  // In its place, so that an editor's fields do not change their order.
  if (next === undefined) return rest;
  return name in fields ? { ...fields, [name]: next } : { ...rest, [name]: next };
}

/** Whether they are the same JSON, in whatever order their keys are. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameValue(item, b[index]));
  }
  const [inA, inB] = [entriesOf(a), entriesOf(b)];
  const ofB = new Map(inB);
  return (
    inA.length === inB.length &&
    inA.every(([key, value]) => ofB.has(key) && sameValue(value, ofB.get(key)))
  );
}

/** Lists of words lose nothing: what one adds or takes is added to or taken from what the other left. */
function mergedWords(
  now: Value | undefined,
  from: Value | undefined,
  to: Value | undefined,
): string[] | undefined {
  if (!isWords(to) || !isWords(now ?? []) || !isWords(from ?? [])) return undefined;
  const [before, stored] = [(from ?? []) as string[], (now ?? []) as string[]];
  if (sameValue(before, stored)) return to;
  const taken = new Set(before.filter((word) => !to.includes(word)));
  const added = to.filter((word) => !before.includes(word) && !stored.includes(word));
  return [...stored.filter((word) => !taken.has(word)), ...added];
}

function isWords(value: Value | undefined): value is string[] {
  return (
    Array.isArray(value) &&
    value.every((word) => typeof word === "string") &&
    new Set(value).size === value.length
  );
}

/** Nothing is lost when it goes. */
function isNothing(value: Value): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function isMap(value: Value | undefined): value is PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWithin(a: string, b: string): boolean {
  return a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

function partsOf(field: string): [name: string, part: string | undefined] {
  // Inside of a split field: whatever its keys are.
  if (field.startsWith("\u0000")) return [field.slice(1), undefined];
  const dot = field.indexOf(".");
  if (dot === -1 || !splitFields.has(field.slice(0, dot))) return [field, undefined];
  return [field.slice(0, dot), field.slice(dot + 1)];
}

function note(
  changes: DraftChange["fields"],
  field: string,
  from: Value | undefined,
  to: Value | undefined,
): void {
  if (sameValue(from, to)) return;
  changes[field] = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
