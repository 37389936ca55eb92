/** Files of journals over any store, server and keys; open-journal-files.ts has a browser's. */
import { type PictureSuffix, objectPath } from "#lib/journal/documents.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { openFile } from "#lib/sealed/file-chunks.ts";
import { SealedFault } from "#lib/sealed/sealed-fault.ts";
import { JournalFileError } from "./file-error.ts";
import { type KeysOf, keysFor, objectName, objectNames } from "./file-names.ts";
import { stateOf } from "./file-state.ts";
import type { FileKey, FileStore, NewFile, WaitingFile } from "./file-store.ts";
import type { FileParts } from "./file-parts.ts";
import type { JournalFiles, PictureSize, WantedFile } from "./journal-files.ts";
import { digestOf, madeReady } from "./keep-file.ts";
import { moveWaiting } from "./move-waiting.ts";
import type { ObjectCalls } from "./object-calls.ts";
import { type SendOne, createSender } from "./send-files.ts";
import { type Smaller, hasSide, middleSide, smallSide } from "./small-pictures.ts";

export type JournalFilesParts = {
  uid: string;
  store: FileStore;
  keysOf: KeysOf;
  /** See SenderParts. */
  isGone: (journal: string) => Promise<boolean>;
  /** Called when keys come or go. */
  onKeys: (call: () => void) => () => void;
  calls: ObjectCalls;
  sendOne: SendOne;
  /** The server forgets what it holds for it; never rejects. */
  endUpload: (upload: WaitingFile["upload"]) => Promise<void>;
  smaller: (file: Blob) => Promise<Smaller>;
  hasRoom: (bytes: number) => Promise<boolean>;
  alone: (signal: AbortSignal, run: () => Promise<void>) => Promise<void>;
  after: (ms: number, call: () => void) => () => void;
  /** Calls when the browser comes online. */
  onOnline: (call: () => void) => () => void;
  /** Other tabs; returns a way to tell them, and to end it. */
  talk: (hear: () => void) => { tell: () => void; end: () => void };
  /** Milliseconds since 1970. */
  now: () => number;
  log: (what: string, error: unknown) => void;
};

/** Of pictures that were shown. */
const mostCacheBytes = 80 * 1_048_576;
/** Sizes are added up no more often than after so many pictures. */
const trimAfter = 50;
/** What comes in such a time is looked at once; of thousands that takes its time, and most of it is left to others. */
const lookMs = 100;
const lookRest = 8;
/** As old an object without an item is when it goes, and so often all of them are looked at. */
const orphanMs = 30 * 86_400_000;
const removedAtOnce = 6;
/** What a browser may be told to show by itself. Others are bytes to it, whatever their item says. */
const shownType =
  /^(?:image\/(?:jpeg|png|webp|avif|gif|heic|heif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/;

export function createJournalFiles(parts: JournalFilesParts): JournalFiles {
  const { uid, store, keysOf, calls, after, now, log } = parts;
  const listeners = new Set<() => void>();
  const groups = new Map<string, string>();
  let counts: ReadonlyMap<string, number> = new Map();
  let byGroup: ReadonlyMap<string, readonly WaitingFile[]> = new Map();
  let lookedMs = 0;
  let lastOrder = 0;
  let cached = 0;
  let endLook: (() => void) | undefined;
  const closed = new AbortController();
  const tell = () => listeners.forEach((listener) => listener());

  const sender = createSender({
    store,
    sendOne: parts.sendOne,
    mayGo: (journal) => !isSealedJournal(journal) || keysOf(journal) !== undefined,
    isGone: parts.isGone,
    alone: parts.alone,
    after,
    changed: () => changed(),
    moved: tell,
    log,
  });
  const tabs = parts.talk(() => lookSoon());
  const ends = [parts.onKeys(() => sender.kick()), parts.onOnline(() => sender.kick())];

  function changed(): void {
    tabs.tell();
    lookSoon();
  }

  function lookSoon(): void {
    endLook ??= after(Math.max(lookMs, lookedMs * lookRest), () => {
      endLook = undefined;
      void look();
    });
  }

  async function look(): Promise<void> {
    const begunAt = now();
    let waiting: readonly WaitingFile[];
    try {
      waiting = await store.waiting();
    } catch (error) {
      if (!closed.signal.aborted) log("What waits of journals could not be read", error);
      return;
    }
    lookedMs = now() - begunAt;
    byGroup = Map.groupBy(waiting, ({ journal, group }) => `${journal}/${group}`);
    const found = new Map<string, number>();
    for (const [first] of byGroup.values()) {
      if (first) found.set(first.journal, (found.get(first.journal) ?? 0) + 1);
    }
    counts = found;
    if (!closed.signal.aborted) tell();
  }

  /** Its name, once it is known: names of sealed journals are made by a key. */
  function groupOf(journal: string, id: string): string | undefined {
    if (!isSealedJournal(journal)) return id;
    const key = `${journal}/${id}`;
    if (!groups.has(key)) void nameGroup(key, journal, id);
    return groups.get(key) || undefined;
  }

  async function nameGroup(key: string, journal: string, id: string): Promise<void> {
    groups.set(key, "");
    try {
      groups.set(key, await objectName(keysOf, journal, id, ""));
      tell();
    } catch {
      // Locked: asked again when somebody looks.
      groups.delete(key);
    }
  }

  async function bytesOf(journal: string, name: string, isSmall: boolean, signal?: AbortSignal) {
    const kept = await store.blob({ journal, name });
    if (kept) return kept;
    const blob = await calls.read(objectPath(uid, journal, name), signal);
    if (isSmall) await cache({ journal, name }, blob);
    return blob;
  }

  async function cache(key: FileKey, blob: Blob): Promise<void> {
    try {
      await store.cache(key, blob);
      cached += 1;
      if (cached % trimAfter === 1) await store.trim(mostCacheBytes);
    } catch (error) {
      // Without room it is fetched again the next time.
      log("A picture could not be kept", error);
    }
  }

  async function read(
    journal: string,
    file: WantedFile,
    suffix: PictureSuffix,
    signal?: AbortSignal,
  ): Promise<Blob> {
    const name = await objectName(keysOf, journal, file.id, suffix);
    const blob = await bytesOf(journal, name, suffix !== "", signal);
    signal?.throwIfAborted();
    // What is cut off on its way says nothing of it.
    if (suffix === "" && !isSealedJournal(journal)) await compare(file, blob);
    const type = suffix === "" && shownType.test(file.type) ? file.type : "";
    if (!isSealedJournal(journal)) return typed(blob, suffix, type);
    try {
      const opened = await openFile(keysFor(keysOf, journal), name, blob, type);
      if (suffix === "") await compare(file, opened);
      return await typed(opened, suffix, type);
    } catch (cause) {
      if (!(cause instanceof SealedFault)) throw cause;
      // Perhaps what is kept here only: the next one asks the server.
      if (suffix !== "") await store.remove([{ journal, name }]);
      throw new JournalFileError("damaged", { cause });
    }
  }

  async function isWaiting(files: readonly NewFile[]): Promise<boolean> {
    const there = await Promise.all(files.map((file) => store.find(file)));
    return files.every(
      ({ isSmall, upload }, at) =>
        isSmall || there[at]?.upload.file.sizeBytes === upload.file.sizeBytes,
    );
  }

  async function forget(journal: string, names: readonly string[]): Promise<void> {
    const keys = names.map((name) => ({ journal, name }));
    await sender.stop(keys);
    const begun = (await Promise.all(keys.map((key) => store.find(key)))).filter(
      (file) => file !== undefined,
    );
    await store.remove(keys);
    for (const { upload } of begun) void parts.endUpload(upload);
  }

  async function forgotten(journal: string, names: readonly string[]): Promise<void> {
    await forget(journal, names);
    changed();
  }

  async function removeNames(journal: string, names: readonly string[], signal?: AbortSignal) {
    await forgotten(journal, names);
    await removeObjects(journal, names, signal);
  }

  /** A journal has thousands. */
  async function removeObjects(
    journal: string,
    names: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const left = names.values();
    const work = async () => {
      for (const name of left) {
        signal?.throwIfAborted();
        // oxlint-disable-next-line no-await-in-loop -- a few at a time
        await calls.remove(objectPath(uid, journal, name));
      }
    };
    await Promise.all(Array.from({ length: removedAtOnce }, work));
  }

  async function listed(journal: string, signal: AbortSignal | undefined): Promise<string[]> {
    const folder = objectPath(uid, journal, "");
    return (await calls.list(folder, signal)).map((path) => path.slice(folder.length));
  }

  async function keep(
    journal: string,
    id: string,
    file: Blob,
    name: string,
    isOther = false,
  ): Promise<FileParts> {
    const nextOrder = () => (lastOrder = Math.max(lastOrder + 1, now() * 1000));
    const { smaller, hasRoom } = parts;
    const made = await madeReady(
      { uid, keysOf, smaller, hasRoom, nextOrder },
      journal,
      id,
      file,
      name,
    );
    // Chosen twice, as by an import that was begun again: what was sent of it already is not sent anew.
    if (!isOther && (await isWaiting(made.files))) return made.register;
    await sender.stop(made.files);
    try {
      await store.add(made.files);
    } catch (cause) {
      throw new JournalFileError("no-room", { cause });
    }
    // All that waits is looked at later; whoever adds thousands asks before each how many there are.
    counts = new Map(counts).set(journal, (counts.get(journal) ?? 0) + 1);
    changed();
    sender.kick();
    return made.register;
  }

  void look();
  sender.kick();

  return {
    keep,
    async read(journal, file, size, signal) {
      const suffix = suffixOf(file, size);
      try {
        return await read(journal, file, suffix, signal);
      } catch (error) {
        const isMissing = error instanceof JournalFileError && error.reason === "missing";
        if (suffix === "" || !isMissing) throw error;
        // Its smaller picture never came there.
        return read(journal, file, "", signal);
      }
    },
    state(journal, id) {
      if (!counts.has(journal)) return undefined;
      const group = groupOf(journal, id);
      if (group === undefined) return undefined;
      const files = byGroup.get(`${journal}/${group}`) ?? [];
      return stateOf(files.map((file) => ({ file, state: sender.state(file) })));
    },
    waiting: (journal) =>
      journal === undefined
        ? [...counts.values()].reduce((sum, count) => sum + count, 0)
        : (counts.get(journal) ?? 0),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry: (journal) => sender.retry(journal),
    async untilSent(journal, signal) {
      const life = AbortSignal.any([signal, closed.signal]);
      const end = Promise.withResolvers<void>();
      const check = async () => {
        const all = await store.waiting();
        const failure = sender.failureOf(journal);
        if (!all.some((file) => file.journal === journal)) end.resolve();
        else if (failure !== undefined) {
          end.reject(new JournalFileError("unknown", { message: failure }));
        }
      };
      const listener = () => {
        // Each step of a file that is on its way tells; nothing is over by that.
        const isUnderWay = (counts.get(journal) ?? 0) > 0;
        if (isUnderWay && sender.failureOf(journal) === undefined) return;
        void check().catch(end.reject);
      };
      const stop = () => end.reject(life.reason as Error);
      listeners.add(listener);
      life.addEventListener("abort", stop);
      try {
        life.throwIfAborted();
        sender.kick();
        listener();
        await end.promise;
      } finally {
        listeners.delete(listener);
        life.removeEventListener("abort", stop);
      }
    },
    async remove(journal, ids, signal) {
      for (const id of ids) {
        // oxlint-disable-next-line no-await-in-loop -- as in removeNames
        await removeNames(journal, await objectNames(keysOf, journal, id), signal);
      }
    },
    async removeAll(journal, signal) {
      await sender.stop((await store.waiting()).filter((file) => file.journal === journal));
      await removeObjects(journal, await listed(journal, signal), signal);
    },
    moveWaiting: (from, to, media) =>
      moveWaiting({ keysOf, store, keep, forget: forgotten, read }, { from, to, media }),
    async sweep(journal, known, toldAt, signal) {
      const before = await store.sweptAt(journal);
      // A browser that sees it for the first time may not have all of it yet.
      if (before === undefined) await store.noteSwept(journal, now());
      if (before === undefined || now() - before < orphanMs) return 0;
      if ((await store.waiting()).some((file) => file.journal === journal)) return 0;
      const names = new Set<string>();
      for (const id of known) {
        // oxlint-disable-next-line no-await-in-loop -- thousands at once would hold up the page
        for (const name of await objectNames(keysOf, journal, id)) names.add(name);
      }
      const orphans: string[] = [];
      for (const name of await listed(journal, signal)) {
        if (names.has(name)) continue;
        // oxlint-disable-next-line no-await-in-loop -- there are few, or none
        const at = await calls.storedAt(objectPath(uid, journal, name), signal);
        if (at !== undefined && Math.min(now(), toldAt) - at > orphanMs) orphans.push(name);
      }
      await removeNames(journal, orphans, signal);
      await store.noteSwept(journal, now());
      return orphans.length;
    },
    close() {
      closed.abort(new JournalFileError("not-allowed"));
      endLook?.();
      for (const end of ends) end();
      tabs.end();
      sender.close();
      listeners.clear();
      store.close();
    },
  };
}

function suffixOf(file: WantedFile, size: PictureSize): PictureSuffix {
  if (size === "s" && hasSide(file, smallSide)) return "-s";
  return size === "m" && hasSide(file, middleSide) ? "-m" : "";
}

/** @throws JournalFileError unknown: that is not the file; asked for again it may be */
async function compare({ sizeBytes = 0, sha256 = "" }: WantedFile, blob: Blob): Promise<void> {
  const isIt =
    (sizeBytes === 0 || blob.size === sizeBytes) &&
    (sha256 === "" || (await digestOf(blob)) === sha256);
  if (isIt) return;
  const message = "The file came incomplete, or another one is on its way in its place. Try again.";
  throw new JournalFileError("unknown", { message });
}

/** A browser shows a picture of a blob by its type. */
async function typed(blob: Blob, suffix: PictureSuffix, type: string): Promise<Blob> {
  if (suffix === "") return new Blob([blob], { type: type || "application/octet-stream" });
  const [first] = new Uint8Array(await blob.slice(0, 1).arrayBuffer());
  return new Blob([blob], { type: first === 0x52 ? "image/webp" : "image/jpeg" });
}
