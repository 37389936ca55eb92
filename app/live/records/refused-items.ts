/** What a server does not take, as people decide about it. */
import { type Item, type Op, type Parts, equalParts } from "#lib/records/register.ts";
import type { Outbox, OutboxEntry } from "../outbox/outbox.ts";
import type { Overlay } from "./records-overlay.ts";
import { refusedKey, refusedSave } from "./records-sender.ts";
import type { RecordsConfig, RefusedItem } from "./records.ts";
import type { RecordsSave } from "./send-records.ts";

type Entry = OutboxEntry<RecordsSave>;

type RefusedParts = {
  config: RecordsConfig;
  outbox: Outbox;
  overlay: Pick<Overlay, "refused" | "sent">;
  /** As it is shown. */
  item: (kind: string, id: string) => Item | undefined;
  /** A new stamp. */
  next: () => number;
  log: (what: string, error: unknown) => void;
};

export type RefusedItems = {
  list(): readonly RefusedItem[];
  /** What was turned back of the same registers is not wanted any more; words are never given up for others. */
  replaced(by: readonly Op[]): void;
  /** The server has these no more. */
  deleted(keys: readonly string[]): void;
};

export function createRefusedItems(parts: RefusedParts): RefusedItems {
  const { config, outbox, overlay, item, next, log } = parts;
  const isTurnedBack = ({ data }: Entry) => data.said !== undefined;
  const asItWas = (error: unknown) => log("What was refused is as it was", error);

  function letGo(entryId: string): void {
    overlay.sent(entryId);
    outbox.forget(entryId).catch(asItWas);
  }

  function change(entryId: string, data?: RecordsSave): void {
    outbox.again(entryId, data).catch(asItWas);
  }

  /** Somebody wants it now: later than what others have written since. */
  const renewed = (ops: readonly Op[]) => refusedSave(ops.map((op) => ({ ...op, t: next() })));

  function put({ id, data: { ops } }: Entry, register: string, value: Parts): void {
    const [first] = ops;
    if (first === undefined) return;
    const { kind, id: itemId } = first;
    const there = item(kind, itemId)?.registers[register];
    const added = {
      kind,
      id: itemId,
      register,
      from: there?.value ?? null,
      p: there?.t ?? 0,
      t: 0,
    };
    const op = ops.find((one) => one.register === register) ?? added;
    const others = ops.filter((one) => one.register !== register);
    change(id, renewed([...others, { ...op, value }]));
  }

  function isReplaced(op: Op, by: readonly Op[]): boolean {
    const newer = by.find((one) => placeOf(one) === placeOf(op));
    if (newer === undefined) return false;
    return !config.shape.text(op.kind, op.register) || equalParts(newer.value, op.value);
  }

  return {
    list: () =>
      overlay.refused().map((entry) => {
        const { id, data, refused } = entry;
        const [op] = data.ops;
        return {
          kind: op?.kind ?? "",
          id: op?.id ?? "",
          text: data.said ?? refused?.text ?? "",
          changes: data.ops.map(({ register, value }) => ({ register, value })),
          isTurnedBack: isTurnedBack(entry),
          again: () => change(id, isTurnedBack(entry) ? renewed(data.ops) : undefined),
          put: (register, value) => put(entry, register, value),
          letGo: () => letGo(id),
        };
      }),
    replaced(by) {
      for (const { id, data } of overlay.refused().filter(isTurnedBack)) {
        const ops = data.ops.filter((op) => !isReplaced(op, by));
        if (ops.length === 0) letGo(id);
        else if (ops.length < data.ops.length) change(id, { ...data, ops });
      }
    },
    deleted(keys) {
      const gone = new Set(keys.map(refusedKey));
      for (const { id, key } of overlay.refused()) if (gone.has(key)) letGo(id);
    },
  };
}

const placeOf = ({ kind, id, register }: Op) => `${kind}/${id}/${register}`;
