/** What a draft room does, apart from browser and server: those are its parts. */
import type { DraftConflict } from "#lib/content/draft.ts";
import { isCollection } from "#lib/content/kinds.ts";
import {
  type DraftChange,
  changesOf,
  isEmptyChange,
  readField,
  sameConflict,
  sameValue,
  showChange,
  withField,
} from "#lib/content/merge-drafts.ts";
import { publishable } from "#lib/content/publishable.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { Outbox, OutboxEntry } from "../outbox/outbox.ts";
import type { DraftRoom, DraftState } from "./draft-state.ts";
import type { DraftRoomParts } from "./draft-room-parts.ts";
import { type DraftSave, type Saved, beginningOf } from "./save-draft.ts";
import { draftsTool } from "./drafts-tool.ts";
import { type StoredDraft, keyOf } from "./stored-draft.ts";

const patience = { quietMs: 800, mostMs: 5000 };

const sentences = {
  unreadable: "This could not be read. Check your connection and try again; nothing is lost.",
  renewed:
    "This was published or discarded meanwhile. What you have typed since is a new draft of what is there now.",
  ended: "This draft was published or discarded. You see what is there now.",
};

export function createDraftRoom(parts: DraftRoomParts): DraftRoom {
  const { place, user, outbox } = parts;
  const key = keyOf(place);
  const which = { tool: draftsTool, key };
  const listeners = new Set<() => void>();
  let state: DraftState | undefined;
  let stored: StoredDraft | undefined;
  /** As they were when there was something. */
  let lastSeen: PlainFields | undefined;
  let failed: string | undefined;
  let notice: string | null = null;
  let others: DraftState["others"] = [];
  /** Own texts that lost, by field: they stay where they are typed until somebody chose. */
  const contested = new Map<string, PlainFields[string]>();
  /** Rises with each save, so that an older answer is known. */
  let saves = 0;
  /** So is one that another, asked for later, has overtaken. */
  let questions = 0;
  let answered = 0;
  let isClosed = false;

  /** Those of the outbox as they were last, which of them this tab has seen to, and what another tab has sent. */
  let known = entries();
  const done = new Set<string>();
  let sentElsewhere: readonly DraftChange[] = [];

  const stops = [
    outbox.subscribe(follow),
    parts.onSaved(key, saved),
    parts.onEditing({
      others(next) {
        others = next;
        changed();
      },
      changed: () => void read(),
    }),
  ];
  const stopClosed = () => close();
  outbox.closed.addEventListener("abort", stopClosed);
  void open();

  function changed(): void {
    state = undefined;
    for (const listener of listeners) listener();
  }

  function follow(): void {
    const now = entries();
    const gone = known.filter(({ id }) => !now.some((entry) => entry.id === id));
    known = now;
    // Those of a key go in order: one that is gone before an earlier one is joined to that.
    const elsewhere = gone.filter(
      ({ id, order }) => !done.delete(id) && !now.some((entry) => entry.order < order),
    );
    if (elsewhere.length > 0) {
      // Shown until it is read with them.
      sentElsewhere = [...sentElsewhere, ...elsewhere.map(({ data }) => data.change)];
      void read();
    }
    changed();
  }

  async function open(): Promise<void> {
    const kept = await parts.kept.read().catch(() => undefined);
    await read();
    // Without the server, what was last seen here has to do.
    if (stored === undefined && kept !== undefined && !isClosed) {
      failed = undefined;
      take(kept);
      changed();
    }
  }

  /** Never rejects. */
  async function read(): Promise<void> {
    for (;;) {
      const before = saves;
      const question = (questions += 1);
      const arrived = sentElsewhere;
      let next: StoredDraft;
      try {
        // oxlint-disable-next-line no-await-in-loop
        next = await parts.read();
      } catch (error) {
        if (isClosed || question < answered) return;
        parts.log("A draft could not be read", error);
        if (stored === undefined) failed = sentences.unreadable;
        changed();
        return;
      }
      if (isClosed || question < answered) return;
      // One that was saved meanwhile is newer than this answer.
      if (before !== saves) continue;
      answered = question;
      const isGone = hadDraft() && next.draft === null;
      if (isGone && !isOwnAct && waiting().length === 0) notice = sentences.ended;
      failed = undefined;
      sentElsewhere = sentElsewhere.filter((change) => !arrived.includes(change));
      for (const { fields } of arrived) {
        for (const [field, { to }] of Object.entries(fields)) {
          if (to !== undefined) contested.set(field, to);
        }
      }
      take(next);
      changed();
      return;
    }
  }
  let isOwnAct = false;

  const hadDraft = () => stored !== undefined && stored.draft !== null;

  function take(next: StoredDraft): void {
    stored = next;
    lastSeen = next.draft?.fields ?? next.published?.fields ?? lastSeen;
    for (const [field, value] of contested) {
      const conflict = { field, value, by: user.uid, byName: "", at: "" };
      const isStill = next.draft?.conflicts.some((one) => sameConflict(one, conflict));
      if (!isStill && !isWaiting(field)) contested.delete(field);
    }
    parts.kept.write(next).catch((error: unknown) => parts.log("A draft was not kept here", error));
  }

  function saved({ stored: next, lost, isNew }: Saved, entry: OutboxEntry<DraftSave>): void {
    const { change } = entry.data;
    saves += 1;
    done.add(entry.id);
    if (isNew && hadDraft()) notice = sentences.renewed;
    for (const [field, { to }] of Object.entries(change.fields)) {
      if (lost.includes(field) && to !== undefined) contested.set(field, to);
      else contested.delete(field);
    }
    take(next);
    parts.tellOthers(next.draft?.rev ?? 0);
    changed();
  }

  function entries(): readonly OutboxEntry<DraftSave>[] {
    const all = outbox.state().entries as readonly OutboxEntry<DraftSave>[];
    return all.filter((entry) => entry.tool === draftsTool && entry.key === key);
  }
  /** All that is not saved, in order. */
  const waiting = () => [...sentElsewhere, ...entries().map(({ data }) => data.change)];
  const isWaiting = (field: string) => waiting().some(({ fields }) => field in fields);

  function baseOf(now: StoredDraft): PlainFields {
    const there = now.draft?.fields ?? now.published?.fields;
    if (there !== undefined) return there;
    return (waiting().length > 0 ? lastSeen : undefined) ?? beginningOf(place);
  }

  function fieldsOf(now: StoredDraft): PlainFields {
    let fields = baseOf(now);
    for (const [field, value] of contested) fields = withField(fields, field, value);
    for (const change of waiting()) fields = showChange(fields, change);
    return fields;
  }

  function snapshot(): DraftState {
    state ??= stateOf();
    return state;
  }

  function stateOf(): DraftState {
    const refused = entries().filter((entry) => entry.refused);
    const common = { uid: user.uid, others, notice, sync: outbox.sync(which), refused };
    if (stored === undefined) {
      const status = failed === undefined ? "loading" : { failed };
      const nothing = { fields: {}, published: null, rev: 0, isChanged: false };
      const noSchedule = { publishAt: null, scheduleProblem: null };
      return { ...common, ...nothing, ...noSchedule, status, conflicts: [], saved: {} };
    }
    const { draft, published, publishAt, scheduleProblem } = stored;
    const isThere = draft !== null || published !== null || !isCollection(place.kind);
    const fields = fieldsOf(stored);
    const settled = waiting().flatMap((change) => change.settled);
    const unsettled = waiting().flatMap((change) => change.unsettled ?? []);
    const base = baseOf(stored);
    const conflicts = (draft?.conflicts ?? []).filter(
      (conflict) =>
        !settled.some((one) => sameConflict(one, conflict)) ||
        unsettled.some((one) => sameConflict(one, conflict)),
    );
    const inQuestion = new Set([...conflicts.map(({ field }) => field), ...contested.keys()]);
    return {
      ...common,
      status: isThere || waiting().length > 0 ? "ready" : "missing",
      fields,
      published: published?.fields ?? null,
      rev: draft?.rev ?? 0,
      isChanged:
        published === null
          ? draft !== null || waiting().length > 0
          : !isAsPublished(fields, published.fields),
      conflicts,
      saved: Object.fromEntries(
        Array.from(inQuestion, (field) => [field, readField(base, field) ?? null]),
      ),
      publishAt,
      scheduleProblem,
    };
  }

  function isAsPublished(fields: PlainFields, published: PlainFields): boolean {
    const { kind, id } = place;
    return sameValue(publishable(kind, id, fields), publishable(kind, id, published));
  }

  function note(change: DraftChange): void {
    if (isEmptyChange(change)) return;
    outbox.add(additionOf(change)).catch((error: unknown) => {
      if (!outbox.closed.aborted) parts.log("A change was not kept in this browser", error);
    });
  }

  function additionOf(change: DraftChange): Parameters<Outbox["add"]>[0] {
    const isFixed = !isCollection(place.kind);
    const begins = isFixed || lastSeen === undefined ? beginningOf(place) : undefined;
    const data: DraftSave = { place, change, name: user.name, begins };
    return { tool: draftsTool, key, data, patience };
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    outbox.closed.removeEventListener("abort", stopClosed);
    for (const stop of stops) stop();
    listeners.clear();
  }

  return {
    snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(patch) {
      if (stored === undefined) throw new Error("The draft is not open yet.");
      note({ fields: changesOf(fieldsOf(stored), patch), settled: [] });
    },
    keepMine(conflict) {
      if (stored === undefined) return () => undefined;
      const { field } = conflict;
      const value = textNow(conflict);
      const before = readField(baseOf(stored), field);
      contested.delete(field);
      note({ fields: moveOf(field, before, value), settled: [{ ...conflict, value }] });
      return () =>
        note({
          fields: moveOf(field, value, before),
          settled: [],
          unsettled: [{ ...conflict, value }],
        });
    },
    keepTheirs(conflict) {
      if (stored === undefined) return () => undefined;
      const { field } = conflict;
      const value = textNow(conflict);
      const isOwn = isShownOwn(conflict);
      if (isOwn) contested.delete(field);
      // Goes behind what is still typed into it.
      const isTyped = isOwn && isWaiting(field);
      const fields = isTyped ? moveOf(field, value, readField(baseOf(stored), field)) : {};
      note({ fields, settled: [{ ...conflict, value }] });
      return () => note({ fields: {}, settled: [], unsettled: [{ ...conflict, value }] });
    },
    async flush() {
      await outbox.flush(which);
      if (sentElsewhere.length > 0) await read();
      return stored?.draft?.rev ?? 0;
    },
    async refresh() {
      isOwnAct = true;
      try {
        await read();
      } finally {
        isOwnAct = false;
      }
      parts.tellOthers(stored?.draft?.rev ?? 0);
    },
    look: read,
    tryAgain(id) {
      const entry = entries().find((one) => one.id === id);
      if (entry === undefined) return;
      const isGone = entry.refused?.code === "gone";
      const data = isGone ? { ...entry.data, begins: lastSeen ?? beginningOf(place) } : undefined;
      outbox.again(id, data).catch((error: unknown) => parts.log("It was not tried again", error));
    },
    letGo(id) {
      done.add(id);
      outbox.forget(id).catch((error: unknown) => parts.log("It was not forgotten", error));
    },
    closeNotice() {
      notice = null;
      changed();
    },
    close,
  };

  /** It stands in its field in this tab, where it may have gone on. */
  function isShownOwn({ by, field, value }: DraftConflict): boolean {
    return by === user.uid && contested.has(field) && sameValue(contested.get(field), value);
  }

  function textNow(conflict: DraftConflict): PlainFields[string] {
    const now = stored && isShownOwn(conflict) ? readField(fieldsOf(stored), conflict.field) : null;
    return now ?? conflict.value;
  }
}

function moveOf(
  field: string,
  from: PlainFields[string] | undefined,
  to: PlainFields[string] | undefined,
): DraftChange["fields"] {
  return { [field]: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } };
}
