/** Has an outbox send records, also where no tool shows them. */
import type { Item, Op } from "#lib/records/register.ts";
import { type Outbox, type OutboxHandler, OutboxRefusal } from "../outbox/outbox.ts";
import type { BaseStore } from "./base-store.ts";
import type { DatabaseHttp } from "./database-http.ts";
import type { RecordsConfig } from "./records.ts";
import {
  type KnownItems,
  type RecordsSave,
  type SendParts,
  joinRecords,
  sendOps,
} from "./send-records.ts";

/** In the outbox: of all that goes in its order, and of what the server did not take, which must not hold it up. */
export const mainKey = "all";
const refusedBegin = "refused ";
export const refusedKey = (item: string): string => `${refusedBegin}${item}`;
/** `KIND/ID`; undefined: it is another key. */
export const refusedItem = (key: string): string | undefined =>
  key.startsWith(refusedBegin) ? key.slice(refusedBegin.length) : undefined;

/** Records that are open in this tab. */
export type SenderRoom = Pick<SendParts, "base" | "serverNow" | "serverSeen"> & {
  /** Before the entry leaves the outbox. */
  sent(entryId: string, known: KnownItems): void;
};

type SenderParts = {
  config: RecordsConfig;
  http: DatabaseHttp;
  store: BaseStore;
  /** This device's clock, milliseconds. */
  now: () => number;
};

const nothingKept: Awaited<ReturnType<BaseStore["find"]>> = { head: undefined, items: [] };

/** Returns how an open room attaches itself. */
export function sendRecords(
  outbox: Outbox,
  { config, http, store, now }: SenderParts,
): (room: SenderRoom) => () => void {
  let room: SenderRoom | undefined;

  async function roomOfKept(ops: readonly Op[]): Promise<SenderRoom> {
    const { head, items: kept } = await store.find(ops).catch(() => nothingKept);
    const items = new Map(kept.map(({ kind, id, item }) => [`${kind}/${id}`, item]));
    const read = (kind: string, id: string) => items.get(`${kind}/${id}`);
    return {
      base: read,
      serverNow: () => now() + (head?.offset ?? 0),
      serverSeen: () => head?.since ?? 0,
      sent: (_id, known) => void keepKnown(known),
    };
  }

  async function keepKnown(known: KnownItems): Promise<void> {
    const put = [...known].flatMap(([key, item]) => (item ? [{ ...placeOf(key), item }] : []));
    // The server tells it again.
    await store.write({ put, gone: [] }).catch(() => undefined);
  }

  const send: OutboxHandler<RecordsSave> = async ({ id, key, data }, { signal }) => {
    const using = room ?? (await roomOfKept(data.ops));
    const parts = { ...using, http, root: config.root(outbox.uid), shape: config.shape };
    const { known, refused } = await sendOps(parts, data.ops, signal).catch((error: unknown) => {
      if (!(error instanceof OutboxRefusal) || key !== mainKey) throw error;
      return { known: new Map<string, Item | null>(), refused: data.ops };
    });
    if (signal.aborted) return;
    const items = Map.groupBy(refused, (op) => `${op.kind}/${op.id}`);
    await Promise.all(
      Array.from(items, ([item, ops]) =>
        outbox.add<RecordsSave>({ tool: config.tool, key: refusedKey(item), data: { ops } }),
      ),
    );
    using.sent(id, known);
  };
  outbox.handle(config.tool, send, joinRecords);

  return (opened) => {
    room = opened;
    return () => {
      if (room === opened) room = undefined;
    };
  };
}

export function placeOf(key: string): { kind: string; id: string } {
  const [kind = "", id = ""] = key.split("/");
  return { kind, id };
}
