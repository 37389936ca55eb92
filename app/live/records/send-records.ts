/** What waits of some records, sent: settled against what is known, and after a refusal against what the server has. */
import { applyWrites } from "#lib/records/apply-writes.ts";
import { type Item, type Op, type Shape, equalParts, readItem } from "#lib/records/register.ts";
import {
  type ReadItem,
  type Settled,
  joinOps,
  madeIn,
  settleOps,
} from "#lib/records/settle-ops.ts";
import { NoAnswerError, OutboxRefusal } from "../outbox/outbox.ts";
import type { KnownItems } from "./database-http.ts";
import type { RecordsHttp } from "./records-parts.ts";

const rounds = 10;
const mostItems = 200;
const usualLetters = 200_000;
/** The rules let a stamp be so far ahead of the server's clock. Milliseconds. */
const aheadMs = 600_000;

/** What the outbox has of records; all of an account have one key, so that they go in their order. */
export type RecordsSave = {
  ops: readonly Op[];
  /** Of an item that the server did not take: what is changed must join it, or it would never be taken. */
  isRefused?: true;
  /** Why a server that judges has turned it back: it is not sent, nor shown, until somebody asks for it. */
  said?: string;
};

export type SendParts = {
  http: RecordsHttp;
  /** Of the records in the database. */
  root: string;
  shape: Shape;
  /** What this browser knows of the server, also of what the server may have no more. */
  base: ReadItem;
  /** Milliseconds, by the server's clock as far as it is known. */
  serverNow: () => number;
  /** The last time that came from the server, milliseconds. */
  serverSeen: () => number;
};

/** Of an item, what a server that judges has turned back. */
export type TurnedOps = {
  ops: readonly Op[];
  /** For people. */
  said: string;
  /** The server has the item: it goes its own way without them. */
  isThere: boolean;
};

export type Sent = {
  /** What the server has of the items now. */
  known: KnownItems;
  /** Of items of which it takes nothing; the others have arrived. */
  refused: readonly Op[];
  turned?: readonly TurnedOps[];
};

export const refusal = {
  code: "refused",
  text: "The server did not take what was changed last here. It is safe in this browser: change it again, or let it go.",
  again: "changed",
} as const;

/** Both as one; undefined: the next one goes after it. */
export function joinRecords(
  shape: Shape,
  first: RecordsSave,
  next: RecordsSave,
  mostLetters = usualLetters,
): RecordsSave | undefined {
  const isWord = ({ kind, register }: Op) => shape.text(kind, register);
  // A tab that was killed after it had put them aside has the next one do it again.
  const isThere = (op: Op) =>
    first.ops.some(
      (one) => placeOf(one) === placeOf(op) && one.t === op.t && equalParts(one.value, op.value),
    );
  const mayReplace = (op: Op) => first.isRefused === true && (!isWord(op) || isThere(op));
  const ops = joinOps(first.ops, next.ops, mayReplace);
  if (ops === undefined || itemsOf(ops).length > mostItems) return undefined;
  return JSON.stringify(ops).length > mostLetters ? undefined : { ...first, ...next, ops };
}

/**
 * Resolves once the server has it. With one item alone nothing else is left to try.
 * @throws NoAnswerError; OutboxRefusal where `ops` are of one item
 */
export async function sendOps(
  parts: SendParts,
  ops: readonly Op[],
  signal?: AbortSignal,
): Promise<Sent> {
  const { http, root } = parts;
  let known: Map<string, Item | null> | undefined;
  let before = "";
  let clock: Clock | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const stored = storedIn(known, parts.base);
    const settled = settleOps(parts.shape, timely(ops, clock, stored), stored, parts.base);
    const { writes } = settled;
    const isGuess = known === undefined && !ops.every(isKnownIn(stored, madeIn(ops)));
    if (isGuess || Object.keys(writes).length === 0) {
      // What is known may be old: an own item is not given up for a guess.
      if (known !== undefined) return { known, refused: [] };
    } else {
      const text = JSON.stringify(writes);
      if (text === before && clock?.isSure) return halve(parts, ops, signal);
      // One after the other is the point.
      let answer: boolean | KnownItems;
      try {
        // oxlint-disable-next-line no-await-in-loop
        answer = await http.update(root, writes, signal);
      } catch (error) {
        // Of several, the others may have arrived before.
        if (!(error instanceof OutboxRefusal) || isOfAll(writes, ops)) throw error;
        return halve(parts, ops, signal);
      }
      if (answer !== false) {
        const told = answer === true ? [] : answer;
        const now = [...(known ?? []), ...applyWrites(stored, writes), ...told];
        return { known: new Map(now), refused: [] };
      }
      // This device's clock may have been changed since the server's was heard of.
      const isSure = clock?.isSure === true || text === before;
      if (isSure && !clock?.isSure) clock = { now: parts.serverSeen(), ahead: 0, isSure };
      // The same for each try: else none would be as the one before.
      else clock ??= clockOf(parts.serverNow());
      if (known !== undefined) before = text;
    }
    // oxlint-disable-next-line no-await-in-loop
    known = await readTouched(parts, ops, settled, signal);
  }
  throw new NoAnswerError("Others were always quicker.");
}

/** Of stamps that are later no server takes any: those are made anew. Milliseconds. */
type Clock = { now: number; ahead: number; isSure: boolean };

const clockOf = (now: number): Clock => ({ now, ahead: aheadMs, isSure: false });

function timely(ops: readonly Op[], clock: Clock | undefined, stored: ReadItem): readonly Op[] {
  if (clock === undefined) return ops;
  const { now, ahead } = clock;
  const latest = (now + ahead) * 1000;
  return ops.map((op, at) => {
    if (op.t <= latest) return op;
    const there = stored(op.kind, op.id)?.registers[op.register];
    // What it was made on was stamped anew, too.
    const isNext = op.p > latest && there && op.from && equalParts(op.from, there.value);
    return { ...op, t: now * 1000 + at + 1, ...(isNext && { p: there.t }) };
  });
}

/** What is not here may be there all the same, and what was there once may not be any more. */
const isKnownIn = (stored: ReadItem, made: ReadonlySet<string>) => (op: Op) => {
  const there = stored(op.kind, op.id);
  if (there?.registers[op.register]?.t === op.t) return false;
  return made.has(`${op.kind}/${op.id}`) || there !== undefined;
};

function storedIn(known: KnownItems | undefined, base: ReadItem): ReadItem {
  if (known === undefined) return base;
  return (kind, id) => known.get(`${kind}/${id}`) ?? undefined;
}

async function readTouched(
  { http, root }: SendParts,
  ops: readonly Op[],
  { lost }: Settled,
  signal: AbortSignal | undefined,
): Promise<Map<string, Item | null>> {
  const keys = [...itemsOf(ops), ...lost.map(({ id }) => `lost/${id}`)];
  const read = await Promise.all(
    [...new Set(keys)].map(async (key) => {
      const item = readItem(await http.read(`${root}/${key}`, signal));
      return [key, item ?? null] as const;
    }),
  );
  return new Map(read);
}

/** Refused although nothing has changed: what is at fault is found, and the rest goes on. */
async function halve(
  parts: SendParts,
  ops: readonly Op[],
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const keys = itemsOf(ops);
  if (keys.length === 1) throw new OutboxRefusal(refusal);
  const first = new Set(keys.slice(0, keys.length / 2));
  const known = new Map<string, Item | null>();
  const refused: Op[] = [];
  for (const half of [true, false]) {
    const some = ops.filter(({ kind, id }) => first.has(`${kind}/${id}`) === half);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const done = await sendOps(parts, some, signal);
      for (const [key, item] of done.known) known.set(key, item);
      refused.push(...done.refused);
    } catch (error) {
      if (!(error instanceof OutboxRefusal)) throw error;
      refused.push(...some);
    }
  }
  return { known, refused };
}

const placeOf = ({ kind, id, register }: Op) => `${kind}/${id}/${register}`;

const isOfAll = (writes: object, ops: readonly Op[]) =>
  itemsOf(ops).every((item) => Object.keys(writes).some((path) => path.startsWith(`${item}/`)));

function itemsOf(ops: readonly Op[]): string[] {
  return [...new Set(ops.map(({ kind, id }) => `${kind}/${id}`))];
}
