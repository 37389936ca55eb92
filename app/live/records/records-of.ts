/** What records do, apart from browser and server: those are its parts. */
import { type Item, type Op, isGone, sameItem, shown } from "#lib/records/register.ts";
import { joinOps } from "#lib/records/settle-ops.ts";
import { createStamps } from "#lib/records/stamps.ts";
import { createBase } from "./records-base.ts";
import { createOverlay } from "./records-overlay.ts";
import type { RecordsParts } from "./records-parts.ts";
import { mainKey, placeOf, refusedKey } from "./records-sender.ts";
import type { Change, Records, RecordsStatus } from "./records.ts";
import type { RecordsSave } from "./send-records.ts";

const patience = { quietMs: 400, mostMs: 2000 };
/** What changed is asked for from so long before the last of it that is known. */
const marginMs = 600_000;
const fullAfterMs = 7 * 86_400_000;
const firstWaitMs = 2000;
const longestWaitMs = 60_000;

const sentences = {
  unreadable: "This could not be read. Check your connection; it is tried again by itself.",
  ended: "The server does not let this account read this any more.",
};

/** Resolves once what this browser keeps is shown. */
export async function createRecords(parts: RecordsParts): Promise<Records> {
  const { config, outbox, store, after } = parts;
  const { tool } = config;
  const root = config.root(outbox.uid);
  const life = new AbortController();
  const stamps = createStamps(parts.now);
  const listeners = new Set<(changed: ReadonlySet<string>) => void>();
  const all = new Map(config.kinds.map((kind) => [kind, new Map<string, Item>()]));
  let status: RecordsStatus = "loading";
  let changedKeys = new Set<string>();
  let willTell = false;
  let sync = outbox.sync({ tool });
  let stopFollowing: (() => void) | undefined;
  let reading: Promise<void> | undefined;
  let waitAgain: (() => void) | undefined;
  let tries = 0;
  /** As the server has told it. */
  let sweptAt = 0;

  const base = createBase({
    ...parts,
    stamps,
    isWaited: (key) => overlay.isWaited(key),
    changed: show,
  });
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

  function show(key: string): void {
    const { kind, id } = placeOf(key);
    const items = all.get(kind);
    if (items === undefined) return;
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

  function follow(): void {
    if (stopFollowing || life.signal.aborted) return;
    stopFollowing = parts.follow(Math.max(0, base.head().since - marginMs), {
      item: base.item,
      whole: base.whole,
      offset: base.offset,
      swept(at) {
        sweptAt = at;
        if (at !== base.head().sweptAt) void readAll();
      },
      failed(error) {
        parts.log("What the server has is not told any more", error);
        changeStatus({ failed: sentences.ended });
      },
    });
  }

  /** Never rejects: without an answer it is tried again. */
  function readAll(): Promise<void> {
    reading ??= readAllNow().finally(() => {
      reading = undefined;
      // It may have been read just before.
      if (!waitAgain && sweptAt > base.head().sweptAt) void readAll();
    });
    return reading;
  }

  async function readAllNow(): Promise<void> {
    waitAgain?.();
    waitAgain = undefined;
    try {
      await base.readAll(root, life.signal);
      tries = 0;
      changeStatus("ready");
      follow();
    } catch (error) {
      if (life.signal.aborted) return;
      parts.log("Records could not be read", error);
      if (status !== "ready") changeStatus({ failed: sentences.unreadable });
      waitAgain = after(Math.min(longestWaitMs, firstWaitMs * 2 ** tries), () => void readAll());
      tries += 1;
    }
  }

  function close(): void {
    if (life.signal.aborted) return;
    life.abort();
    for (const stop of stops) stop();
    stopFollowing?.();
    waitAgain?.();
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
      serverSeen: () => base.head().since,
      sent(entryId, known) {
        overlay.sent(entryId);
        base.sent(known);
      },
    }),
    parts.onOnline(() => {
      if (waitAgain) void readAll();
    }),
    outbox.subscribe(() => {
      const before = sync;
      sync = outbox.sync({ tool });
      if (JSON.stringify(before) !== JSON.stringify(sync)) tellSoon();
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
  if (isKept) {
    changeStatus("ready");
    follow();
  }
  const age = Math.abs(stamps.serverNow() - base.head().fullAt);
  if (!life.signal.aborted && (!isKept || age > fullAfterMs)) void readAll();

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
    item,
    all: (kind) => all.get(kind) ?? new Map(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async change(changes) {
      life.signal.throwIfAborted();
      const keyOf = ({ kind, id }: Op) => {
        const key = `${kind}/${id}`;
        return overlay.isRefused(key) ? refusedKey(key) : mainKey;
      };
      const byKey = Map.groupBy(opsOf(changes), keyOf);
      await Promise.all(
        Array.from(byKey, ([key, ops]) =>
          outbox.add<RecordsSave>({ tool, key, data: { ops }, patience }),
        ),
      );
    },
    sync: () => outbox.sync({ tool }),
    refused: () =>
      overlay.refused().map(({ id: entryId, data, refused }) => {
        const [{ kind, id } = { kind: "", id: "" }] = data.ops;
        const failed = (error: unknown) => parts.log("What was refused is as it was", error);
        return {
          kind,
          id,
          text: refused?.text ?? "",
          again: () => void outbox.again(entryId).catch(failed),
          letGo() {
            overlay.sent(entryId);
            outbox.forget(entryId).catch(failed);
          },
        };
      }),
    lostTexts() {
      const timeOf = ({ registers }: Item) => registers["text"]?.t ?? 0;
      return [...(all.get("lost")?.values() ?? [])]
        .filter((lost) => !isGone(config.shape, "lost", lost))
        .toSorted((a, b) => timeOf(b) - timeOf(a));
    },
    close,
  };
}
