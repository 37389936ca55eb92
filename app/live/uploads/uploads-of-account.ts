/**
 * All uploads of one account in one tab: its own, those of its other tabs as they show them, and those that a closed tab
 * left, which need their file.
 */
import type { AccountParts } from "./account-parts.ts";
import { endSession } from "./end-session.ts";
import { keyOf, matchesOf } from "./match-file.ts";
import { type Sending, isUnchanged, sendFile } from "./send-file.ts";
import type { Command, Message } from "./tabs.ts";
import { UploadFailure } from "./upload-failure.ts";
import { createTelling } from "./telling.ts";
import { createUploadList } from "./upload-list.ts";
import { createUploadQueue } from "./upload-queue.ts";
import { type UploadRecord, fromBeginning, recordOf, viewOf } from "./upload-record.ts";
import type { NewUpload, OnExisting, Upload, UploadOutcome, Uploads } from "./upload.ts";

const AT_ONCE = 3;

/** Of this tab, or of none. */
type Item = {
  record: UploadRecord;
  file: File | null;
  /** Set while it is sent. */
  run: AbortController | null;
  /** Of what was sent last. */
  ended: Promise<void>;
};

export async function openUploadsOf(parts: AccountParts): Promise<Uploads> {
  const { uid, calls, records } = parts;
  const list = createUploadList(parts.nextFrame);
  const queue = createUploadQueue(AT_ONCE, run);
  const items = new Map<string, Item>();
  /** Which of the other tabs has it. */
  const elsewhere = new Map<string, string>();
  let lastOrder = 0;
  let isClosed = false;
  const tabs = await parts.openTabs({
    message: (message) => {
      if (!isClosed) hear(message);
    },
    ended: (tab) => {
      if (!isClosed) adopt(tab).catch(reportError);
    },
  });

  const telling = createTelling(tabs, (id) => {
    const order = items.get(id)?.record.order;
    const upload = list.get(id);
    return order !== undefined && upload ? { order, upload } : undefined;
  });

  // What this tab shows, and tells the others.

  function show(item: Item, change: Partial<Upload>): void {
    if (isClosed) return;
    const { id, order, tab } = item.record;
    const before = list.get(id) ?? viewOf(item.record);
    const upload = { ...before, ...change, canGoAgain: item.file !== null };
    list.set(order, upload);
    if (tab !== tabs.own) return;
    telling.changed(id);
  }

  function forget(ids: readonly string[]): void {
    const own = ids.filter((id) => items.get(id)?.record.tab === tabs.own);
    for (const id of ids) {
      items.delete(id);
      elsewhere.delete(id);
      list.remove(id);
    }
    if (own.length > 0) tabs.send({ kind: "gone", tab: tabs.own, ids: own });
  }

  function hear(message: Message): void {
    switch (message.kind) {
      case "hello": {
        const own = [...items.values()].filter(({ record }) => record.tab === tabs.own);
        telling.tell(own.map(({ record }) => record.id));
        return;
      }
      case "shown":
        for (const { order, upload } of message.uploads) {
          if (items.get(upload.id)?.record.tab === tabs.own) continue;
          items.delete(upload.id);
          elsewhere.set(upload.id, message.tab);
          list.set(order, upload);
        }
        return;
      case "gone":
        for (const id of message.ids) {
          if (elsewhere.get(id) !== message.tab) continue;
          elsewhere.delete(id);
          list.remove(id);
        }
        return;
      case "command":
        if (message.tab === tabs.own) command(message.id, message.command);
    }
  }

  /** What the closed tab `tab` left needs its file now; what it had finished stays in the list. */
  async function adopt(tab: string): Promise<void> {
    const left = [...elsewhere].filter(([, owner]) => owner === tab).map(([id]) => id);
    for (const id of left) elsewhere.delete(id);
    const kept = new Map((await records.read()).map((record) => [record.id, record]));
    for (const id of left) {
      const record = kept.get(id);
      if (record?.tab === tab) addLeft(record);
      else if (isFinished(list.get(id))) list.change(id, { canGoAgain: false });
      else if (record === undefined) list.remove(id);
    }
  }

  function addLeft(record: UploadRecord): void {
    const item = { record, file: null, run: null, ended: Promise.resolve() };
    if (record.isGivenUp) {
      giveUp(item).catch(reportError);
      return;
    }
    items.set(record.id, item);
    show(item, viewOf(record));
    if (record.sessionUrl !== null) void askHowFar(item, record.sessionUrl);
  }

  /** The tab may have ended before it knew how far it came, or that it was done. */
  async function askHowFar(item: Item, sessionUrl: string): Promise<void> {
    const { signal } = new AbortController();
    const { record } = item;
    try {
      const { receivedBytes, isFinal } = await calls.query(sessionUrl, signal);
      const object = isFinal ? await calls.read(record.name, signal) : null;
      if (isClosed || items.get(record.id) !== item || item.record.tab === tabs.own) return;
      if (!isFinal) show(item, { sentBytes: receivedBytes });
      if (object?.sizeBytes !== record.file.sizeBytes || !(await take(item))) return;
      await finish(item, record.isReplacing ? "replaced" : "uploaded");
    } catch {
      // It is asked again, and all is said, when the file is there.
    }
  }

  // What moves.

  async function run(id: string): Promise<void> {
    const item = items.get(id);
    const file = item?.file;
    if (item === undefined || !file) return;
    const abort = new AbortController();
    const before = item.ended;
    let end = (): void => undefined;
    item.run = abort;
    item.ended = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    try {
      if (abort.signal.aborted) return;
      show(item, { state: "uploading", error: null });
      const outcome = await sendFile(
        sendingOf(item, abort.signal),
        item.record,
        file,
        abort.signal,
      );
      await finish(item, outcome);
    } catch (error) {
      if (!abort.signal.aborted) await fail(item, error);
    } finally {
      if (item.run === abort) item.run = null;
      end();
    }
  }

  function sendingOf(item: Item, signal: AbortSignal): Sending {
    const { id } = item.record;
    return {
      ...parts,
      async save(change) {
        item.record = { ...item.record, ...change };
        await records.change(id, change);
        if (change.name !== undefined && !signal.aborted) show(item, { name: change.name });
      },
      show({ sentBytes, isMoving, beganAgain }) {
        if (signal.aborted) return;
        const why = beganAgain ? { beganAgain } : {};
        show(item, { sentBytes, state: isMoving ? "uploading" : "retrying", ...why });
      },
    };
  }

  async function finish(item: Item, outcome: UploadOutcome): Promise<void> {
    const { id, name, file, reservation } = item.record;
    if (outcome !== "skipped") item.file = null;
    const sentBytes = outcome === "skipped" ? 0 : file.sizeBytes;
    show(item, { state: "done", outcome, name, sentBytes, error: null });
    await records.remove([id]);
    if (reservation) void parts.tellReserved(reservation.id);
  }

  async function fail(item: Item, error: unknown): Promise<void> {
    if (!(error instanceof UploadFailure)) reportError(error);
    const failure =
      error instanceof UploadFailure ? error : new UploadFailure("unknown", { cause: error });
    const shown = failure.shown();
    if (!shown.canRetry) item.file = null;
    show(item, { state: "failed", error: shown });
    if (!shown.canRetry) giveUp(item).catch(reportError);
  }

  /** A reload before the server has let go of it forgets neither: the next visit goes on with it. */
  async function giveUp(item: Item): Promise<void> {
    const { id } = item.record;
    await records.change(id, { isGivenUp: true });
    await item.ended;
    if ((await endSession(parts, item.record)) && !isClosed) await records.remove([id]);
  }

  /** Makes what a closed tab left this tab's own. */
  async function take(item: Item): Promise<boolean> {
    const { id, tab } = item.record;
    if (tab === tabs.own) return true;
    const taken = await records.take(id, tab, tabs.own);
    if (taken === undefined || isClosed) return false;
    item.record = taken;
    return true;
  }

  function wait(item: Item): void {
    show(item, {
      state: "waiting",
      outcome: null,
      error: null,
      sentBytes: item.record.receivedBytes,
    });
    queue.add(item.record.id);
  }

  async function cancel(id: string): Promise<void> {
    const item = items.get(id);
    if (item === undefined) return;
    queue.remove(id);
    item.run?.abort(new DOMException("Cancelled.", "AbortError"));
    if (!(await take(item))) return;
    const isDone = list.get(id)?.state === "done";
    forget([id]);
    if (!isDone) await giveUp(item);
  }

  async function goAgain(item: Item, onExisting: OnExisting): Promise<void> {
    const { wantedName: name } = item.record;
    const fresh = { name, onExisting, sessionUrl: null, receivedBytes: 0 };
    item.record = { ...item.record, ...fresh };
    await records.add([item.record]);
    wait(item);
  }

  function command(id: string, wanted: Command): void {
    const item = items.get(id);
    const other = elsewhere.get(id);
    if (other !== undefined) tabs.send({ kind: "command", tab: other, id, command: wanted });
    const upload = list.get(id);
    if (item === undefined || upload === undefined || isClosed) return;
    switch (wanted.what) {
      case "pause":
        if (!isGoing(upload) || upload.state === "paused") return;
        queue.remove(id);
        item.run?.abort(new DOMException("Paused.", "AbortError"));
        show(item, { state: "paused", sentBytes: item.record.receivedBytes });
        return;
      case "resume":
        if (upload.state === "paused") wait(item);
        return;
      case "retry":
        if (upload.state === "failed" && item.file !== null) wait(item);
        return;
      case "again":
        if (upload.outcome !== "skipped" || item.file === null) return;
        goAgain(item, wanted.onExisting).catch((error: unknown) => fail(item, error));
        return;
      case "cancel":
        cancel(id).catch(reportError);
    }
  }

  // Files that are chosen again.

  async function attach(file: File, needing: readonly Item[]): Promise<boolean> {
    // Some got theirs since.
    const waiting = needing.filter((item) => item.file === null);
    const records = waiting.map(({ record }) => record);
    for (const { id } of await matchesOf(records, file)) {
      const item = items.get(id);
      // oxlint-disable-next-line no-await-in-loop
      if (item?.file === null && (await goOn(item, file))) return true;
    }
    const namesake = waiting.find(({ record }) => record.file.name === file.name);
    if (namesake) show(namesake, { error: new UploadFailure("wrong-file").shown() });
    return false;
  }

  async function goOn(item: Item, file: File): Promise<boolean> {
    if (!(await take(item))) return false;
    item.file = file;
    const { record } = item;
    const isBegun = record.sessionUrl !== null;
    if (!isUnchanged(record, file) || record.fingerprint === null) {
      // Samples say nothing of what is between them, so that what is sent already may be another's.
      const ended = endSession(parts, { ...record, reservation: null });
      const change = fromBeginning(record, file);
      item.record = { ...record, ...change };
      await records.change(record.id, change);
      if (isBegun) await ended;
      if (list.get(record.id)?.sentBytes) show(item, { beganAgain: "file-changed" });
    }
    wait(item);
    return true;
  }

  async function add(files: readonly NewUpload[]): Promise<File[]> {
    if (isClosed) throw new UploadFailure("signed-out");
    const kept = (await records.read()).filter(({ id }) => isGoing(list.get(id)));
    const keys = new Set(kept.map(keyOf));
    const all = files.map((wanted) => {
      lastOrder = Math.max(lastOrder + 1, Date.now() * 1000);
      return { wanted, record: recordOf(wanted, { uid, tab: tabs.own, order: lastOrder }) };
    });
    const added = all.filter(({ record }) => !keys.has(keyOf(record)));
    await records.add(added.map(({ record }) => record));
    for (const { record, wanted } of added) {
      const item = { record, file: wanted.file, run: null, ended: Promise.resolve() };
      items.set(record.id, item);
      wait(item);
    }
    return all.filter(({ record }) => keys.has(keyOf(record))).map(({ wanted }) => wanted.file);
  }

  const open = new Map<string, boolean>();
  for (const record of await records.read()) {
    lastOrder = Math.max(lastOrder, record.order);
    const isOpen = open.get(record.tab) ?? (await tabs.isOpen(record.tab));
    open.set(record.tab, isOpen);
    if (elsewhere.has(record.id)) continue;
    if (!isOpen || record.isGivenUp) addLeft(record);
    else {
      elsewhere.set(record.id, record.tab);
      list.set(record.order, { ...viewOf(record), state: "waiting" });
    }
  }
  tabs.send({ kind: "hello", tab: tabs.own });

  return {
    add,
    pause: (id) => command(id, { what: "pause" }),
    resume: (id) => command(id, { what: "resume" }),
    retry: (id) => command(id, { what: "retry" }),
    again: (id, onExisting) => command(id, { what: "again", onExisting }),
    async cancel(id) {
      if (elsewhere.has(id)) command(id, { what: "cancel" });
      else await cancel(id);
    },
    async attach(files, isMeant = () => true) {
      const needing = [...items.values()].filter(
        ({ record: { id, name } }) => list.get(id)?.state === "needs-file" && isMeant(name),
      );
      const rest: File[] = [];
      for (const file of files) if (!(await attach(file, needing))) rest.push(file);
      return rest;
    },
    clear() {
      const finished = list.snapshot().filter(isFinished);
      const failed = finished.flatMap(({ id, state }) =>
        state === "failed" ? (items.get(id) ?? []) : [],
      );
      forget(finished.map(({ id }) => id));
      for (const item of failed) giveUp(item).catch(reportError);
    },
    snapshot: () => list.snapshot(),
    subscribe: (listener) => list.subscribe(listener),
    close() {
      if (isClosed) return;
      isClosed = true;
      telling.close();
      for (const { run } of items.values()) run?.abort(new DOMException("Closed.", "AbortError"));
      items.clear();
      list.clear();
      tabs.close();
      records.close();
    },
  };
}

/** Nobody has to choose its file again. */
function isGoing(upload: Upload | undefined): boolean {
  return ["waiting", "uploading", "retrying", "paused"].includes(upload?.state ?? "");
}

function isFinished(upload: Upload | undefined): boolean {
  return upload?.state === "done" || upload?.state === "failed";
}
