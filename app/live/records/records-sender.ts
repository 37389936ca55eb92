/** Has an outbox send records, also where no tool shows them. */
import type { Op } from "#lib/records/register.ts";
import { madeIn } from "#lib/records/settle-ops.ts";
import { NoAnswerError, type Outbox, type OutboxHandler, OutboxRefusal } from "../outbox/outbox.ts";
import type { BaseStore } from "./base-store.ts";
import type { KnownItems } from "./database-http.ts";
import type { RecordsHttp } from "./records-parts.ts";
import type { RecordsConfig } from "./records.ts";
import {
  type RecordsSave,
  type SendParts,
  type Sent,
  type TurnedOps,
  joinRecords,
  sendOps,
} from "./send-records.ts";

/** In the outbox: of all that goes in its order, and of what the server did not take, which must not hold it up. */
export const mainKey = "all";
const refusedBegin = "refused ";
/** The outbox's name of what the server is told of writes, apart: a wait for that holds nothing up. */
const toldTool = (tool: string): string => `${tool} told`;
const tellPatience = { quietMs: 2000, mostMs: 10_000 };
/** The server looks for itself every six hours. */
const tellWithinMs = 6 * 3_600_000;
export const refusedKey = (item: string): string => `${refusedBegin}${item}`;
export const refusedSave = (ops: readonly Op[]): RecordsSave => ({ ops, isRefused: true });
/** `KIND/ID`; undefined: it is another key. */
export const refusedItem = (key: string): string | undefined =>
  key.startsWith(refusedBegin) ? key.slice(refusedBegin.length) : undefined;

/** Records that are open in this tab. */
export type SenderRoom = Pick<SendParts, "base" | "serverNow" | "serverSeen"> & {
  /** Before the entry leaves the outbox. */
  sent(entryId: string, known: KnownItems): void;
  during: During;
};

/** Runs while what these are about is in memory. */
export type During = <Done>(
  of: readonly { kind: string; id: string; isNew?: true }[],
  run: () => Promise<Done>,
) => Promise<Done>;

export const atOnce: During = (_of, run) => run();

type SenderParts = {
  config: RecordsConfig;
  http: RecordsHttp;
  store: BaseStore;
  /** Has the server do what follows of writes at a path. False: it sees them itself. @throws Error: again later */
  tell: (path: string) => Promise<boolean>;
  /** This device's clock, milliseconds. */
  now: () => number;
};

/** When it was sent, by this device's clock. */
type Told = { at: number };

const nothingKept: Awaited<ReturnType<BaseStore["find"]>> = { head: undefined, items: [] };

export type Sender = {
  /** How an open room takes part. Returns a function that ends it. */
  attach: (room: SenderRoom) => () => void;
  /** Nothing is sent any more, once what is on its way is. */
  stop: () => void;
};

export function sendRecords(
  outbox: Outbox,
  { config, http, store, tell, now }: SenderParts,
): Sender {
  let room: SenderRoom | undefined;
  /** It has to be told, as far as is known. */
  let isToTell = true;

  async function roomOfKept(ops: readonly Op[]): Promise<SenderRoom> {
    const { head, items: kept } = await store.find(ops).catch(() => nothingKept);
    const items = new Map(kept.map(({ kind, id, item }) => [`${kind}/${id}`, item]));
    const read = (kind: string, id: string) => items.get(`${kind}/${id}`);
    return {
      base: read,
      serverNow: () => now() + (head?.offset ?? 0),
      serverSeen: () => head?.since ?? 0,
      sent: (_id, known) => void keepKnown(known),
      during: atOnce,
    };
  }

  async function keepKnown(known: KnownItems): Promise<void> {
    const put = [...known].flatMap(([key, item]) => (item ? [{ ...placeOf(key), item }] : []));
    // The server tells it again.
    await store.write({ put, gone: [] }).catch(() => undefined);
  }

  /** What was put aside of an item that the server did not take. */
  function asideOf(item: string): RecordsSave | undefined {
    const key = refusedKey(item);
    const { entries } = outbox.state();
    const entry = entries.find((one) => one.tool === config.tool && one.key === key);
    return entry?.data as RecordsSave | undefined;
  }

  /** What was written before it was known that the server does not take the item: alone it would be of nothing. */
  function isHeld(op: Op, { base }: SenderRoom, made: ReadonlySet<string>): boolean {
    const aside = asideOf(itemOf(op));
    if (aside === undefined || aside.said === undefined) return aside !== undefined;
    return base(op.kind, op.id) === undefined && !made.has(itemOf(op));
  }

  /** @param turned without it, of one item */
  function putAside(ops: readonly Op[], turned?: TurnedOps): Promise<void>[] {
    const [first] = ops;
    if (first === undefined) return [];
    const item = itemOf(first);
    const { shape, tool } = config;
    const aside = config.judged?.aside(shape, ops, asideOf(item), turned);
    return [outbox.add({ tool, key: refusedKey(item), data: refusedSave(ops), ...aside })];
  }

  async function sendSome(parts: SendParts, ops: readonly Op[], key: string, signal: AbortSignal) {
    const sending = config.judged?.send ?? sendOps;
    try {
      return await sending(parts, ops, signal);
    } catch (error) {
      if (!(error instanceof OutboxRefusal) || key !== mainKey) throw error;
      return { known: new Map(), refused: ops } satisfies Sent;
    }
  }

  const send: OutboxHandler<RecordsSave> = async ({ id, key, data }, { signal }) => {
    if (data.said !== undefined) {
      const text = data.said;
      throw new OutboxRefusal({ code: "turned-back", text, again: "asked", isAside: true });
    }
    const using = room ?? (await roomOfKept(data.ops));
    const parts = { ...using, http, root: config.root(outbox.uid), shape: config.shape };
    await using.during(data.ops, async () => {
      const made = madeIn(data.ops);
      const held = key === mainKey ? data.ops.filter((op) => isHeld(op, using, made)) : [];
      const ops = data.ops.filter((op) => !held.includes(op));
      const { known, refused, turned = [] }: Sent = await sendSome(parts, ops, key, signal);
      if (signal.aborted) return;
      const untaken = Map.groupBy([...held, ...refused], itemOf);
      await Promise.all([
        ...[...untaken.values()].flatMap((some) => putAside(some)),
        ...turned.flatMap((one) => putAside(one.ops, one)),
      ]);
      // Before the entry leaves the outbox: whatever becomes of the tab, the server is told.
      if (isToTell && ops.some((op) => config.told.includes(`${op.kind}/${op.register}`))) {
        await outbox.add<Told>({
          tool: toldTool(config.tool),
          key: "",
          data: { at: now() },
          patience: tellPatience,
        });
      }
      using.sent(id, known);
    });
  };
  const sendTold: OutboxHandler<Told> = async ({ data: { at } }) => {
    if (Math.abs(now() - at) > tellWithinMs) return;
    try {
      isToTell = await tell(config.root(outbox.uid));
    } catch (cause) {
      throw new NoAnswerError("The server was not told.", { cause });
    }
  };
  const ends = [
    outbox.handle(toldTool(config.tool), sendTold, (_first, next) => next),
    outbox.handle<RecordsSave>(config.tool, send, (first, next) =>
      joinRecords(config.shape, first, next, config.mostLetters),
    ),
  ];

  return {
    attach(opened) {
      room = opened;
      return () => {
        if (room === opened) room = undefined;
      };
    },
    stop() {
      for (const end of ends) end();
    },
  };
}

const itemOf = ({ kind, id }: Op) => `${kind}/${id}`;

export function placeOf(key: string): { kind: string; id: string } {
  const [kind = "", id = ""] = key.split("/");
  return { kind, id };
}
