/** Sending where a server judges: what it does not take goes back with its sentence, the rest goes on. See docs/drafts.md. */
import { hashOf } from "#lib/records/hash-of.ts";
import type { Op, Shape } from "#lib/records/register.ts";
import { beginOfLost } from "#lib/records/settle-ops.ts";
import { OutboxRefusal } from "../outbox/outbox.ts";
import { type TurnedBack, TurnedBackError, isReadDenied } from "./database-http.ts";
import { refusedKey, refusedSave } from "./records-sender.ts";
import {
  type RecordsSave,
  type SendParts,
  type Sent,
  type TurnedOps,
  joinRecords,
  refusal,
  sendOps,
} from "./send-records.ts";

/** What is not sent of an item, for the outbox. */
type Aside = { key: string; data: RecordsSave };

export type Judged = {
  /** As sendOps. @throws NoAnswerError; OutboxRefusal where it takes nothing and says nothing of `ops` */
  send: (parts: SendParts, ops: readonly Op[], signal?: AbortSignal) => Promise<Sent>;
  /** @param there what is put aside of the item already @param turned without it, the server has said nothing of `ops` */
  aside: (
    shape: Shape,
    ops: readonly Op[],
    there: RecordsSave | undefined,
    turned?: TurnedOps,
  ) => Aside;
};

/** One that was turned back, and why. */
type Back = { op: Op; text: string };

const deniedText =
  "The server does not let this account change this any more, so it was not sent. It is kept in this browser.";

export const judged: Judged = {
  async send(parts, ops, signal) {
    try {
      return await sendJudged(parts, ops, signal);
    } catch (error) {
      if (!isReadDenied(error)) throw error;
      const back = ops.map((op) => ({ op, text: deniedText }));
      return { known: new Map(), refused: [], turned: turnedOf(parts, back) };
    }
  },
  aside(shape, ops, there, turned) {
    const item = ops.map(itemOf)[0] ?? "";
    const said = turned?.said ?? there?.said;
    const data: RecordsSave = { ...refusedSave(ops), ...(said !== undefined && { said }) };
    // Two tabs have written different words: behind what nobody sends they would wait for ever.
    const isStuck = there && said !== undefined && !joinRecords(shape, there, data);
    // Each by itself: what is written next of the item goes its own way.
    const isApart = turned?.isThere === true || isStuck;
    return {
      key: isApart ? `back ${item} ${hashOf(JSON.stringify(ops))}` : refusedKey(item),
      data,
    };
  },
};

async function sendJudged(
  parts: SendParts,
  ops: readonly Op[],
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const back = new Map<Op, Back>();
  for (;;) {
    const rest = ops.filter((op) => !back.has(op));
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const sent = await sendOps(parts, rest, signal);
      return { ...sent, turned: turnedOf(parts, [...back.values()]) };
    } catch (error) {
      const turned = error instanceof TurnedBackError ? backOf(rest, error.refused) : [];
      for (const one of turned) back.set(one.op, one);
      if (turned.length > 0) continue;
      const isFinal = error instanceof TurnedBackError || error instanceof OutboxRefusal;
      if (!isFinal) throw error;
      if (back.size === 0) throw new OutboxRefusal(refusal, { cause: error });
      return { known: new Map(), refused: rest, turned: turnedOf(parts, [...back.values()]) };
    }
  }
}

/**
 * What makes an item takes all of it with it, as does a register that only came along with an item that came back whole;
 * what would put words beside a register goes with those.
 */
function backOf(ops: readonly Op[], refused: readonly TurnedBack[]): Back[] {
  const asked = new Set(ops.map((op) => `${itemOf(op)}/${op.register}`));
  const texts = new Map(
    refused.map(({ item, register, text }) => {
      const isAsked = asked.has(`${item}/${register}`);
      return [`${item}/${isAsked ? register : null}`, text];
    }),
  );
  const textOf = (item: string, register: string) =>
    texts.get(`${item}/${register}`) ?? texts.get(`${item}/null`);
  const unmade = new Map<string, string>();
  for (const op of ops) {
    const text = textOf(itemOf(op), op.register);
    if (op.isNew && text !== undefined) unmade.set(itemOf(op), text);
  }
  return ops.flatMap((op) => {
    const item = itemOf(op);
    const beside = refused.find((one) => one.item.startsWith(`lost/${beginOfLost(op)}`));
    const text = textOf(item, op.register) ?? unmade.get(item) ?? beside?.text;
    return text === undefined ? [] : [{ op, text }];
  });
}

/** By item and sentence; of an item that the server does not have, all stays together. */
function turnedOf({ base }: SendParts, back: readonly Back[]): TurnedOps[] {
  const isThere = ({ op }: Back) => base(op.kind, op.id) !== undefined;
  const groups = Map.groupBy(back, (one) => `${itemOf(one.op)} ${isThere(one) ? one.text : ""}`);
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    return [{ ops: some.map(({ op }) => op), said: first.text, isThere: isThere(first) }];
  });
}

const itemOf = ({ kind, id }: Op): string => `${kind}/${id}`;
