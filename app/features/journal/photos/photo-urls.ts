/**
 * Addresses by which this page shows photos: of blobs in its memory. Whoever shows the same photo has the same one; it goes
 * a while after the last of them, and of a private journal with its keys.
 */
import { JournalFileError, type JournalFileReason } from "#app/live/journal-files/file-error.ts";
import type {
  JournalFiles,
  PictureSize,
  WantedFile,
} from "#app/live/journal-files/journal-files.ts";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";

export type ShownPhoto =
  | { state: "loading" }
  | { state: "shown"; url: string }
  /** `message` is a sentence. */
  | { state: "failed"; reason: JournalFileReason; message: string };

export type PhotoUrls = {
  /** Tells at once what is known, and whenever it changes. Returns a function that ends it. */
  hold(
    journal: string,
    file: WantedFile,
    size: PictureSize,
    tell: (shown: ShownPhoto) => void,
  ): () => void;
};

/** Of a photo that nobody shows any more: they may scroll back. */
const lingerMs = 20_000;
/** What may be there by now is asked for again. */
const againMs = 60_000;
const mayCome: ReadonlySet<JournalFileReason> = new Set([
  "missing",
  "offline",
  "locked",
  "unknown",
]);

type Held = {
  journal: string;
  id: string;
  shown: ShownPhoto;
  tells: Set<(shown: ShownPhoto) => void>;
  life: AbortController;
  timer: ReturnType<typeof setTimeout> | undefined;
  load: () => void;
};

const all = new Map<string, PhotoUrls>();

/** The same for all who ask in this tab. */
export function photoUrlsOf(uid: string): PhotoUrls {
  const there = all.get(uid) ?? createPhotoUrls(uid);
  all.set(uid, there);
  return there;
}

function createPhotoUrls(uid: string): PhotoUrls {
  const held = new Map<string, Held>();
  const keyring = keyringOf(uid);
  const followed = new WeakSet<JournalFiles>();

  function drop(name: string, one: Held): void {
    one.life.abort();
    clearTimeout(one.timer);
    if (one.shown.state === "shown") URL.revokeObjectURL(one.shown.url);
    held.delete(name);
  }

  function show(one: Held, shown: ShownPhoto): void {
    one.shown = shown;
    for (const tell of one.tells) tell(shown);
  }

  keyring.subscribe(() => {
    const open = keyring.open();
    for (const [name, one] of held) {
      const isLocked = isSealedJournal(one.journal) && !open.has(one.journal);
      if (isLocked) drop(name, one);
      else if (one.shown.state === "failed") one.load();
    }
  });
  addEventListener("online", () => {
    for (const one of held.values()) if (one.shown.state === "failed") one.load();
  });

  /** One that is nowhere may come into this browser: it was chosen once more, or has moved with its journal. */
  function follow(files: JournalFiles): void {
    if (followed.has(files)) return;
    followed.add(files);
    files.subscribe(() => {
      for (const { journal, id, shown, load } of held.values()) {
        const isMissing = shown.state === "failed" && shown.reason === "missing";
        if (isMissing && files.state(journal, id) !== undefined) load();
      }
    });
  }

  function begin(journal: string, file: WantedFile, size: PictureSize): Held {
    const one: Held = {
      journal,
      id: file.id,
      shown: { state: "loading" },
      tells: new Set(),
      life: new AbortController(),
      timer: undefined,
      load: () => void load(),
    };
    const load = async () => {
      clearTimeout(one.timer);
      const { signal } = one.life;
      try {
        const files = await openJournalFiles(uid);
        follow(files);
        const blob = await files.read(journal, file, size, signal);
        if (!signal.aborted) show(one, { state: "shown", url: URL.createObjectURL(blob) });
      } catch (error) {
        if (signal.aborted) return;
        const { reason, message } =
          error instanceof JournalFileError
            ? error
            : new JournalFileError("unknown", { cause: error });
        show(one, { state: "failed", reason, message });
        if (mayCome.has(reason)) one.timer = setTimeout(one.load, againMs);
      }
    };
    void load();
    return one;
  }

  return {
    hold(journal, file, size, tell) {
      // Another file may have taken its place.
      const name = `${journal}/${file.id}/${size}/${file.sizeBytes ?? 0}`;
      const one = held.get(name) ?? begin(journal, file, size);
      held.set(name, one);
      if (one.shown.state !== "failed") clearTimeout(one.timer);
      one.tells.add(tell);
      tell(one.shown);
      return () => {
        one.tells.delete(tell);
        if (one.tells.size > 0 || held.get(name) !== one) return;
        clearTimeout(one.timer);
        // What has not come yet is not waited for.
        if (one.shown.state !== "shown") drop(name, one);
        else one.timer = setTimeout(() => drop(name, one), lingerMs);
      };
    },
  };
}
