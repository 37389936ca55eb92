/** What waits becomes one update of a server that takes a register only if it replaces what is stored. */
import { hashOf } from "./hash-of.ts";
import {
  type Item,
  type Op,
  type Parts,
  type Register,
  type Shape,
  equalParts,
  storedRegister,
} from "./register.ts";

/** Words that lost to other words, kept beside them. */
type LostText = {
  /** Below `lost`. The same loss has the same one on each device. */
  id: string;
  /** `KIND/ID/REGISTER` */
  of: string;
  text: string;
  t: number;
};

export type Settled = {
  /** By path below the records' root; values as the database takes them. Empty: nothing is to be sent. */
  writes: Record<string, unknown>;
  /** All that were looked at, also those that are stored already. */
  lost: LostText[];
  /** Those that came to nothing. */
  dropped: Op[];
};

/** Undefined: there is none. */
export type ReadItem = (kind: string, id: string) => Item | undefined;

const serverTime = { ".sv": "timestamp" };
const longestId = 60;

/**
 * Both as one, one op a register. Undefined: an added one was not made on what waits, so it must go after it, or it would
 * take its place unseen.
 * @param mayReplace those that may all the same
 */
export function joinOps(
  waiting: readonly Op[],
  added: readonly Op[],
  mayReplace: (op: Op) => boolean = () => false,
): Op[] | undefined {
  const all = new Map(waiting.map((op) => [placeOf(op), op]));
  for (const op of added) {
    const first = all.get(placeOf(op));
    if (first && !hasSeen(op, first) && !hasSeen(first, op) && !mayReplace(op)) return undefined;
    all.set(placeOf(op), first ? joinedOp(first, op) : op);
  }
  return [...all.values()];
}

/** What was held back comes behind what was made on it. */
function joinedOp(first: Op, op: Op): Op {
  const [earlier, later] = first.t < op.t ? [first, op] : [op, first];
  const { isNew: _, ...rest } = later;
  const isNew = first.isNew ?? earlier.isNew;
  return { ...rest, from: earlier.from, p: earlier.p, ...(isNew && { isNew }) };
}

/**
 * @param ops one a register
 * @param stored what the server has, as far as is known: a guess costs one refusal
 * @param copy this browser's own, of what the server may have no more
 */
export function settleOps(
  shape: Shape,
  ops: readonly Op[],
  stored: ReadItem,
  copy: ReadItem,
): Settled {
  const writes: Record<string, unknown> = {};
  const lost: LostText[] = [];
  const dropped: Op[] = [];

  function write(kind: string, id: string, register: string, next: Register): void {
    writes[`${kind}/${id}/at`] = serverTime;
    writes[`${kind}/${id}/${register}`] = storedRegister(next);
  }

  function lose(op: Op, text: string, t: number): void {
    const { kind, id, register } = op;
    const of = `${kind}/${id}/${register}`;
    const lostId = `${beginOfLost(op)}${t}-${hashOf(`${of} ${text}`)}`;
    lost.push({ id: lostId, of, text, t });
    // The server has it from another device, and would refuse all of the update.
    if (stored("lost", lostId)) return;
    write("lost", lostId, "of", { value: { v: of }, t, p: 0 });
    write("lost", lostId, "text", { value: { v: text }, t, p: 0 });
  }

  /** It was archived, or deleted for good: it comes back whole. */
  function writeWhole(op: Op): void {
    const { kind, id, register, value, t } = op;
    const registers = copy(kind, id)?.registers ?? {};
    if (!(`${kind}/${id}/at` in writes)) {
      for (const [name, kept] of Object.entries(registers)) {
        write(kind, id, name, { ...kept, p: 0 });
      }
    }
    // Who has not heard of its end must see stamps rise all the same: with the one that was there, a change that was made on
    // the value of before would be taken.
    write(kind, id, register, { value, t: Math.max(t, (registers[register]?.t ?? 0) + 1), p: 0 });
  }

  /** Nobody has it any more, so there is nothing that it could be a part of. */
  function giveUp(op: Op): void {
    const text = shape.text(op.kind, op.register) ? textOf(op.value) : "";
    if (!hasWords(textOf(op.from), text)) lose(op, text, op.t);
    dropped.push(op);
  }

  function writeText(op: Op, there: Register): void {
    const { kind, id, register, value, from, t } = op;
    const isOurs = t >= there.t;
    const merge = shape.merge?.(kind, register);
    const v = merge?.(textOf(from), textOf(value), textOf(there.value));
    if (v !== undefined) {
      if (v === textOf(there.value)) return void dropped.push(op);
      const merged = { ...(isOurs ? value : there.value), v };
      return write(kind, id, register, { value: merged, t: Math.max(t, there.t + 1), p: there.t });
    }
    const [kept, other] = isOurs ? [value, there.value] : [there.value, value];
    const text = textOf(other);
    if (text !== textOf(from) && !hasWords(textOf(kept), text)) {
      lose(op, text, isOurs ? there.t : t);
    }
    if (isOurs) write(kind, id, register, { value, t: Math.max(t, there.t + 1), p: there.t });
    else dropped.push(op);
  }

  function writeSet(op: Op, there: Register): void {
    const { kind, id, register, value, from, t } = op;
    const v = mergeSets(wordsOf(from), wordsOf(value), wordsOf(there.value)).join(" ");
    if (v === textOf(there.value)) return void dropped.push(op);
    write(kind, id, register, { value: { ...value, v }, t: Math.max(t, there.t + 1), p: there.t });
  }

  const made = madeIn(ops);
  for (const op of ops) {
    const { kind, id, register, value, t } = op;
    const item = stored(kind, id);
    const there = item?.registers[register];
    const isText = shape.text(kind, register);
    if (item === undefined && !made.has(`${kind}/${id}`))
      (copy(kind, id) ? writeWhole : giveUp)(op);
    // It arrived, and the answer was lost.
    else if (there?.t === t && equalParts(there.value, value)) continue;
    else if (op.isNew && item !== undefined && there !== undefined) {
      if (isText && !hasWords(textOf(there.value), textOf(value))) lose(op, textOf(value), t);
      dropped.push(op);
    } else if (there === undefined || hasSeen(op, there)) {
      const after = there?.t ?? 0;
      write(kind, id, register, { value, t: Math.max(t, after + 1), p: after });
    } else if (equalParts(there.value, value)) dropped.push(op);
    else if (shape.set(kind, register)) writeSet(op, there);
    else if (isText) writeText(op, there);
    else if (t >= there.t)
      write(kind, id, register, { value, t: Math.max(t, there.t + 1), p: there.t });
    else dropped.push(op);
  }
  return { writes, lost, dropped };
}

/** Of the ids of what an op has words lost of. */
export const beginOfLost = ({ id, register }: Op): string =>
  `${id.slice(0, longestId)}-${register}-`;

/** Items (`KIND/ID`) that these make, whatever else they write into them. */
export function madeIn(ops: readonly Op[]): ReadonlySet<string> {
  return new Set(ops.flatMap(({ kind, id, isNew }) => (isNew ? [`${kind}/${id}`] : [])));
}

/** Two tabs may have written different things at the same moment, with the same stamp. */
const hasSeen = ({ p, from }: Op, { t, value }: Pick<Register, "t" | "value">): boolean =>
  p === t && (from === null || equalParts(value, from));

const placeOf = ({ kind, id, register }: Op) => `${kind}/${id}/${register}`;

function textOf(value: Parts | null): string {
  const v = value?.["v"];
  return typeof v === "string" ? v : "";
}

const wordsOf = (value: Parts | null): string[] => textOf(value).split(/\s+/).filter(Boolean);

/** Whole words: `12` is not in `123`. Nothing is in everything. */
function hasWords(text: string, part: string): boolean {
  const spaced = (words: string) => ` ${words.split(/\s+/).filter(Boolean).join(" ")} `;
  return part.trim() === "" || spaced(text).includes(spaced(part));
}

function mergeSets(from: string[], ours: string[], theirs: string[]): string[] {
  const [was, want, there] = [new Set(from), new Set(ours), new Set(theirs)];
  const kept = theirs.filter((word) => want.has(word) || !was.has(word));
  const added = ours.filter((word) => !was.has(word) && !there.has(word));
  return [...kept, ...added].toSorted();
}
