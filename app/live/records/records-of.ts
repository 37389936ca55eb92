/** What records do, apart from browser and server: those are its parts. */
import { type Item, type Op, sameItem, shown } from "#lib/records/register.ts";
import { joinOps } from "#lib/records/settle-ops.ts";
import { createStamps } from "#lib/records/stamps.ts";
import type { LazyItems } from "./lazy-kinds.ts";
import { createReading, sentences } from "./reading.ts";
import { createBase } from "./records-base.ts";
import { createOverlay } from "./records-overlay.ts";
import { createRefusedItems } from "./refused-items.ts";
import type { RecordsParts } from "./records-parts.ts";
import { UnsentError } from "../outbox/outbox.ts";
import { atOnce, mainKey, placeOf, refusedKey, refusedSave } from "./records-sender.ts";
import type { Change, Records, RecordsStatus } from "./records.ts";
import type { RecordsSave } from "./send-records.ts";

const usualPatience = { quietMs: 400, mostMs: 2000 };
export const usualAfterMs = 7 * 86_400_000;
const unloaded = "Nothing was deleted. Try again once there is a connection.";
const withoutLazy: LazyItems["records"] = {
  hold: async () => () => undefined,
  async *each() {},
  progress: () => undefined,
};

/** Resolves once what this browser keeps is shown. */
export async function createRecords(parts: RecordsParts): Promise<Records> {
  const { config, outbox, store, after } = parts;
  const { tool, patience = usualPatience, fullAfterMs = usualAfterMs } = config;
  const root = config.root(outbox.uid);
  const life = new AbortController();
  const stamps = createStamps(parts.now);
  const listeners = new Set<(changed: ReadonlySet<string>) => void>();
  const all = new Map(config.kinds.map((kind) => [kind, new Map<string, Item>()]));
  let status: RecordsStatus = "loading";
  let changedKeys = new Set<string>();
  let willTell = false;
  let isDenied = false;
  let isCurrent = false;

  const base = createBase({
    ...parts,
    stamps,
    isWaited: (key) => overlay.isWaited(key),
    changed: show,
    root,
    all,
    opsOf: (key) => overlay.opsOf(key),
    send,
    tell: tellSoon,
    signal: life.signal,
  });
  const { lazy } = base;
  const during = lazy?.during ?? atOnce;
  const overlay = createOverlay({
    outbox,
    tool,
    after,
    base: base.read,
    seen: (t) => stamps.seen(t),
    changed(keys) {
      base.released([...keys].filter((key) => !overlay.isWaited(key)));
      for (const key of keys) show(key);
    },
  });

  const refused = createRefusedItems({
    ...parts,
    overlay,
    item: (kind, id) => all.get(kind)?.get(id),
    next: () => stamps.next(),
  });
  const waitsNow = () =>
    JSON.stringify([outbox.sync({ tool }), overlay.refused().map(({ id, data }) => [id, data])]);
  let waits = waitsNow();

  function show(key: string): void {
    const { kind, id } = placeOf(key);
    const items = all.get(kind);
    if (items === undefined || isDenied) return;
    const before = items.get(id);
    const next = shown(base.read(kind, id), overlay.opsOf(key));
    if (next === undefined) items.delete(id);
    else if (before === undefined || !sameItem(before, next)) items.set(id, next);
    else return;
    changedKeys.add(key);
    tellSoon();
  }

  function tellSoon(): void {
    if (!willTell) parts.frame(tellNow);
    willTell = true;
  }

  function tellNow(): void {
    const told = changedKeys;
    willTell = false;
    changedKeys = new Set();
    if (life.signal.aborted) return;
    for (const listener of listeners) listener(told);
  }

  function changeStatus(next: RecordsStatus): void {
    if (life.signal.aborted || status === next) return;
    status = next;
    tellSoon();
  }

  const reading = createReading({
    ...parts,
    follow: lazy?.follow ?? parts.follow,
    base,
    root,
    isOver: life.signal,
    ready: () => changeStatus("ready"),
    current() {
      isCurrent = true;
      tellSoon();
    },
    failed(text) {
      if (status !== "ready" || text === sentences.ended) changeStatus({ failed: text });
    },
    denied: config.onDenied && deny,
  });

  /** What was not sent stays, for somebody to decide. */
  function deny(): void {
    isDenied = true;
    for (const [kind, items] of all) {
      for (const id of items.keys()) changedKeys.add(`${kind}/${id}`);
      items.clear();
    }
    changeStatus({ failed: sentences.ended, denied: true });
    base.drop().catch((error: unknown) => parts.log("What was here could not be removed", error));
  }

  function close(): void {
    if (life.signal.aborted) return;
    life.abort();
    for (const stop of stops) stop();
    reading.close();
    overlay.close();
    // After a sign-out nothing is kept of the account.
    base.close(!outbox.closed.aborted);
    store.close();
    listeners.clear();
  }

  const item = (kind: string, id: string) => all.get(kind)?.get(id);

  const stops = [
    parts.attach({
      base: base.read,
      serverNow: () => stamps.serverNow(),
      serverSeen: () => base.seen(),
      during,
      sent(entryId, known) {
        overlay.sent(entryId);
        base.sent(known);
      },
    }),
    parts.onOnline(() => reading.online()),
    outbox.subscribe(() => {
      const before = waits;
      waits = waitsNow();
      if (before !== waits) tellSoon();
    }),
    () => outbox.closed.removeEventListener("abort", close),
  ];
  outbox.closed.addEventListener("abort", close);

  const isKept = await base.open().catch((error: unknown) => {
    parts.log("What this browser keeps could not be read", error);
    return false;
  });
  if (outbox.closed.aborted) close();
  for (const key of overlay.keys()) show(key);
  if (!life.signal.aborted) {
    if (isKept) changeStatus("ready");
    const age = Math.abs(stamps.serverNow() - base.head().fullAt);
    reading.begin({ isKept, isOld: age > fullAfterMs });
  }

  function deleted(keys: readonly string[]): void {
    if (life.signal.aborted) return;
    base.sent(new Map(keys.map((key) => [key, null])));
    refused.deleted(keys);
  }

  /** Resolves once they are kept. */
  async function send(ops: readonly Op[]): Promise<void> {
    const byKey = Map.groupBy(ops, ({ kind, id }) => {
      const key = `${kind}/${id}`;
      return overlay.isRefused(key) ? refusedKey(key) : mainKey;
    });
    refused.replaced(byKey.get(mainKey) ?? []);
    await Promise.all(
      Array.from(byKey, ([key, some]) =>
        outbox.add<RecordsSave>({
          tool,
          key,
          data: key === mainKey ? { ops: some } : refusedSave(some),
          patience,
        }),
      ),
    );
  }

  function opsOf(changes: readonly Change[]): Op[] {
    let ops: readonly Op[] = [];
    for (const { kind, id, register, value, isNew } of changes) {
      const waits = ops.find((op) => op.kind === kind && op.id === id && op.register === register);
      const there = waits ?? item(kind, id)?.registers[register];
      const op: Op = {
        kind,
        id,
        register,
        value,
        from: there?.value ?? null,
        p: there?.t ?? 0,
        t: stamps.next(),
        ...(isNew && { isNew }),
      };
      ops = joinOps(ops, [op]) ?? ops;
    }
    return [...ops];
  }

  return {
    status: () => status,
    isCurrent: () => isCurrent && status === "ready",
    item,
    all: (kind) => all.get(kind) ?? new Map(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async change(changes) {
      life.signal.throwIfAborted();
      // What each was made on is known then.
      await during(changes, () => send(opsOf(changes)));
    },
    async purge(items) {
      life.signal.throwIfAborted();
      return during(items, async () => {
        // What comes by sending was not seen by who wants it deleted.
        const seen = new Map(items.map((one) => [`${one.kind}/${one.id}`, item(one.kind, one.id)]));
        await outbox.flush({ tool, key: mainKey });
        const { purgeItems } = await import("./purge-items.ts").catch((cause: unknown) => {
          throw new UnsentError(unloaded, { cause });
        });
        return purgeItems({ ...parts, root, item: (key) => seen.get(key), deleted }, [
          ...seen.keys(),
        ]);
      });
    },
    ...(lazy?.records ?? withoutLazy),
    sync: () => outbox.sync({ tool }),
    refused: () => refused.list(),
    close,
  };
}
