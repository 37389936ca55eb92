/** What waits of some records in the outbox, from whatever tab of this browser, by item. */
import type { Op } from "#lib/records/register.ts";
import type { ReadItem } from "#lib/records/settle-ops.ts";
import type { Outbox, OutboxEntry } from "../outbox/outbox.ts";
import type { RecordsParts } from "./records-parts.ts";
import { placeOf, refusedItem } from "./records-sender.ts";
import type { RecordsSave } from "./send-records.ts";

/** What another tab has sent is shown for so long until the server has told it. */
const lingerMs = 10_000;

export type Overlay = {
  /** In the order of their writing. */
  opsOf(key: string): readonly Op[];
  isWaited(key: string): boolean;
  keys(): Iterable<string>;
  /** Of an item that the server did not take; what is added goes there, too. */
  isRefused(key: string): boolean;
  /** Also what was turned back, which is not laid over anything. */
  refused(): readonly OutboxEntry<RecordsSave>[];
  /** This tab has sent it, so what it did is known. */
  sent(entryId: string): void;
  close(): void;
};

type OverlayParts = Pick<RecordsParts, "after"> & {
  outbox: Outbox;
  tool: string;
  base: ReadItem;
  seen: (t: number) => void;
  changed: (keys: ReadonlySet<string>) => void;
};

export function createOverlay({ outbox, tool, base, after, seen, changed }: OverlayParts): Overlay {
  let entries: readonly OutboxEntry<RecordsSave>[] = [];
  let waiting = new Map<string, readonly Op[]>();
  const sentHere = new Set<string>();
  /** By item: many are sent by another tab in that time, and each may be asked for. */
  const lingering = new Map<string, Set<Op>>();
  const lingerEnds = new Set<() => void>();
  let isOpen = false;

  // Without the key to it nobody can say what it is.
  const isOwn = (entry: OutboxEntry): entry is OutboxEntry<RecordsSave> =>
    entry.tool === tool && "ops" in (entry.data as object);
  const ownEntries = () => outbox.state().entries.filter(isOwn);

  function follow(): void {
    // After a sign-out they wait for their account.
    if (outbox.closed.aborted) return;
    const now = ownEntries();
    const before = entries;
    entries = now;
    // Mostly one more is typed, and many may wait.
    if (before.every((entry, at) => entry === now[at])) append(now.slice(before.length));
    else replace(before, now);
  }

  function append(added: readonly OutboxEntry<RecordsSave>[]): void {
    const touched = new Set<string>();
    for (const { data } of added) if (!isLaid(data)) see(data);
    for (const op of laidOps(added)) {
      const key = keyOf(op);
      waiting.set(key, [...(waiting.get(key) ?? []), op]);
      touched.add(key);
      seen(op.t);
    }
    if (isOpen && touched.size > 0) changed(touched);
  }

  function replace(
    before: readonly OutboxEntry<RecordsSave>[],
    now: readonly OutboxEntry<RecordsSave>[],
  ): void {
    const ids = new Set(now.map(({ id }) => id));
    // One that is gone before an earlier one of its key was joined to that.
    const elsewhere = before.filter(
      ({ id, key, order }) =>
        !ids.has(id) &&
        !sentHere.delete(id) &&
        !now.some((entry) => entry.key === key && entry.order < order),
    );
    const touched = new Set(waiting.keys());
    waiting = Map.groupBy(laidOps(now), keyOf);
    const aside = new Set(now.flatMap(({ data }) => (isLaid(data) ? [] : data.ops.map(writtenBy))));
    for (const { data } of elsewhere.filter((entry) => isLaid(entry.data))) {
      linger(data.ops.filter((op) => !aside.has(writtenBy(op))));
    }
    for (const { data } of now) see(data);
    for (const key of waiting.keys()) touched.add(key);
    if (isOpen) changed(touched);
  }

  function see({ ops }: RecordsSave): void {
    for (const { t } of ops) seen(t);
  }

  function linger(ops: readonly Op[]): void {
    for (const op of ops) {
      const key = keyOf(op);
      lingering.set(key, (lingering.get(key) ?? new Set()).add(op));
    }
    const end = after(lingerMs, () => {
      lingerEnds.delete(end);
      for (const op of ops) {
        const own = lingering.get(keyOf(op));
        if (own?.delete(op) && own.size === 0) lingering.delete(keyOf(op));
      }
      changed(new Set(ops.map(keyOf)));
    });
    lingerEnds.add(end);
  }

  function lingeringOf(key: string): Op[] {
    const { kind, id } = placeOf(key);
    const isLater = ({ register, t }: Op) => (base(kind, id)?.registers[register]?.t ?? 0) < t;
    return [...(lingering.get(key) ?? [])].filter(isLater);
  }

  const stop = outbox.subscribe(follow);
  follow();
  isOpen = true;

  return {
    opsOf(key) {
      const ops = [...lingeringOf(key), ...(waiting.get(key) ?? [])];
      return ops.length < 2 ? ops : ops.toSorted((a, b) => a.t - b.t);
    },
    isWaited: (key) => waiting.has(key),
    keys: () => waiting.keys(),
    isRefused: (key) =>
      entries.some(({ key: of, data }) => refusedItem(of) === key && isLaid(data)),
    refused: () => entries.filter(({ data, refused }) => refused !== null || !isLaid(data)),
    sent: (entryId) => void sentHere.add(entryId),
    close() {
      stop();
      for (const end of lingerEnds) end();
    },
  };
}

const keyOf = ({ kind, id }: Op) => `${kind}/${id}`;
const writtenBy = (op: Op) => `${keyOf(op)}/${op.register} ${op.t}`;
/** Until somebody asks for it again, what was turned back is only said. */
const isLaid = ({ said }: RecordsSave): boolean => said === undefined;
const laidOps = (entries: readonly OutboxEntry<RecordsSave>[]): Op[] =>
  entries.flatMap(({ data }) => (isLaid(data) ? data.ops : []));
